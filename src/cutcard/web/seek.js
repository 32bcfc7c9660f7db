// Looks for somebody to play with: says how long already, offers bots when nobody comes, asks whether
// we are there when somebody did, and goes to the table that opens. A search goes on across screens
// and lost connections.

import {sound} from "./sound.js";
import {refusal, t} from "./text.js";

/** @typedef {import("./lounge.js").Lounge} Lounge */
/** @typedef {import("./house.js").GameCard} GameCard */

const CARD = "seek";

/** With whom a game is usually played: its options, and seats for two or more. @param {GameCard} game */
export function usual(game) {
  const among = game.quick.find(({seats}) => seats > 1);
  const seats = among?.seats ?? game.seats.find((n) => n > 1);
  return seats ? {seats, options: among?.options ?? {}} : null;
}

export class Seek {
  #lounge;
  /** @type {{game: GameCard, wish: object | null, since: number, others: number, estimate?: number, bots: boolean, casual: boolean} | null} */ #now = null;

  /** @param {Lounge} lounge */
  constructor(lounge) {
    this.#lounge = lounge;
    const {client} = lounge;
    client.on("QUICK_MATCH_WAITING", (told) => void this.#waits(told));
    client.on("QUICK_MATCH_BOTS_OFFERED", () => this.#told({bots: true}, false));
    client.on("QUICK_MATCH_CASUAL_OFFERED", () => this.#told({casual: true}, false));
    client.on("QUICK_MATCH_FAILED", (why) => this.#end(refusal(why)));
    client.on("QUICK_MATCH_ENDED", () => this.#end(t("seek.ended")));
    client.on("MATCH_FOUND", ({match, inMs}) => this.#found(match, Date.now() + inMs));
    client.on("MATCH_NOT_READY", ({waiting, inMs}) => {
      if (waiting) this.#show(false);
      else this.#end(inMs ? t("seek.missed", {n: Math.ceil(inMs / 1000)}) : t("seek.ended"));
    });
    client.on("MATCH_OPENED", ({table}) => {
      const first = this.#now?.game.found;
      if (first) lounge.first.set(table, first); // who said that they are there is not asked again
      this.#end();
      lounge.go(`/table/${table}`);
      lounge.say(t("seek.found"));
    });
    client.on("state", () => client.state === "live" && this.#now && (this.#now.wish ? void this.#ask() : this.#end()));
  }

  /** @param {GameCard} game @param {boolean} [party] for our partner too */
  async start(game, party = false) {
    const wish = usual(game);
    if (!wish) return;
    if (this.#now) await this.cancel();
    this.#now = {game, wish: {game: game.name, ...wish, ...(party ? {party} : {})}, since: Date.now(), others: 0, bots: false, casual: false};
    this.#show(false);
    await this.#ask();
  }

  async cancel() {
    this.#end();
    await this.#lounge.client.request("QUICK_MATCH_CANCEL");
  }

  async #ask() {
    const asked = this.#now;
    if (!asked?.wish) return;
    const answer = await this.#lounge.client.request("QUICK_MATCH", asked.wish);
    if (answer.ok || answer.code === "CONNECTION_LOST" || asked !== this.#now) return;
    this.#end(refusal(answer));
  }

  async #bots() {
    const answer = await this.#lounge.client.request("QUICK_MATCH_BOTS");
    if (!answer.ok) this.#end(refusal(answer));
  }

  async #casual() {
    this.#told({casual: false});
    await this.#lounge.client.request("QUICK_MATCH_CASUAL");
  }

  /** Somebody was found: are we there? @param {number} match @param {number} due */
  #found(match, due) {
    const answer = async (/** @type {string} */ type) => {
      this.#lounge.calls.show(CARD, {text: t("seek.checking"), due, buttons: []});
      await this.#lounge.client.request(type, {match});
    };
    const no = {label: t("seek.decline"), run: () => void answer("QUICK_MATCH_DECLINE")};
    const yes = {label: t("seek.ready"), run: () => void answer("QUICK_MATCH_READY"), primary: true};
    sound("turn");
    this.#lounge.calls.show(CARD, {text: t("seek.there"), due, buttons: [no, yes]});
  }

  /** How the search stands; it may be our partner's. @param {{game: string, others: number, waitedMs: number, estimateMs?: number}} told */
  async #waits({game, others, waitedMs, estimateMs}) {
    if (!this.#now) {
      const card = (await this.#lounge.games()).find(({name}) => name === game);
      if (!card || this.#now) return;
      this.#now = {game: card, wish: null, since: Date.now() - waitedMs, others, bots: false, casual: false};
    }
    this.#told({others, estimate: estimateMs});
  }

  /** @param {{others?: number, estimate?: number, bots?: boolean, casual?: boolean}} news */
  #told(news, quiet = true) {
    if (!this.#now) return;
    Object.assign(this.#now, news);
    this.#show(quiet);
  }

  /** @param {boolean} quiet */
  #show(quiet) {
    if (!this.#now) return;
    const {game, since, others, bots, casual, estimate} = this.#now;
    const who = bots ? t("seek.offer") : others ? t("seek.others", {n: others}) : t("seek.alone");
    const more = estimate === undefined ? who : `${who} ${t("seek.estimate", {n: Math.max(1, Math.round(estimate / 1000))})}`;
    const cancel = {label: t("seek.cancel"), run: () => void this.cancel()};
    const unranked = {label: t("seek.casual"), run: () => void this.#casual()};
    const fill = {label: t("seek.bots"), run: () => void this.#bots(), primary: true};
    const buttons = [cancel, ...(casual ? [unranked] : []), ...(bots ? [fill] : [])];
    this.#lounge.calls.show(CARD, {text: t("seek.looking", {game: game.t("game.name")}), more, since, quiet, buttons});
  }

  /** @param {string} [why] */
  #end(why) {
    this.#now = null;
    this.#lounge.calls.drop(CARD);
    if (why) this.#lounge.calls.show("seek-failed", {text: why});
  }
}
