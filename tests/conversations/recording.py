"""Recordings: how they are kept, made and held against what is said today.

A file is lines of text, compressed. `> dial NAME KIND`, `> send NAME FRAME`, `> hang NAME` and
`> wait MS` are what was done; each other line is `NAME FRAME`, what somebody then heard.
"""

from __future__ import annotations

import asyncio
import gzip
from itertools import zip_longest
from pathlib import Path
from pprint import pformat
from typing import Any

from . import packets, websocket
from .mouths import readable
from .script import Teller
from .stage import Stage, Step
from .still import StillLoop

FOLDER = Path(__file__).parent / "recorded"
DIALECTS = ("json", "packed", "tcp")
LONGEST = 6000  # characters of a frame that are shown


def path(game: str, dialect: str) -> Path:
    return FOLDER / f"{game}-{dialect}.txt.gz"


def write(steps: list[Step], to: Path) -> None:
    lines = []
    for step in steps:
        lines.append("> " + " ".join(step.do))
        lines += [f"{name} {frame}" for name, frame in step.heard]
    to.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), 9, mtime=0))


def read(of: Path) -> list[Step]:
    steps: list[Step] = []
    for line in gzip.decompress(of.read_bytes()).decode().splitlines():
        head, _, rest = line.partition(" ")
        if head == ">":
            steps.append(Step(tuple(rest.split(" ", 2)), []))
        else:
            steps[-1].heard.append((head, rest))
    return steps


def run(work: Any) -> Any:
    """A coroutine in a still world of its own: `work` gets the stage."""
    loop = StillLoop()

    async def whole() -> Any:
        async with Stage(loop) as stage:
            return await work(stage)

    try:
        return loop.run_until_complete(whole())
    finally:
        loop.close()


def record(game: str, dialect: str) -> list[Step]:
    async def work(stage: Stage) -> list[Step]:
        teller = Teller(stage, game, dialect)
        await (packets if dialect == "tcp" else websocket).evening(teller)
        return teller.steps

    return run(work)


def play_again(steps: list[Step]) -> str:
    """What is different today, first of all; nothing where nothing is."""

    async def work(stage: Stage) -> str:
        kinds: dict[str, str] = {}
        for number, step in enumerate(steps):
            if step.do[0] == "dial":
                kinds[step.do[1]] = step.do[2]
            try:
                heard = (await asyncio.wait_for(stage.take(step.do), None)).heard
            except KeyError:
                heard = [(step.do[1], "(gone)")]
            if heard != step.heard:
                return _told(steps[: number + 1], heard, kinds)
        return ""

    return run(work)


def _told(steps: list[Step], heard: list[tuple[str, str]], kinds: dict[str, str]) -> str:
    """The first frame that differs, who heard it, and what had been done just before."""
    there = enumerate(zip_longest(steps[-1].heard, heard))
    nth, (then, now) = next(pair for pair in there if pair[1][0] != pair[1][1])
    lines = [f"step {len(steps)}, frame {nth + 1} is not as it was recorded; before it:"]
    lines += [_done(step, kinds) for step in steps[-4:]]
    lines += [
        f"    then {name} heard, as before, {_kind(name, frame, kinds)}"
        for name, frame in heard[:nth]
    ]
    lines += [f"recorded: {_shown(then, kinds)}", f"now:      {_shown(now, kinds)}"]
    if then and now and then[0] == now[0]:
        at = next(
            (n for n, (a, b) in enumerate(zip(then[1], now[1], strict=False)) if a != b),
            min(len(then[1]), len(now[1])),
        )
        around = slice(max(at - 60, 0), at + 60)
        lines += [f"they part at character {at}: …{then[1][around]}…", f"now …{now[1][around]}…"]
    return "\n".join(lines)


def _done(step: Step, kinds: dict[str, str]) -> str:
    if step.do[0] == "send":
        said = readable(kinds.get(step.do[1], "json"), step.do[2])
        return f"  {step.do[1]} sent {said}"
    return "  " + " ".join(step.do)


def _kind(name: str, frame: str, kinds: dict[str, str]) -> Any:
    said = readable(kinds.get(name, "json"), frame)
    return said.get("type") if isinstance(said, dict) else said[0] if said[0] != "(" else said


def _shown(one: tuple[str, str] | None, kinds: dict[str, str]) -> str:
    if one is None:
        return "nobody hears anything more"
    said = readable(kinds.get(one[0], "json"), one[1])
    return f"{one[0]} hears {pformat(said, width=100, sort_dicts=False)[:LONGEST]}"
