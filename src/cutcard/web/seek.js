// Looks for somebody to play with: says how long already, offers bots when nobody comes, and goes to
// the table that was found. A search goes on across screens and lost connections.

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
  /** @type {{game: GameCard, wish: object, since: number, others: number, bots: boolean} | null} */ #now = null;

  /** @param {Lounge} lounge */
  constructor(lounge) {
    this.#lounge = lounge;
    const {client} = lounge;
    client.on("QUICK_MATCH_WAITING", ({others}) => this.#told({others}));
    client.on("QUICK_MATCH_BOTS_OFFERED", () => this.#told({bots: true}, false));
    client.on("QUICK_MATCH_FAILED", (why) => this.#end(refusal(why)));
    client.on("MATCH_FOUND", ({table}) => {
      this.#end();
      lounge.go(`/table/${table}`);
      lounge.say(t("seek.found"));
    });
    client.on("state", () => client.state === "live" && this.#now && void this.#ask());
  }

  /** @param {GameCard} game */
  async start(game) {
    const wish = usual(game);
    if (!wish) return;
    if (this.#now) await this.cancel();
    this.#now = {game, wish: {game: game.name, ...wish}, since: Date.now(), others: 0, bots: false};
    this.#show(false);
    await this.#ask();
  }

  async cancel() {
    this.#end();
    await this.#lounge.client.request("QUICK_MATCH_CANCEL");
  }

  async #ask() {
    const asked = this.#now;
    const answer = await this.#lounge.client.request("QUICK_MATCH", asked?.wish);
    if (answer.ok || answer.code === "CONNECTION_LOST" || asked !== this.#now) return;
    this.#end(refusal(answer));
  }

  async #bots() {
    const answer = await this.#lounge.client.request("QUICK_MATCH_BOTS");
    if (!answer.ok) this.#end(refusal(answer));
  }

  /** @param {{others?: number, bots?: boolean}} news */
  #told(news, quiet = true) {
    if (!this.#now) return;
    Object.assign(this.#now, news);
    this.#show(quiet);
  }

  /** @param {boolean} quiet */
  #show(quiet) {
    if (!this.#now) return;
    const {game, since, others, bots} = this.#now;
    const more = bots ? t("seek.offer") : others ? t("seek.others", {n: others}) : t("seek.alone");
    const cancel = {label: t("seek.cancel"), run: () => void this.cancel()};
    const fill = {label: t("seek.bots"), run: () => void this.#bots(), primary: true};
    this.#lounge.calls.show(CARD, {text: t("seek.looking", {game: game.t("game.name")}), more, since, quiet, buttons: bots ? [cancel, fill] : [cancel]});
  }

  /** @param {string} [why] */
  #end(why) {
    this.#now = null;
    this.#lounge.calls.drop(CARD);
    if (why) this.#lounge.calls.show("seek-failed", {text: why});
  }
}
