"""What a seat may do besides playing: be played by the table (托管), go away, come back, and give
the match up together with its partner."""

from __future__ import annotations

from functools import cache

from cutcard.kernel.game import Illegal, Seat, Told

from .moves import (
    Auto,
    Away,
    Back,
    Concede,
    ConcessionWished,
    GameEnd,
    Leave,
    Move,
    PlayerAuto,
    PlayerAway,
    PlayOn,
    Settled,
)
from .state import DEAL, NONE, OVER, SETTLE, Deal
from .tricks import go_on

Aside = Auto | Back | Leave | Away | Concede | PlayOn
ASIDES = (Auto, Back, Leave, Away, Concede, PlayOn)


@cache
def offered(auto: bool, absent: bool, begun: bool, conceding: bool) -> tuple[Move, ...]:
    """The asides of a seat that stands so."""
    moves: list[Move] = [Back()] if auto or absent else []
    if not auto:
        moves.append(Auto())
    if not absent:
        moves.append(Away())
    moves.append(Leave())
    if begun:
        moves.append(PlayOn() if conceding else Concede())
    return tuple(moves)


def step_aside(deal: Deal, seat: Seat, move: Aside, at: int, told: list[Told] | None) -> None:
    """Carry out an aside of a seat."""
    if not 0 <= seat < 4:
        raise Illegal("NOT_YOUR_TURN", "Not your turn")
    if isinstance(move, (Concede, PlayOn)):
        _wish(deal, seat, isinstance(move, Concede), at, told)
    elif isinstance(move, Away):
        if not deal.absent[seat]:
            deal.absent[seat] = True
            deal.dues[seat] = min(deal.dues[seat], at + deal.patience(seat))
            if told is not None:
                told.append(Told(PlayerAway(seat)))
    elif isinstance(move, Back):
        come_back(deal, seat, at, told)
    else:
        stand_in(deal, seat, at, told)
        if deal.phase == SETTLE and not deal.waiting():
            go_on(deal, at, told)


def stand_in(deal: Deal, seat: Seat, at: int, told: list[Told] | None) -> None:
    """The table plays the seat from now on."""
    if not deal.auto[seat]:
        deal.auto[seat] = True
        deal.missed[seat] = 0
        deal.dues[seat] = min(deal.dues[seat], at + deal.patience(seat))
        if told is not None:
            told.append(Told(PlayerAuto(seat, True)))


def come_back(deal: Deal, seat: Seat, at: int, told: list[Told] | None) -> None:
    """The seat's holder plays it again, with all of their time that is left."""
    if deal.auto[seat] or deal.absent[seat]:
        deal.auto[seat] = deal.absent[seat] = False
        deal.missed[seat] = 0
        deal.dues[seat] = max(at, deal.began + deal.patience(seat))
        if told is not None:
            told.append(Told(PlayerAuto(seat, False)))


def _wish(deal: Deal, seat: Seat, on: bool, at: int, told: list[Told] | None) -> None:
    if deal.phase in (DEAL, SETTLE):
        raise Illegal("WRONG_PHASE", "This cannot be done now")
    if deal.conceding[seat] == on:
        raise Illegal("WRONG_PHASE", "You have said so" if on else "You have not given up")
    partner = (seat + 2) % 4
    deal.conceding[seat] = on
    if told is not None:
        told.append(Told(ConcessionWished(seat, on), (min(seat, partner), max(seat, partner))))
    if on and deal.conceding[partner]:
        _concede(deal, seat % 2, at, told)


def _concede(deal: Deal, team: int, at: int, told: list[Told] | None) -> None:
    """Both of a team have given up: the match is the others', the levels stay as they are."""
    deal.result = Settled(
        order=tuple(deal.out),
        team=1 - team,
        advance=0,
        levels=deal.levels,
        fails=(0, 0) if deal.carry is None else deal.carry.fails,
        match_over=True,
        winner=1 - team,
        conceded=team,
    )
    deal.phase, deal.began, deal.turn = OVER, at, NONE
    deal.chosen = [NONE] * 4
    if told is not None:
        told.append(Told(GameEnd(deal.result, deal.left_over())))
