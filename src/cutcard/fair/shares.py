"""F73, F74: the rules that were locked, the shares that count, and what became of one's own."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.kernel import fair

from .chain import Deal
from .lines import Dealt, Head, Line, Lock, Offer, Own, check


def check_rules(head: Head, mine: Deal) -> None:
    """F73: the lock binds just what the file says is played."""
    offer = mine.the(Offer)
    check(not offer.sealed or len(head.decks) == 1, "FORMAT", head)
    names = head.decks[0] if offer.sealed else []
    made = fair.rules_bound(head.game, head.version, head.options, head.carry, names)
    lock = mine.the(Lock)
    check(made.hex() == lock.rules, "RULES", lock)


def shares_of(mine: Deal, notes: list[str]) -> list[tuple[int, bytes]]:
    """F73: the shares that count; each was pledged before any was told."""
    lock, dealt = mine.the(Lock), mine.the(Dealt)
    pledged = {one.seat: one for one in lock.seats if one.pledge}
    check(all(one.kind == "player" for one in pledged.values()), "SHARE", lock)
    check([one.seat for one in dealt.shares] == sorted(pledged), "SHARE", dealt)
    counted = [(one.seat, bytes.fromhex(one.share)) for one in dealt.shares if one.share]
    offered = bytes.fromhex(mine.the(Offer).head)
    for seat, share in counted:
        made = fair.pledge(offered, seat, pledged[seat].user, share)
        check(made.hex() == pledged[seat].pledge, "PLEDGE", dealt)
    missing = len(dealt.shares) - len(counted)
    check(missing <= most_missing(len(pledged)), "MISSING", dealt)
    if missing:
        notes.append(f"WITHHELD {missing}")
    return counted


def most_missing(pledged: int) -> int:
    """F24: how many shares may be missing before the deal is void."""
    return max(1, pledged // 4)


def standing_of(
    head: Head, mine: Deal, lines: Sequence[Line], counted: list[tuple[int, bytes]]
) -> str:
    """F74: what became of the viewer's own share."""
    own = next((line for line in lines if isinstance(line, Own)), None)
    if own is None or head.viewer is None:
        return "OTHERS"
    lock = mine.the(Lock)
    row = next((one for one in lock.seats if one.seat == head.viewer), None)
    share = bytes.fromhex(own.share)
    if row is not None and row.pledge:
        made = fair.pledge(bytes.fromhex(mine.the(Offer).head), head.viewer, row.user, share)
        check(row.pledge == made.hex(), "OWN_SHARE", lock)
    return "OWN" if (head.viewer, share) in counted else "LEFT_OUT"
