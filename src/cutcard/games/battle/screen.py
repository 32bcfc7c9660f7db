"""Battle in a terminal: a view, a fact and a move as plain text. Pure; knows names, not users."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cutcard.kernel.game import Fact, Record, Seat

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

PHASES = {
    "RECHARGE": "Recharge",
    "DRAW": "Draw",
    "MAIN_A": "first main phase",
    "BATTLE": "Battle",
    "MAIN_B": "second main phase",
    "END": "End",
}
LATER = {
    "END_OF_TURN": "at the end of this turn",
    "MY_RECHARGE": "at its player's next Recharge",
    "THEIR_RECHARGE": "at the other's next Recharge",
}
FACE = 1 << 40  # stands for the player who is attacked


def show(view: views.View, seat: Seat | None, names: Names) -> str:
    """The table as that seat sees it, its own side below."""
    faces = {face.card_id: face for face in view.cards}
    phase = PHASES[view.current_phase.name]
    when = f"turn {view.current_turn}, {phase}" if view.current_turn else "before the first turn"
    lines = [f"Battle ({view.ruleset}), {when}"]
    if view.best_of > 1:
        lines[0] += f", game {view.game} of {view.best_of}"
    mine = 0 if seat is None else seat
    for who in (1 - mine, mine):
        lines += _side(view, who, faces, names, you=who == seat)
    for item in view.stack:
        lines.append(f"  stack: {faces[item.card_id].name} of {names[item.controller]}")
    for one in view.delayed:
        lines.append(f"  {LATER[one.when]}: {faces[one.card_id].name} of {names[one.controller]}")
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
    saying = SAYINGS.get(type(fact))
    return "" if saying is None else saying(fact, names)


def _begins(fact: facts.GameStart, names: Names) -> str:
    return f"The game begins; {names[fact.first_player_id]} goes first."


def _draws(fact: facts.CardDrawn, names: Names) -> str:
    if fact.card_id is None:
        return ""
    return f"{names[fact.player_id]} draws {_plain(fact.card_id)}."


def _plays(fact: facts.CardPlayed, names: Names) -> str:
    return f"{names[fact.player_id]} plays {_plain(fact.card_id)} for {fact.cost} CE."


def _fizzles(fact: facts.Fizzled, names: Names) -> str:
    how = {"NEGATED": "is negated", "BUDGET": "ends here: one move can do no more"}.get(
        fact.reason, "finds no target any more"
    )
    return f"{_plain(fact.card_id)} {how}."


def _blocks(fact: facts.BlocksDeclared, names: Names) -> str:
    return f"{names[fact.player_id]} blocks with {len(fact.blocks)}." if fact.blocks else ""


def _hurts(fact: facts.DamageApplied, names: Names) -> str:
    who = names[fact.target] if fact.card_id is None else _plain(fact.card_id)
    return f"{who} takes {fact.reduced_damage} ({_plain(fact.source)})."


def _heals(fact: facts.Healed, names: Names) -> str:
    """Of a player; a card's HP are in its row of the table."""
    return f"{names[fact.target]} heals {fact.amount}." if fact.target < len(names) else ""


def _searches(fact: facts.Searched, names: Names) -> str:
    taken = f" for {_plain(fact.card_id)}" if fact.card_id is not None else ""
    return f"{names[fact.player_id]} searches the deck{taken}."


def _goes(fact: facts.CardMoved, names: Names) -> str:
    if fact.destroyed:
        return f"{_plain(fact.card_id)} is destroyed."
    return f"{_plain(fact.card_id)} goes to {fact.to.replace('_', ' ').lower()}."


def _discards(fact: facts.CardsDiscarded, names: Names) -> str:
    return f"{names[fact.player_id]} discards {', '.join(_plain(one) for one in fact.cards)}."


def _ends(fact: facts.GameEnd, names: Names) -> str:
    return _ended(fact.winner_id, fact.win_condition, fact.reason, names)


SAYINGS: dict[type[Record], Callable[[Any, Names], str]] = {
    facts.GameStart: _begins,
    facts.DeckChosen: lambda f, names: f"{names[f.player_id]} has chosen a deck.",
    facts.MulliganTaken: lambda f, names: (
        f"{names[f.player_id]} {f'swaps {f.count} of' if f.count else 'keeps'} the opening hand."
    ),
    facts.PhaseStarted: lambda f, names: (
        f"{names[f.player_id]} begins turn {f.turn}." if f.phase == "RECHARGE" else ""
    ),
    facts.CardDrawn: _draws,
    facts.PlayerDeckEmpty: lambda f, names: (
        f"{names[f.player_id]} has nothing to draw ({f.count} of 3)."
    ),
    facts.CardPlayed: _plays,
    facts.AbilityActivated: lambda f, names: f"{names[f.player_id]} uses {_plain(f.card_id)}.",
    facts.Fizzled: _fizzles,
    facts.AttacksDeclared: lambda f, names: f"{names[f.player_id]} attacks with {len(f.attacks)}.",
    facts.BlocksDeclared: _blocks,
    facts.EvasionTriggered: lambda f, names: f"{_plain(f.card_id)} evades.",
    facts.DamageApplied: _hurts,
    facts.CardMoved: _goes,
    facts.CardsDiscarded: _discards,
    facts.CardTransformed: lambda f, _: f"{_plain(f.card_id)} turns into {_plain(f.into)}.",
    facts.CardCreated: lambda f, names: f"{names[f.player_id]} gets {_plain(f.card_id)} into hand.",
    facts.HandRevealed: lambda f, names: (
        f"{names[f.player_id]} shows {', '.join(map(_plain, f.cards)) or 'an empty hand'}."
    ),
    facts.Healed: _heals,
    facts.CardChosen: lambda f, names: f"{names[f.player_id]} chooses: {f.option}.",
    facts.Searched: _searches,
    facts.Scried: lambda f, names: (
        f"{names[f.player_id]} looks at the top of the deck: {f.bottom} of {f.count} go under it."
    ),
    facts.AutoPassed: lambda f, names: f"Time is up for {names[f.player_id]}.",
    facts.GameEnd: _ends,
}


def _plain(card: str) -> str:
    return card.removeprefix("CUSTOM:").removeprefix("token_").replace("_", " ").title()


# Moves


class Legend:
    """What the ids in a move stand for, as the view tells it."""

    def __init__(self, view: views.View) -> None:
        self.view = view
        self.faces = {face.card_id: face for face in view.cards}
        self.named = {0: "player 1", 1: "player 2", FACE: "the player"}
        for seat, player in view.players.items():
            if player.hand is not None:  # whoever sees a hand is its owner
                self.named |= {seat: "yourself", 1 - seat: "the opponent"}
            for one in player.field.values():
                self.named[one.instance_id] = self.faces[one.card_id].name
            for card in (*player.graveyard, *(player.hand or ()), *player.shown):
                self.named[card.instance_id] = self.faces[card.card_id].name
        for item in view.stack:
            self.named[item.entry_id] = self.faces[item.card_id].name

    def listed(self, *ids: int) -> str:
        return ", ".join(self.named.get(one, "?") for one in ids if one >= 0)

    def aimed(self, ids: Sequence[int]) -> str:
        """After what is played: whom it is aimed at, where it is."""
        return f" on {self.listed(*ids)}" if self.listed(*ids) else ""


def describe(move: moves.Move, view: views.View) -> str:
    """A move as a person would name it."""
    return DESCRIBED[type(move)](move, Legend(view))


def _sideboard(move: moves.Sideboard, legend: Legend) -> str:
    if not move.out:
        return "keep the deck"
    return f"{', '.join(move.out)} out, {', '.join(move.into)} in"


def _mulligan(move: moves.Mulligan, legend: Legend) -> str:
    return f"swap {legend.listed(*move.card_ids)}" if move.card_ids else "keep the hand"


def _play_card(move: moves.PlayCard, legend: Legend) -> str:
    x = f" with X = {move.x}" if move.x else ""
    paid = f", paying {legend.listed(*move.cost_ids)}" if move.cost_ids else ""
    return f"play {legend.listed(move.card_instance_id)}{legend.aimed(move.target_ids)}{x}{paid}"


def _activate(move: moves.ActivateAbility, legend: Legend) -> str:
    return f"use {legend.listed(move.card_instance_id)}{legend.aimed(move.target_ids)}"


def _attacks(move: moves.DeclareAttacks, legend: Legend) -> str:
    return "attack: " + ", ".join(
        f"{legend.listed(one.attacker_id)} on {legend.listed(_aimed(one))}" for one in move.attacks
    )


def _aimed(attack: moves.Attack) -> int:
    return FACE if attack.target_card_id is None else attack.target_card_id


def _stops(move: moves.DeclareBlocks, legend: Legend) -> str:
    return "block: " + ", ".join(
        f"{legend.listed(one.blocker_id)} stops {legend.listed(one.attacker_id)}"
        for one in move.blocks
    )


def _target(move: moves.Target, legend: Legend) -> str:
    return f"aim at {legend.listed(*move.target_ids) or 'nothing'}"


def _choose(move: moves.Choose, legend: Legend) -> str:
    labels = legend.view.asked.labels if legend.view.asked is not None else ()
    return labels[move.option] if move.option < len(labels) else str(move.option)


def _scry(move: moves.Scry, legend: Legend) -> str:
    cards = legend.view.pending.cards if legend.view.pending is not None else ()
    under = ", ".join(legend.faces[cards[i]].name for i in move.bottom)
    return f"under the deck: {under}" if under else "leave them on top"


def _search(move: moves.Search, legend: Legend) -> str:
    return f"take {legend.faces[move.card_id].name}" if move.card_id else "take none"


DESCRIBED: dict[type[moves.Move], Callable[[Any, Legend], str]] = {
    moves.ChooseDeck: lambda move, _: f"deck {move.deck}" if move.deck else "a deck of your own",
    moves.Sideboard: _sideboard,
    moves.Mulligan: _mulligan,
    moves.PlayCard: _play_card,
    moves.ActivateAbility: _activate,
    moves.DeclareAttacks: _attacks,
    moves.DeclareBlocks: _stops,
    moves.Target: _target,
    moves.Choose: _choose,
    moves.Discard: lambda move, legend: f"discard {legend.listed(*move.card_ids)}",
    moves.Scry: _scry,
    moves.Search: _search,
    moves.Surrender: lambda *_: "surrender",
    moves.Pass: lambda *_: "pass",
}
