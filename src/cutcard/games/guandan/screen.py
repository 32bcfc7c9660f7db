"""Guandan in a terminal: a view, a fact and a move as plain text, types with their Chinese names.

Pure; knows names, not users.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cutcard.kernel.cards import RANKS, display, parse
from cutcard.kernel.game import Fact, Seat

from . import moves
from .arrange import BOOK
from .book import BY_PAIR
from .deck import LEVEL_KEY, SMALL_KEY, pack_names
from .hints import grouped, still_out
from .lay import spoken, usual
from .shapes import SEQUENCES, Form

Names = Sequence[str] | Mapping[Seat, str]
PLACES = ("头游 first", "二游 second", "三游 third", "末游 last")
SIDES = ("South", "East", "North", "West")
TYPES = {
    "single": "single 单张",
    "pair": "pair 对子",
    "triple": "triple 三张",
    "fullhouse": "three with two 三带二",
    "straight": "straight 顺子",
    "tube": "tube 三连对",
    "plate": "plate 钢板",
    "bomb": "bomb 炸弹",
    "straightflush": "straight flush 同花顺",
    "jokerbomb": "four kings 四王",
}
FINAL = ("concede",)  # asked about once at a terminal


def show(view: moves.View, seat: Seat | None, names: Names) -> str:
    """The table as that seat sees it."""
    ours, theirs = (_level(level) for level in view.levels)
    lines = [
        f"Guandan 掼蛋, deal {view.deal} at level {_level(view.level)} "
        f"(South/North {ours}, East/West {theirs})"
    ]
    for who, player in view.players.items():
        mark = ">" if view.turn == who else " "
        you = " (you)" if who == seat else ""
        lines.append(f" {mark}{SIDES[who]:5} {names[who]}{you}: {_doing(player)}")
    lines += [f"  tribute: {_gift(gift, names)}" for gift in view.gifts]
    if view.table is not None:
        lines.append(f"  to beat: {_laid(view.table)}")
    if view.hand:
        lines.append("  your hand: " + _cards(view.hand))
        if view.phase != "deal":
            groups = grouped(pack_names(view.hand), RANKS.index(view.level))
            lines.append("  in groups: " + " | ".join(_cards(group) for group in groups))
        out = still_out(view)
        lines.append("  still out: " + " ".join(f"{_level(rank)}×{n}" for rank, n in out.items()))
    if view.result is not None:
        lines.append("  " + _result(view.result, names))
    return "\n".join(lines)


def say(fact: Fact, names: Names) -> str:
    """A fact in one line, or nothing where another says it."""
    match fact:
        case moves.GameStart():
            return f"Deal {fact.deal} starts at level {_level(fact.level)}."
        case moves.LeadFalls():
            return f"{names[fact.seat]} leads."
        case moves.CardPlayed():
            few = f", {fact.left} left" if fact.left <= 10 else ""
            return f"{names[fact.play.seat]}: {_laid(fact.play)}{few}."
        case moves.PlayerPassed():
            return f"{names[fact.seat]} passes."
        case moves.PlayerAutoPassed():
            return f"{names[fact.seat]} passes by the table's choice."
        case moves.PlayerAutoPlayed():
            return f"The table chooses for {names[fact.seat]}."
        case moves.PlayerAuto():
            doing = "is played by the table now (托管)" if fact.on else "plays again"
            return f"{names[fact.seat]} {doing}."
        case moves.PlayerAway():
            return f"{names[fact.seat]} is away."
        case moves.PlayerReady():
            return f"{names[fact.seat]} is ready."
        case moves.ConcessionWished():
            doing = "would give the match up" if fact.on else "plays on"
            return f"{names[fact.seat]} {doing}."
        case moves.PlayerFinished():
            return f"{names[fact.seat]} is out: {PLACES[fact.place - 1]}."
        case moves.TrickEnd() if fact.wind:
            return f"{names[fact.leader]} leads for {names[fact.winner]} (接风)."
        case moves.TrickEnd():
            return f"{names[fact.winner]} takes the trick and leads."
        case moves.GameEnd():
            return _result(fact.result, names)
    return _tribute(fact, names)


def _tribute(fact: Fact, names: Names) -> str:
    match fact:
        case moves.TributeRefused():
            who = " and ".join(names[seat] for seat in fact.shown)
            return f"No tribute: {who} showed the big jokers (抗贡)."
        case moves.TributeOffered():
            return "Two equal tributes lie open; the first takes one."
        case moves.TributePaid():
            return f"{names[fact.giver]} pays {_card(fact.card)} to {names[fact.taker]} (进贡)."
        case moves.TributeReturned():
            return f"{names[fact.giver]} returns {_card(fact.card)} to {names[fact.taker]} (还贡)."
    return ""


def describe(move: moves.Move, view: moves.View) -> str:
    """A move as a person would name it."""
    match move:
        case moves.Play():
            form = Form(move.form, move.key, move.size)
            cards = move.cards
            if not cards:
                level, book = RANKS.index(view.level), BY_PAIR if view.declare_pair else BOOK
                laid = usual(pack_names(view.hand or ()), level, form, book) or 0
                cards = spoken(laid, level, form, book)[0]
            return f"{kind(form)}: {_cards(cards)}" if move.form else _cards(cards)
        case moves.Pay():
            return f"pay {_card(move.card)}"
        case moves.Refuse():
            return "refuse tribute (抗贡)"
        case moves.Take():
            return f"take {SIDES[move.payer]}'s card"
        case moves.Return():
            return f"return {_card(move.card)}"
        case moves.Auto():
            return "let the table play (托管)"
        case moves.Back():
            return "play again"
        case moves.Leave():
            return "leave"
        case moves.Away():
            return "be away"
        case moves.Ready():
            return "go on to the next deal"
        case moves.Concede():
            return "give the match up, if the partner agrees"
        case moves.PlayOn():
            return "play on after all"
    return "pass"


def kind(form: Form) -> str:
    """A form in words: `pair 对子 of 9`."""
    if form.type in ("", "jokerbomb"):
        return TYPES.get(form.type, "cards")
    size = f"{form.size} × " if form.type == "bomb" else ""
    link = "to" if form.type in SEQUENCES else "of"
    return f"{TYPES[form.type]} {link} {size}{_key(form.key)}"


def _key(key: int) -> str:
    if key >= SMALL_KEY:
        return "small joker" if key == SMALL_KEY else "big joker"
    return "level" if key == LEVEL_KEY else _level(RANKS[key - 2])


def _level(text: str) -> str:
    return "10" if text == "T" else text


def _card(name: str) -> str:
    return display(parse(name))


def _cards(cards: Iterable[str]) -> str:
    return " ".join(_card(card) for card in cards)


def _laid(laid: moves.Laid) -> str:
    stands = f" (wild as {_cards(laid.stands)})" if laid.stands else ""
    return f"{kind(Form(laid.form, laid.key, laid.size))}: {_cards(laid.cards)}{stands}"


def _gift(gift: moves.Gift, names: Names) -> str:
    back = f", {_card(gift.returned)} back" if gift.returned else ""
    return f"{names[gift.giver]} → {names[gift.taker]} {_card(gift.card)}{back}"


def _doing(player: moves.Player) -> str:
    state = f"{player.cards} cards" if player.place is None else PLACES[player.place - 1]
    if player.auto:
        state += ", played by the table"
    if player.last is not None:
        return f"{state} · {_laid(player.last)}"
    if player.passed:
        return f"{state} · pass"
    return f"{state} · has chosen" if player.chosen else state


def _result(result: moves.Settled, names: Names) -> str:
    teams = ("South/North", "East/West")
    if result.conceded is not None:
        return f"{teams[result.conceded]} give up: {teams[1 - result.conceded]} win the match."
    order = ", ".join(
        f"{names[seat]} {place}" for seat, place in zip(result.order, PLACES, strict=True)
    )
    said = f"The deal is over: {order}. {teams[result.team]} +{result.advance}"
    if result.was is not None:
        ups = [
            f"{_level(was)} → {_level(to)}"
            for was, to in zip(result.was, result.levels, strict=True)
        ]
        said += f" ({teams[0]} {ups[0]}, {teams[1]} {ups[1]})"
    said += "."
    if result.payers:
        payers, takers = (
            " and ".join(names[s] for s in who) for who in (result.payers, result.takers)
        )
        said += f" {payers} will pay tribute to {takers}."
    if result.dropped is not None:
        said += f" {teams[result.dropped]} failed at A too often and fall back."
    elif result.failed is not None:
        said += f" {teams[result.failed]} did not pass A."
    if result.match_over:
        winner = "It is a draw" if result.winner is None else f"{teams[result.winner]} win"
        said += f" {winner}: the match is over."
    return said
