"""A finished deal as one can walk through it: out of a recording, or out of a viewer's `.cutcard`
file, which is judged first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import MsgspecError, Raw, Struct, convert, json

from cutcard.bots.parts import part
from cutcard.fair import Bad, Verdict, judge
from cutcard.fair.chain import Deal, deals_of
from cutcard.fair.lines import End, Head, Lock, Offer
from cutcard.fair.lines import read as read_lines
from cutcard.fair.shares import shares_of
from cutcard.games import game
from cutcard.kernel import fair
from cutcard.kernel.exports import Reading, exporting_of
from cutcard.kernel.game import Game, Outcome, Seat
from cutcard.kernel.optional import counting_of
from cutcard.kernel.rng import Rng

from .log import Header, LogLine, Recording, Unreadable
from .show import Scene, Screen, lines, names_of, scenes
from .verify import Drift, replay

SIGNED = b'{"t":"head"'


class Story(Struct):
    """A deal as somebody saw it."""

    rules: Game
    deal: str  # which it is: the same in every viewer's file of it
    names: list[str]
    viewer: Seat | None
    scenes: list[Scene]
    screen: Screen
    outcome: Outcome | None
    counts: list[Mapping[str, int]]  # by seat; empty where they are not known
    texts: Mapping[str, str]  # by the name of a format
    verdict: Verdict | None = None  # of a signed file
    recording: Recording | None = None  # where all of it is known


class Entry(Struct):
    """A `move` line of a file, with our further fields."""

    at: int
    seat: Seat
    move: str
    facts: list[Any] = []
    view: Any = None
    players: list[str] = []
    outcome: Outcome | None = None
    counts: dict[str, int] = {}
    texts: dict[str, str] = {}


def of_recording(
    rules: Game,
    recording: Recording,
    names: Sequence[str],
    viewer: Seat | None,
    *,
    everything: bool,
    when: Sequence[int] = (),
) -> Story:
    """A deal of which all is known, as a seat or a spectator saw it, or everything. Drift where it
    does not replay."""
    seats = recording.header.seats
    outcome: Outcome | None = None
    found: list[Scene] = []
    played: list[tuple[int, Seat, Any]] = []
    for scene, step in _together(rules, recording, viewer, everything):
        found.append(scene)
        outcome = step.state.outcome()
        if step.move is not None:
            played.append((step.at, step.seat, step.move))
    counting = counting_of(part(rules, "counts"))
    counts: list[Mapping[str, int]] = [{} for _ in range(seats)]
    if counting is not None and outcome is not None:
        counts = list(counting.of_deal(_start(rules, recording), played))
    exporting = exporting_of(part(rules, "export"))
    texts: Mapping[str, str] = {}
    if exporting is not None:
        texts = exporting.texts(
            *(_start(rules, recording), played, names),
            viewer=viewer,
            everything=everything,
            when=when,
        )
    deal = recording.header.seed
    return Story(
        *(rules, deal, list(names), viewer, found, Screen(rules), outcome, counts, texts),
        recording=recording,
    )


def _together(rules: Game, recording: Recording, viewer: Seat | None, everything: bool) -> Any:
    for step in replay(rules, recording):
        (scene,) = scenes([step], viewer, everything, recording.header.seats)
        yield scene, step


def _start(rules: Game, recording: Recording) -> Any:
    head = recording.header
    options = json.decode(head.options, type=rules.Options)
    carry = json.decode(head.carry, type=rules.Carry | None)
    return rules.deal(options, head.seats, Rng(bytes.fromhex(head.seed)), carry)


def of_file(text: bytes, seat: Seat | None = None, *, everything: bool = False) -> Story:
    """A viewer's signed file: what they saw; of an open deal any seat's side, or everything.
    Unreadable where it is none, or not what the server signed; Drift where it does not replay."""
    verdict = judge(text)
    if verdict.verdict == "FALSE":
        raise Unreadable(f"it is not what a server signed ({verdict.code}); see `cutcard verify`")
    try:
        read = read_lines(text)
        head = read[0]
        assert isinstance(head, Head)
        mine = deals_of(head, read).get(head.deal, Deal())
    except Bad as no:
        raise Unreadable(f"it is not what a server signed ({no.code})") from no
    if head.deal == 0 or not mine.has(End):
        raise Unreadable("it has no deal that is over")
    try:
        rows = [
            json.decode(row, type=Entry)
            for row in text.split(b"\n")
            if row.startswith(b'{"t":"move"')
        ]
        story = _told(head, mine, rows, seat, everything=everything, summed=verdict.summed)
        for _ in lines(story.screen, story.scenes, story.viewer, story.names):
            pass  # anybody may sign a file that has seats and cards there are none of
    except Unreadable:
        raise
    except (MsgspecError, LookupError, ValueError, TypeError, AssertionError) as no:
        raise Drift(f"what it tells is nothing {head.game} could tell: {no}") from no
    story.verdict = verdict
    return story


def _told(
    head: Head,
    mine: Deal,
    rows: list[Entry],
    seat: Seat | None,
    *,
    everything: bool,
    summed: bool,
) -> Story:
    if not rows:
        raise Unreadable("it does not say how the deal went: ask the server for it again")
    rules = game(head.game)
    if mine.the(Offer).sealed:
        if everything or seat not in (None, head.viewer):
            raise Unreadable("it holds what one viewer was told, and no other side of the deal")
        if not summed:  # an open deal follows from its records; this is the server's word
            raise Unreadable("nobody has signed what it tells: ask the server for it again")
        return _sealed(rules, head, rows)
    recording = _opened(head, mine, rows)
    names = (rows[-1].players if summed else []) or names_of(recording.header.seats)
    viewer = head.viewer if seat is None else seat
    if viewer is not None and viewer >= recording.header.seats:
        raise Unreadable(f"this deal has seats 0 to {recording.header.seats - 1}")
    viewer = None if everything else viewer
    return of_recording(rules, recording, names, viewer, everything=everything)


def _opened(head: Head, mine: Deal, rows: list[Entry]) -> Recording:
    """Everything follows from the seed that was told and the shares."""
    x = fair.stir(bytes.fromhex(mine.the(Lock).head), shares_of(mine, []))
    seed = fair.deal_seed(bytes.fromhex(mine.the(End).seed), x)
    seats = 1 + max(one.seat for one in mine.the(Lock).seats)
    carry, options = Raw(head.carry.encode() or b"null"), Raw(head.options.encode())
    header = Header(head.game, head.version, options, seats, seed.hex(), carry)
    entries = [LogLine(row.at, row.seat, Raw(row.move.encode())) for row in rows]
    return Recording(header, entries)


def _sealed(rules: Game, head: Head, rows: list[Entry]) -> Story:
    """What was told stands in the file; the game's own kinds of it make words of it."""
    module = part(rules, "screen")
    reads = module if isinstance(module, Reading) and head.version == rules.version else None
    facts: Any = Any if reads is None else list[reads.FACTS]  # type: ignore[name-defined]
    view: Any = Any if reads is None else reads.VIEW
    found = []
    for row in rows:
        move = json.decode(row.move, type=rules.Move) if row.move else None
        told = convert(row.facts, facts, str_keys=True)
        seen = convert(row.view, view, str_keys=True)
        found.append(Scene(row.at, row.seat, move, told, [None] * len(told), seen))
    last = rows[-1]
    counts: list[Mapping[str, int]] = [{} for _ in last.players]
    if head.viewer is not None:
        counts[head.viewer] = last.counts
    deal, screen = f"{head.key}/{head.table}/{head.deal}", Screen(rules, plain=reads is None)
    return Story(
        *(rules, deal, last.players, head.viewer, found, screen),
        *(last.outcome, counts, last.texts),
    )
