// Which screen an address shows. What the lobby does without comes when it is first opened.

import {at, dress} from "../shelf.js";
import {joiningScreen} from "./joining.js";
import {lobby} from "./lobby.js";

/** A table's screen is the largest part of the page. */
export const tableCode = () => import(at("/web/screens/table.js"));

/** Code that is there when its sheet is. @template T @param {string} sheet @param {() => Promise<T>} load */
const dressed = (sheet, load) => () => Promise.all([load(), dress(at(sheet))]).then(([code]) => code);

/** @param {import("../lounge.js").Lounge} lounge @param {string} first part of the path @param {string} rest the second @returns {import("../lounge.js").Screen} */
export function screenOf(lounge, first, rest) {
  if (first === "table" && /^\d+$/.test(rest)) return lounge.late(tableCode, ({tableScreen}) => tableScreen(lounge, Number(rest)));
  if (first === "join" && rest) return joiningScreen(lounge, rest);
  if (first === "account") return lounge.late(() => import(at("/web/screens/account.js")), ({accountScreen}) => accountScreen(lounge));
  if (first === "friends") return lounge.late(() => import(at("/web/screens/friends.js")), ({friendsScreen}) => friendsScreen(lounge));
  if (first === "events" && /^\d+$/.test(rest)) return lounge.late(dressed("/web/css/events.css", () => import(at("/web/screens/tournament.js"))), ({tournamentScreen}) => tournamentScreen(lounge, Number(rest)));
  if (first === "events") return lounge.late(dressed("/web/css/events.css", () => import(at("/web/screens/tournaments.js"))), ({tournamentsScreen}) => tournamentsScreen(lounge));
  if (first === "leaders") return lounge.late(() => import(at("/web/screens/leaders.js")), ({leadersScreen}) => leadersScreen(lounge, rest));
  if (first === "replay") return lounge.late(() => import(at("/web/screens/replays.js")), ({replayScreen}) => replayScreen(lounge, rest));
  if (first === "player") return lounge.late(() => import(at("/web/screens/profile.js")), ({profileScreen}) => profileScreen(lounge, rest));
  if (first === "admin") return lounge.late(dressed("/web/css/chart.css", dressed("/web/css/admin.css", () => import(at("/web/screens/admin.js")))), ({adminScreen}) => adminScreen(lounge));
  return lobby(lounge);
}
