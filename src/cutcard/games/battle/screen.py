"""Battle in a terminal: a view, a fact and a move as plain text. Pure; knows names, not users."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.kernel.game import Fact, Seat

from . import facts, moves, views

Names = Sequence[str] | Mapping[Seat, str]
ENDS = {
    "OPPONENT_HP_ZERO": "the other has no HP left",
    "DECK_EMPTY": "the other had nothing to draw, three times",
    "SURRENDER": "the other surrendered",
    "TIMEOUT": "the other ran out of time",
    "TURN_LIMIT": "more HP at the last turn",
}
DRAWS = {
    "INFINITE_LOOP": "the same thing would go on for ever",
    "BOTH_DEFEATED": "both fell at once",
    "TURN_LIMIT": "equal HP at the last turn",
}
ASKED = {
    "DECK": "choose a deck",
    "SIDEBOARD": "change cards with the sideboard, or keep the deck",
    "MULLIGAN": "keep the hand, or swap cards once",
    "MAIN": "play cards, use abilities, or pass",
    "RESPONSE": "respond, or pass",
    "ATTACKS": "attack, or pass",
    "BLOCKS": "block, respond, or pass",
    "TARGET": "choose a target",
    "CHOOSE": "choose one",
    "DISCARD": "discard",
    "SCRY": "put cards under the deck, or leave them",
    "SEARCH": "take a card, or none",
}


def show(view: views.View, seat: Seat | None, names: Names) -> str:
    """The table as that seat sees it, its own side below."""
    faces = {face.card_id: face for face in view.cards}
    phase = view.current_phase.name
    lines = [f"Battle ({view.ruleset}), turn {view.current_turn}, {phase}"]
    if view.best_of > 1:
        lines[0] += f", game {view.game} of {view.best_of}"
    mine = 0 if seat is None else seat
    for who in (1 - mine, mine):
        lines += _side(view, who, faces, names, you=who == seat)
    for item in view.stack:
        lines.append(f"  stack: {faces[item.card_id].name} of {names[item.controller]}")
    hand = view.players[mine].hand if seat is not None else None
    if hand:
        lines.append("  your hand:")
        lines += [f"    {_printed(faces[one.card_id])}" for one in hand]
    if view.winner_id is not None:
        lines.append("  " + _ended(view.winner_id, view.win_condition, view.reason, names))
    elif view.asked is not None:
        deciding = " and ".join(names[one] for one in view.to_act)
        lines.append(f"  {deciding}: {ASKED[view.asked.kind]}")
    return "\n".join(lines)


def _side(
    view: views.View, who: Seat, faces: dict[str, views.Face], names: Names, *, you: bool
) -> list[str]:
    player = view.players[who]
    mark = " (you)" if you else ""
    ce = f"{player.current_cursed_energy}/{player.max_cursed_energy} CE"
    rest = (
        f"{player.hand_count} in hand, {player.deck} in deck, {len(player.graveyard)} in graveyard"
    )
    lines = [f"  {names[who]}{mark}: {player.current_hp} HP, {ce}, {rest}"]
    for one in player.field.values():
        if one.host is not None:
            continue
        gear = [faces[player.field[i].card_id].name for i in one.attachments if i in player.field]
        lines.append(f"    {_unit(one, faces)}{' with ' + ', '.join(gear) if gear else ''}")
    return lines


def _unit(one: views.InPlay, faces: dict[str, views.Face]) -> str:
    text = faces[one.card_id].name
    if one.atk is not None:
        text += f" {one.atk}/{one.defence}/{one.current_hp}"
    words = [word.replace("_", " ").lower() for word in one.keywords]
    words += [
        f"{s.status.removeprefix('CUSTOM:').lower()} {s.duration}" for s in one.status_effects
    ]
    if one.tapped:
        words.append("tapped")
    if one.sick:
        words.append("just came")
    return f"{text} ({', '.join(words)})" if words else text


def _printed(face: views.Face) -> str:
    cost = f"X+{face.cost}" if face.x else str(face.cost)
    stats = f" {face.atk}/{face.defence}/{face.hp}" if face.atk is not None else ""
    text = f": {face.text}" if face.text else ""
    return f"[{cost}] {face.name}{stats}{text}"


def _ended(winner: Seat | str, condition: str | None, reason: str | None, names: Names) -> str:
    if isinstance(winner, str):
        return f"A draw: {DRAWS[reason or 'BOTH_DEFEATED']}."
    return f"{names[winner]} wins: {ENDS[condition or 'OPPONENT_HP_ZERO']}."


def say(fact: Fact, names: Names) -> str:
    """A fact in one line, or nothing where it is not worth one."""
    match fact:
        case facts.GameStart():
            return f"The game begins; {names[fact.first_player_id]} goes first."
        case facts.DeckChosen():
            return f"{names[fact.player_id]} has chosen a deck."
        case facts.MulliganTaken():
            return f"{names[fact.player_id]} swaps {fact.count} of the opening hand."
        case facts.CardDrawn(card_id=str()):
            return f"{names[fact.player_id]} draws {_plain(fact.card_id or '')}."
        case facts.PlayerDeckEmpty():
            return f"{names[fact.player_id]} has nothing to draw ({fact.count} of 3)."
        case facts.CardPlayed():
            return f"{names[fact.player_id]} plays {_plain(fact.card_id)} for {fact.cost} CE."
        case facts.AbilityActivated():
            return f"{names[fact.player_id]} uses {_plain(fact.card_id)}."
        case facts.Fizzled():
            how = "is negated" if fact.reason == "NEGATED" else "finds no target any more"
            return f"{_plain(fact.card_id)} {how}."
        case facts.AttacksDeclared():
            return f"{names[fact.player_id]} attacks with {len(fact.attacks)}."
        case facts.BlocksDeclared(blocks=blocks) if blocks:
            return f"{names[fact.player_id]} blocks with {len(blocks)}."
        case facts.EvasionTriggered():
            return f"{_plain(fact.card_id)} evades."
        case facts.DamageApplied():
            who = names[fact.target] if fact.card_id is None else _plain(fact.card_id)
            return f"{who} takes {fact.reduced_damage} ({_plain(fact.source)})."
        case facts.CardMoved(destroyed=True):
            return f"{_plain(fact.card_id)} is destroyed."
        case facts.CardMoved():
            return f"{_plain(fact.card_id)} goes to {fact.to.replace('_', ' ').lower()}."
        case facts.CardsDiscarded():
            cards = ", ".join(_plain(one) for one in fact.cards)
            return f"{names[fact.player_id]} discards {cards}."
        case facts.AutoPassed():
            return f"Time is up for {names[fact.player_id]}."
        case facts.GameEnd():
            return _ended(fact.winner_id, fact.win_condition, fact.reason, names)
    return ""


def _plain(card: str) -> str:
    return card.removeprefix("CUSTOM:").replace("_", " ").title()


FACE = 1 << 40  # stands for the player who is attacked


def _aimed(attack: moves.Attack) -> list[int]:
    return [FACE if attack.target_card_id is None else attack.target_card_id]


def describe(move: moves.Move, view: views.View) -> str:
    """A move as a person would name it."""
    faces = {face.card_id: face for face in view.cards}
    named = {0: "player 1", 1: "player 2", FACE: "the player"}
    for player in view.players.values():
        for one in player.field.values():
            named[one.instance_id] = faces[one.card_id].name
        for card in (*player.graveyard, *(player.hand or ()), *player.shown):
            named[card.instance_id] = faces[card.card_id].name
    for item in view.stack:
        named[item.entry_id] = faces[item.card_id].name

    def listed(ids: Sequence[int]) -> str:
        return ", ".join(named.get(one, "?") for one in ids if one >= 0)

    match move:
        case moves.ChooseDeck():
            return f"deck {move.deck}" if move.deck else "a deck of your own"
        case moves.Sideboard():
            return (
                f"{', '.join(move.out)} out, {', '.join(move.into)} in"
                if move.out
                else "keep the deck"
            )
        case moves.Mulligan():
            return f"swap {listed(move.card_ids)}" if move.card_ids else "keep the hand"
        case moves.PlayCard():
            at = f" on {listed(move.target_ids)}" if listed(move.target_ids) else ""
            x = f" with X = {move.x}" if move.x else ""
            paid = f", paying {listed(move.cost_ids)}" if move.cost_ids else ""
            return f"play {listed([move.card_instance_id])}{at}{x}{paid}"
        case moves.ActivateAbility():
            at = f" on {listed(move.target_ids)}" if listed(move.target_ids) else ""
            return f"use {listed([move.card_instance_id])}{at}"
        case moves.DeclareAttacks():
            return "attack: " + ", ".join(
                f"{listed([one.attacker_id])} on {listed(_aimed(one))}" for one in move.attacks
            )
        case moves.DeclareBlocks():
            return "block: " + ", ".join(
                f"{listed([one.blocker_id])} stops {listed([one.attacker_id])}"
                for one in move.blocks
            )
        case moves.Target():
            return (
                f"aim at {listed(move.target_ids)}" if listed(move.target_ids) else "aim at nothing"
            )
        case moves.Choose():
            labels = view.asked.labels if view.asked is not None else ()
            return labels[move.option] if move.option < len(labels) else str(move.option)
        case moves.Discard():
            return f"discard {listed(move.card_ids)}"
        case moves.Scry():
            cards = view.pending.cards if view.pending is not None else ()
            under = ", ".join(faces[cards[i]].name for i in move.bottom)
            return f"under the deck: {under}" if under else "leave them on top"
        case moves.Search():
            return f"take {faces[move.card_id].name}" if move.card_id else "take none"
        case moves.Surrender():
            return "surrender"
    return "pass"
