"""A deal that one walks through, forth and back; and the same for programs, one JSON object a
step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from msgspec import json

from cutcard.replay.show import step_lines
from cutcard.replay.story import Story

HELP = "n: next   p: back   a number: that step   q: leave"


def walk(story: Story) -> None:
    """Shows a step, and asks where to go; Enter goes on, and the end of input leaves."""
    at, last = 0, len(story.scenes) - 1
    _show(story, at)
    while True:
        try:
            answer = click.prompt(f"{at}/{last}", default="n", show_default=False).strip().lower()
        except click.Abort:
            click.echo()
            return
        if answer in ("q", "quit"):
            return
        to = _where(answer, at)
        if to is None:
            click.echo(HELP)
        elif not 0 <= to <= last:
            click.echo(f"Steps go from 0 to {last}.")
        else:
            at = to
            _show(story, at)


def _where(answer: str, at: int) -> int | None:
    if answer in ("n", "next", ""):
        return at + 1
    if answer in ("p", "b", "back"):
        return at - 1
    return int(answer) if answer.isdecimal() else None


def _show(story: Story, at: int) -> None:
    scene = story.scenes[at]
    if scene.move is not None or scene.facts:
        before = story.scenes[at - 1] if at else None
        for line in step_lines(story.screen, scene, before, story.names):
            click.echo(line)
    click.echo(story.screen.show(scene.view, story.viewer, story.names))


def json_lines(story: Story) -> Iterator[str]:
    """First the deal, then each step: when, who and what (where the viewer knows), what was told,
    and what could be seen then."""
    head: dict[str, Any] = {
        "game": story.rules.name,
        "version": story.rules.version,
        "players": story.names,
        "viewer": story.viewer,
        "steps": len(story.scenes),
        "outcome": story.outcome,
        "verdict": story.verdict,
    }
    yield _line(head)
    for n, scene in enumerate(story.scenes):
        seat = None if scene.move is None else scene.seat
        step = {"n": n, "at": scene.at, "seat": seat, "move": scene.move}
        yield _line({**step, "facts": scene.facts, "view": scene.view})


def _line(what: dict[str, Any]) -> str:
    return json.encode({key: value for key, value in what.items() if value is not None}).decode()
