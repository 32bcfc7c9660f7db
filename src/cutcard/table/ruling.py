"""F77: what a file says by the game's own rules: every move legal, every draw one that they ask
for, the result theirs. Only of open deals: a sealed one's file has no moves; `auditing.py` judges
those where the log is."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, json, structs

from cutcard.fair.judge import FALSE, Verdict
from cutcard.fair.lines import Card, Dealt, Draw, End, Head, Line, Lock, Move, Record, read
from cutcard.games import game_names
from cutcard.kernel import fair
from cutcard.store.protocol import DealRow, Entry

from .deal import Deal, Drift, commitment
from .proof import Noted
from .vocabulary import vocabulary

NO_RULES = "NO_RULES"  # a note: this Cutcard does not have the game, or another version of it


def by_rules(text: bytes, found: Verdict) -> Verdict:
    """The judge's verdict on a file, or what the rules have against it."""
    if found.verdict == FALSE or found.code in ("CHAIN", "NOT_ENDED", "VOID") or found.sealed:
        return found
    lines = read(text)
    head = lines[0]
    assert isinstance(head, Head)
    known = head.game in game_names() and vocabulary(head.game).game.version == head.version
    if not known:
        return structs.replace(found, notes=(*found.notes, NO_RULES))
    wrong = _wrong(head, lines)
    if wrong is None:
        return found
    code, line = wrong
    at = next((n for n, one in enumerate(lines, 1) if one is line), None)
    return Verdict(FALSE, code, found.notes, at, summed=found.summed)


def _wrong(head: Head, lines: Sequence[Line]) -> tuple[str, Line | None] | None:
    mine = {type(one): one for one in lines if isinstance(one, Record) and one.deal == head.deal}
    lock, dealt, end = mine[Lock], mine[Dealt], mine[End]
    assert isinstance(lock, Lock)
    assert isinstance(dealt, Dealt)
    assert isinstance(end, End)
    shares = [(one.seat, bytes.fromhex(one.share)) for one in dealt.shares if one.share]
    x = fair.stir(bytes.fromhex(lock.head), shares)
    seed = fair.deal_seed(bytes.fromhex(end.seed), x)
    moves = [one for one in lines if isinstance(one, Move)]
    words, rng = vocabulary(head.game), Noted(seed)
    try:
        deal = Deal(words, _header(head, len(lock.seats), seed), rng)
    except (ValueError, TypeError, Drift):
        return "RULES", head
    played = deal.again(words, [_entry(one) for one in moves])
    for one in moves:
        try:
            next(played)
        except Drift:
            return "MOVE", one
    draws, cards, decks = rng.lines()
    told = [one for one in lines if isinstance(one, Draw)]
    if told and (decks != head.decks or draws != [_drawn(one) for one in told]):
        return "DRAW", told[0]
    there = [one for one in lines if isinstance(one, Card)]
    if {(one.draw, one.place) for one in there} - {(one["draw"], one["place"]) for one in cards}:
        return "PLACE", there[0]
    outcome = json.encode(deal.outcome).decode()
    return None if fair.result_bound(outcome).hex() == end.result else ("RESULT", end)


def _header(head: Head, seats: int, seed: bytes) -> DealRow:
    carry = head.carry.encode() or None
    return DealRow(
        head.table, head.deal, 1, head.game, head.version, head.options.encode(), carry, seats,
        seed, commitment(seed), 1, 0,
    )  # fmt: skip


def _entry(one: Move) -> Entry:
    return Entry(one.n, one.at, one.seat, one.move.encode(), None)


def _drawn(one: Draw) -> dict[str, object]:
    if one.deck is not UNSET:
        return {"t": "draw", "op": one.op, "deck": one.deck}
    return {"t": "draw", "op": one.op, "n": one.n, "got": one.got}
