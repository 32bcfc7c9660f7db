// Battle's facts in words, for the log and the line "what just happened".

import {chinese, plain} from "./scene.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */

/** What a line is about: the card's picture, else the face of whose doing it is. @param {import("./scene.js").Scene} scene @param {import("./card.js").Faces} faces */
export const pictured = (scene, faces) => (/** @type {any} */ fact, /** @type {Ctx} */ ctx) => {
  const face = scene.book.get(fact.cardId ?? fact.source ?? fact.cards?.[0]);
  if (face) return faces.art(face);
  const who = fact.playerId ?? fact.winnerId ?? fact.firstPlayerId ?? fact.target;
  return who === undefined || who === "draw" ? null : ctx.face(who);
};

/** @param {Room} room @param {(cardId: string) => string} name the printed name of a card */
export function teller(room, name) {
  const {t} = room;
  /** @param {any} fact @param {Ctx} ctx @returns {string | null} */
  return (fact, ctx) => {
    const who = (id = fact.playerId) => ({name: ctx.name(id), you: ctx.you(id)});
    switch (fact.type) {
      case "GAME_START":
        return t("tell.start", who(fact.firstPlayerId));
      case "DECK_CHOSEN":
        return t("tell.deck", who());
      case "MULLIGAN_TAKEN":
        return t("tell.mulligan", {...who(), n: fact.count});
      case "PHASE_STARTED":
        return fact.phase === "RECHARGE" ? t("tell.turn", {...who(), n: fact.turn}) : null;
      case "CARD_DRAWN":
        return fact.cardId ? t("tell.drawn", {...who(), card: name(fact.cardId)}) : null;
      case "PLAYER_DECK_EMPTY":
        return t("tell.empty", {...who(), n: fact.count});
      case "CARD_PLAYED":
        return t("tell.played", {...who(), card: name(fact.cardId), n: fact.cost});
      case "ABILITY_ACTIVATED":
        return t("tell.used", {...who(), card: name(fact.cardId)});
      case "EFFECT_FIZZLED":
        return t(`tell.fizzled.${fact.reason}`, {card: name(fact.cardId)});
      case "ATTACKS_DECLARED":
        return t("tell.attacks", {...who(), n: fact.attacks.length});
      case "BLOCKS_DECLARED":
        return fact.blocks.length ? t("tell.blocks", {...who(), n: fact.blocks.length}) : null;
      case "EVASION_TRIGGERED":
        return t("tell.evades", {card: name(fact.cardId)});
      case "DAMAGE_APPLIED": {
        const {name: target, you} = fact.cardId ? {name: name(fact.cardId), you: false} : who(fact.target);
        return t(fact.reducedDamage ? "tell.damage" : "tell.nothing", {target, you, n: fact.reducedDamage});
      }
      case "CARD_MOVED":
        return t(fact.destroyed ? "tell.destroyed" : `tell.to.${fact.to}`, {card: name(fact.cardId)});
      case "CARDS_DISCARDED":
        return t("tell.discards", {...who(), cards: room.list(fact.cards.map(name))});
      case "CARD_TRANSFORMED":
        return t("tell.transformed", {card: name(fact.cardId), into: name(fact.into)});
      case "CARD_CREATED":
        return t("tell.created", {...who(), card: name(fact.cardId)});
      case "HAND_REVEALED":
        return fact.cards.length ? t("tell.revealed", {...who(), cards: room.list(fact.cards.map(name))}) : t("tell.revealed.nothing", who());
      case "PLAYER_AUTO_PASSED":
        return t("tell.late", who());
      case "OPTION_CHOSEN":
        return t("tell.chose", {...who(), option: (chinese() && fact.zh) || plain(fact.option)});
      case "GAME_END":
        return fact.winnerId === "draw" ? t("tell.draw") : t("tell.wins", who(fact.winnerId));
      default:
        return null;
    }
  };
}
