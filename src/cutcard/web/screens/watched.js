// An event that is looked at: asked for, and asked for again when something happened there.

/** @typedef {import("../lounge.js").Lounge} Lounge */

const TELLS = ["STARTED", "LEVEL", "BREAK", "ENTRY_CLOSED", "MOVED", "TABLE_BROKEN", "HAND_FOR_HAND", "OUT", "BOUNTY", "FINAL_TABLE", "DEAL_PROPOSED", "DEAL_ENDED", "PAUSED", "RESUMED", "CANCELLED", "ENDED", "ROUND", "CALLED", "SEATED", "RESULT", "AGAIN", "BYE", "AWAY", "WITHDRAWN"];
const SHORTEST = 700; // ms between two looks at an event in which much happens
const LONGEST = 15_000; // and between two at one in which only stacks change
const ENTERING = 5_000; // and while people enter, which is told to nobody

/**
 * @param {Lounge} lounge @param {number} event
 * @param {{draw: (told: any, at: number) => void, fail: (answer: import("../contract.js").Answer) => void, hear?: (kind: string, told: any) => void}} on `at`: when it was told, in local epoch ms
 */
export function watched(lounge, event, {draw, fail, hear = () => {}}) {
  const {client} = lounge;
  let [closed, soon, open, last] = [false, 0, true, 0];
  const look = async () => {
    clearTimeout(soon);
    soon = 0;
    if (closed || client.state !== "live") return;
    const answer = await client.request("TOURNAMENT_WATCH", {event}, {again: false});
    if (closed) return;
    last = Date.now();
    if (!answer.ok) return fail(answer);
    open = (answer.payload.info ?? answer.payload.matchInfo)?.phase === "registering";
    draw(answer.payload, last);
  };
  const later = () => void (soon ||= window.setTimeout(look, SHORTEST));
  const hears = TELLS.map((kind) => client.on(`TOURNAMENT_${kind}`, (told) => {
    if (told.event !== event) return;
    hear(kind, told);
    later();
  }));
  const again = () => void look();
  const ticker = window.setInterval(() => document.hidden || (!open && Date.now() - last < LONGEST - ENTERING / 2) || void look(), ENTERING);
  client.addEventListener("state", again);
  again();
  return {
    look,
    close() {
      closed = true;
      clearTimeout(soon);
      clearInterval(ticker);
      client.removeEventListener("state", again);
      for (const end of hears) end();
      if (client.state === "live") void client.request("TOURNAMENT_UNWATCH", {event});
    },
  };
}

/** "300/600, ante 75". @param {any} row @param {{t: typeof import("../text.js").t, number: typeof import("../text.js").number}} say */
export function blindsOf(row, {t, number}) {
  const blinds = row.smallBlind ? `${number(row.smallBlind)}/${number(row.bigBlind ?? 0)}` : number(row.bigBlind ?? 0);
  return row.ante ? t("events.withAnte", {blinds, n: row.ante}) : blinds;
}

/** Where somebody stands among those who are in, by chips; 0 where that is not on the first page. @param {any} info @param {string | undefined} me */
export const rankOf = (info, me) => 1 + (info.players ?? []).filter((/** @type {any} */ one) => !one.place).findIndex((/** @type {any} */ one) => one.playerId === me);
