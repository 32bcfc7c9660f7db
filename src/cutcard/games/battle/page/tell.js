// Battle's facts in words, for the log and the line "what just happened".

import {chinese} from "./scene.js";

/** @typedef {import("../../../web/contract.js").Ctx} Ctx */
/** @typedef {import("../../../web/contract.js").Room} Room */

/** @param {Room} room @param {(cardId: string) => string} name the printed name of a card */
export function teller(room, name) {
  const {t} = room;
  /** @param {any} fact @param {Ctx} ctx @returns {string | null} */
  return (fact, ctx) => {
    const who = () => ctx.name(fact.playerId);
    switch (fact.type) {
      case "GAME_START":
        return t("tell.start", {name: ctx.name(fact.firstPlayerId)});
      case "DECK_CHOSEN":
        return t("tell.deck", {name: who()});
      case "MULLIGAN_TAKEN":
        return t("tell.mulligan", {name: who(), n: fact.count});
      case "PHASE_STARTED":
        return fact.phase === "RECHARGE" ? t("tell.turn", {n: fact.turn, name: who()}) : null;
      case "CARD_DRAWN":
        return fact.cardId ? t("tell.drawn", {name: who(), card: name(fact.cardId)}) : null;
      case "PLAYER_DECK_EMPTY":
        return t("tell.empty", {name: who(), n: fact.count});
      case "CARD_PLAYED":
        return t("tell.played", {name: who(), card: name(fact.cardId), n: fact.cost});
      case "ABILITY_ACTIVATED":
        return t("tell.used", {name: who(), card: name(fact.cardId)});
      case "EFFECT_FIZZLED":
        return t(`tell.fizzled.${fact.reason}`, {card: name(fact.cardId)});
      case "ATTACKS_DECLARED":
        return t("tell.attacks", {name: who(), n: fact.attacks.length});
      case "BLOCKS_DECLARED":
        return fact.blocks.length ? t("tell.blocks", {name: who(), n: fact.blocks.length}) : null;
      case "EVASION_TRIGGERED":
        return t("tell.evades", {card: name(fact.cardId)});
      case "DAMAGE_APPLIED": {
        const target = fact.cardId ? name(fact.cardId) : ctx.name(fact.target);
        return fact.reducedDamage ? t("tell.damage", {target, n: fact.reducedDamage}) : t("tell.nothing", {target});
      }
      case "CARD_MOVED":
        return t(fact.destroyed ? "tell.destroyed" : `tell.to.${fact.to}`, {card: name(fact.cardId)});
      case "CARDS_DISCARDED":
        return t("tell.discards", {name: who(), cards: room.list(fact.cards.map(name))});
      case "CARD_TRANSFORMED":
        return t("tell.transformed", {card: name(fact.cardId), into: name(fact.into)});
      case "CARD_CREATED":
        return t("tell.created", {name: who(), card: name(fact.cardId)});
      case "HAND_REVEALED":
        return fact.cards.length ? t("tell.revealed", {name: who(), cards: room.list(fact.cards.map(name))}) : t("tell.revealed.nothing", {name: who()});
      case "PLAYER_AUTO_PASSED":
        return t("tell.late", {name: who()});
      case "OPTION_CHOSEN":
        return t("tell.chose", {name: who(), option: (chinese() && fact.zh) || fact.option});
      case "GAME_END":
        return fact.winnerId === "draw" ? t("tell.draw") : t("tell.wins", {name: ctx.name(fact.winnerId)});
      default:
        return null;
    }
  };
}
