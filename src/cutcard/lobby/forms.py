"""What people write about themselves, and what of it others see. Texts are checked once, here."""

from __future__ import annotations

import re
from secrets import randbelow
from unicodedata import normalize

from msgspec import Struct, structs

from cutcard.table.words import Refusal

from .looks import unheaped, visible
from .worst import is_named, is_worst

NAME = 32
_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{4}")
PASSWORD = 128
LEAST_PASSWORD = 8
LENGTHS = {"fullname": 64, "email": 64, "phone": 16, "dob": 16, "country": 32, "gender": 8}


class SignUp(Struct, frozen=True):
    """A form to sign up with."""

    user: str
    password: str
    fullname: str = ""
    phone: str = ""
    dob: str = ""
    email: str = ""
    country: str = ""
    gender: str = ""

    def names(self) -> tuple[str, ...]:
        """What its user is called by: a password may not be only that."""
        return self.user, self.fullname, self.email.partition("@")[0]

    def details(self) -> dict[str, str]:
        """Its personal part."""
        return {name: text for name, text in structs.asdict(self).items() if name in LENGTHS}


class Standing(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A rating as it is shown: whole; provisional ones with a question mark."""

    rating: int
    matches: int
    system: str
    provisional: bool = False
    inactive: bool = False


class Awarded(Struct, frozen=True, omit_defaults=True):
    """An achievement: which, how much of it, when."""

    id: str
    tier: int
    at: int
    private: bool = False


class Profile(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A person as others see them; to that person also what is private."""

    id: str
    number: int
    name: str
    guest: bool
    created: int
    ratings: dict[str, tuple[float, int]]
    """Game, or game/mode → rating, and after how many rated matches."""
    season_points: dict[str, dict[str, int]] = {}
    """Season → game → points."""
    bests: dict[str, dict[str, int]] = {}
    """Game → name → the least figure reached alone."""
    role: str = "player"
    balance: int | None = None
    fullname: str | None = None
    email: str | None = None
    phone: str | None = None
    dob: str | None = None
    country: str | None = None
    gender: str | None = None
    email_confirmed: bool = False
    second_factor: bool = False
    hidden: bool = False
    """Listed on no leaderboard."""
    standings: dict[str, Standing] = {}
    """Game, or game/mode → how they stand there."""
    achievements: tuple[Awarded, ...] = ()
    """What they were given; what only they may know of is shown to themselves alone."""


def heaped(name: str) -> bool:
    """Whether marks are heaped on a letter, which hide the lines above and below."""
    apart = normalize("NFD", name)
    return _MARKS.search(apart) is not None or unheaped(apart) != apart


def clean_name(name: str | None) -> str:
    """A name fit to be shown: one line, printable, at most 32 characters; or one we make up."""
    if name is None:
        return f"Guest {1000 + randbelow(9000)}"
    text = " ".join(name.split())
    if not text.isprintable() or heaped(text):
        raise Refusal("INVALID_REQUEST", f"A name has 1 to {NAME} printable characters")
    text = " ".join(visible(text).split())
    if not 1 <= len(text) <= NAME:
        raise Refusal("INVALID_REQUEST", f"A name has 1 to {NAME} printable characters")
    return text


def login_of(name: str) -> str:
    """A name as versions before 0.2 compared it; accounts of theirs are still found by it."""
    return normalize("NFKC", normalize("NFKC", " ".join(name.split())).casefold())


def clean_password(password: str, *names: str, least: int = LEAST_PASSWORD) -> str:
    """A password that is long enough, and neither what everybody tries first nor hardly more than
    one of these names of its user."""
    if not least <= len(password) <= PASSWORD:
        many = f"{least} to {PASSWORD}"
        raise Refusal("INVALID_REQUEST", f"A password has {many} characters")
    try:
        password.encode()
    except UnicodeEncodeError:
        raise Refusal("INVALID_REQUEST", "The password cannot be read as text") from None
    if is_worst(password):
        raise Refusal(
            "WEAK_PASSWORD",
            "This password is among those everybody tries first; take another, of a few words",
        )
    if any(is_named(password, name) for name in names):
        raise Refusal("WEAK_PASSWORD", "Your password is hardly more than your name; take another")
    return password


def clean_details(details: dict[str, str]) -> dict[str, str]:
    """Personal texts within their lengths, on one line."""
    for name, text in details.items():
        if name not in LENGTHS:
            there = ", ".join(LENGTHS)
            raise Refusal("INVALID_REQUEST", f"There is no {name} to set; there are: {there}")
        if len(text) > LENGTHS[name] or not (text.isprintable() or not text):
            most = LENGTHS[name]
            raise Refusal("INVALID_REQUEST", f"{name} has at most {most} printable characters")
    return {name: text.strip() for name, text in details.items()}
