"""F78–F81: a verdict in words a player understands."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from .judge import FALSE, UNCHECKED, Verdict

DONE = {  # what the server did, by code (F80)
    "RULES": "locked other rules than it played by",
    "SHARE": "counted a share that nobody had pledged",
    "PLEDGE": "counted a share other than the one pledged",
    "MISSING": "dealt although too many shares were missing",
    "OWN_SHARE": "locked another pledge than yours",
    "DRAW": "drew something else than its seed and the shares give",
    "CARD": "dealt another card than it had fixed",
    "LOG": "wrote down other moves than were made",
    "CUT": "opened a deck that is not the one it promised",
    "PROOF": "dealt another card than it had fixed",
    "TWICE": "dealt one card twice",
    "SEED": "showed a seed that is not the one it promised",
    "ORDER": "did things in an order the rules of fair deals forbid",
    "NUMBER": "left out a deal, or made one again",
    "REUSED": "used one seed twice",
    "MOVE": "took a move that the game does not allow",
    "PLACE": "dealt a card from another place than the one due",
    "RESULT": "told another result than the cards gave",
}
NOT_ITS_OWN = ("FORMAT", "SUM", "CHAIN", "SIGNATURE", "KEY")
GIVEN = ("OWN", "LEFT_OUT", "UNPROVED")  # verdicts on deals to which the reader gave a share
NEVER = "No proof can show that nobody was told your cards."


class Rate(Struct, frozen=True):
    """F79: in how many of how many deals the reader's share was left out."""

    left_out: int = 1
    deals: int = 1


ONCE = Rate()


def rate_of(judged: Iterable[Verdict]) -> Rate:
    """Over the deals that somebody has, of those in which they had a share to give: a file that is
    false, or of a deal without a share of theirs, says nothing of it."""
    codes = [one.code for one in judged if one.verdict != FALSE and one.code in GIVEN]
    return Rate(codes.count("LEFT_OUT"), len(codes))


def sentences(found: Verdict, rate: Rate = ONCE) -> list[str]:
    """The verdict, then what is to be known besides."""
    said = [_verdict(found, rate)]
    for note in found.notes:
        kind, _, count = note.partition(" ")
        if kind == "WITHHELD":
            said.append(f"{count} share{'s' if count != '1' else ''} did not come.")
        elif kind == "UNPINNED":
            said.append("The server's key was not known to you before.")
        elif kind == "NO_RULES":
            said.append("The moves were not checked: this Cutcard has other rules of that game.")
    if found.sealed:
        said.append(NEVER)
    return said


def _verdict(found: Verdict, rate: Rate) -> str:
    if found.verdict == FALSE:
        return _false(found)
    if found.verdict == UNCHECKED:
        return _unchecked(found, rate)
    if found.code == "CHAIN":
        deals = next(note for note in found.notes if note.startswith("DEALS")).split()[1]
        return f"Proved: the table's chain is whole, {deals} deals."
    if found.code == "OWN":
        return (
            "Proved: the cards were fixed before the deal, and your own share helped to shuffle "
            "them."
        )
    players = "1 player" if found.shares == 1 else f"{found.shares} players"
    return f"Proved: the cards were fixed before the deal, with shares of {players}."


def _unchecked(found: Verdict, rate: Rate) -> str:
    if found.code == "UNPROVED" and not found.cards:
        return "Could not be checked: the file shows no card with its proof."
    if found.code == "UNPROVED":
        return (
            f"All but {_bare(found)} cards are proved; those came from a reshuffle, or the server "
            "gave no proof of them."
        )
    why = {
        "LEFT_OUT": "the server left your share out. Once can be a bad connection; it happened in "
        f"{rate.left_out} of {rate.deals} deals.",
        "NO_SHARES": "nobody but the server shuffled.",
        "NOT_ENDED": "the deal has no end yet.",
        "VOID": f"the deal was called off: {found.reason}.",
    }
    return f"Could not be checked: {why[found.code]}"


def _bare(found: Verdict) -> str:
    counted = [
        int(note.split()[1])
        for note in found.notes
        if note.startswith(("RESHUFFLED ", "UNPROVED "))
    ]
    return str(sum(counted))


def _false(found: Verdict) -> str:
    where = "" if found.line is None else f"line {found.line}"
    if found.code in NOT_ITS_OWN:
        return f"FALSE: this is not what the server signed{'; ' + where if where else ''}."
    done = f"the server {DONE[found.code]}{': ' + where if where else ''}."
    if found.code == "OWN_SHARE":  # F16: the one line that is not under the server's signature
        keep = " Keep this file." if found.summed else ""
        return f"FALSE, if the share in this file is the one you gave: {done}{keep}"
    if found.summed:
        return f"FALSE: {done} Keep this file."
    return f"FALSE, if this file is what you were sent: {done}"
