"""PHH hand histories (TOML): read, written and judged by the engine.

Amounts may be decimals; a hand is read in its smallest unit, so chips stay whole. A file's
cards are dealt as they are written; a card it does not know is -1. Players are p1 … pn in the
engine's own order, heads-up included: p1 is the big blind.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from msgspec import Struct

from cutcard.kernel import cards as kernel_cards

from .stakes import Stakes
from .variants import FIXED, VARIANTS, Variant

UNKNOWN = -1
ENDLESS = 10**24  # a stack the file does not know (`inf`)
MOST_CHIPS = 10**12  # of one amount, where it has no decimals
FINEST = 9  # decimals of an amount
LARGEST = 24  # digits before them
MOST_BETS = 5  # a street of a fixed limit, in any house


class Unsupported(ValueError):
    """A hand this engine does not play; the message says why."""


class Malformed(ValueError):
    """A hand whose text is no PHH; the message says where."""


class Record(Struct):
    """A hand as its file has it, in whole units."""

    variant: str
    antes: list[int]  # by place; heads-up already turned round
    blinds: list[int]
    stacks: list[int]
    actions: list[str]
    bet: int = 0
    big_bet: int = 0
    bring_in: int = 0
    trim: bool = False
    as_posted: bool = False  # the price of a short blind is what was posted of it
    ante_counts: bool = False  # pot-limit: one player's ante is in the pot before the flop
    reopens: bool = False  # P16, P30: any all-in raise opens the betting again, by a whole bet
    scale: int = 1  # units of one chip of the file
    finishing: list[int] | None = None
    winnings: list[int] | None = None
    players: list[str] | None = None
    extras: dict[str, Any] = {}

    def kind(self) -> Variant:
        found = VARIANTS.get(self.variant)
        if found is None:
            raise Unsupported(f"variant {self.variant!r} is not one of {', '.join(VARIANTS)}")
        return found

    def stakes(self) -> Stakes:
        """The file's forced bets. A raise needs no more than its least bet, as PHH has it, and
        bets are capped where the most generous house caps them: a file does not say."""
        kind = self.kind()
        bomb = kind.boards and not any(self.blinds) and self._board_first()
        two = kind.boards and self._two_boards()
        stakes = Stakes(
            kind,
            self.blinds,
            bet=self.bet,
            big_bet=self.big_bet,
            antes=self.antes,
            bring_in=self.bring_in,
            trim=self.trim,
            step=self.bet,
            cap=MOST_BETS,
            bomb=bomb,
            boards=2 if bomb and two else 1,
            runs=two and not bomb,
        )
        stakes.ante_counts |= self.ante_counts
        if self.as_posted:
            left = (max(0, s - a) for s, a in zip(self.stacks, self.antes, strict=True))
            stakes.price = max(map(min, stakes.blinds, left))
            if not stakes.price:  # nothing was: it opens left of the button
                stakes.first = 0
        return stakes

    def _board_first(self) -> bool:
        """Whether the flop comes before anybody acts: a bomb pot."""
        played = (a for a in self.actions if a.strip() and not a.startswith("d dh"))
        first = next((a for a in played if a.split()[1:2] != ["sm"]), "")
        return first.startswith("d db")

    def _two_boards(self) -> bool:
        """Whether a second board is dealt: said so, or more cards than one board has."""
        dealt = [a for a in self.actions if a.startswith("d db ")]
        if len(dealt) < 4:
            return any(a.endswith("# board 2") for a in dealt)
        return sum(len(a.split()[2]) // 2 for a in dealt) > 5


def parse(text: str) -> Iterator[Record]:
    """The hands of a `.phh` or `.phhs` text."""
    for section in sections(text):
        yield record(table(section))


_HEADING = re.compile(r"""\[\s*(["']?)[^\[\]=,"']+\1\s*\]\s*(?:#.*)?""")


def sections(text: str) -> Iterator[list[str]]:
    """The lines of each hand: a whole `.phh`, or what stands under each number of a `.phhs`."""
    lines: list[str] = []
    for line in text.splitlines():
        bare = line.strip()
        if bare.startswith("[") and _HEADING.fullmatch(bare):
            if lines:
                yield lines
            lines = []
        elif bare and not bare.startswith("#"):
            lines.append(line)
    if lines:
        yield lines


def table(lines: list[str], *, context: bool = True) -> dict[str, Any]:
    """One hand's fields, amounts exact; without venue, players and the like it is quicker."""
    quick = None if context else _quick(lines)
    if quick is not None:
        return quick
    try:
        return tomllib.loads("\n".join(lines), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise Malformed(f"no TOML: {error}") from None
    except ArithmeticError:
        raise Malformed("a number in it is too large") from None
    except RecursionError:
        raise Malformed("no hand: it is nested too deeply") from None


_CONTEXT = frozenset(
    (
        *("author", "event", "url", "venue", "address", "city", "region", "postal_code"),
        *("country", "time", "time_zone", "time_zone_abbreviation", "day", "month", "year"),
        *("hand", "level", "seats", "seat_count", "table", "players", "currency"),
        *("currency_symbol", "time_limit", "time_banks"),
    )
)


def _quick(lines: list[str]) -> dict[str, Any] | None:
    """The plain lines nearly all big files are made of; None: let TOML's own reader do it."""
    fields: dict[str, Any] = {}
    for line in lines:
        key, equals, value = line.partition(" = ")
        if key in _CONTEXT:
            continue
        if not equals or "#" in value or '"' in value or "\\" in value:
            return None
        value = value.strip()
        first, last = value[:1], value[-1:]
        if key == "actions":
            if not (value.startswith("['") and value.endswith("']")):
                return None
            fields[key] = value[2:-2].split("', '")
        elif first == "[" and last == "]":
            try:
                fields[key] = [_number(word) for word in value[1:-1].split(",") if word.strip()]
            except (ArithmeticError, ValueError):
                return None
        elif first == "'" and last == "'":
            fields[key] = value[1:-1]
        elif value in ("true", "false"):
            fields[key] = value == "true"
        else:
            try:
                fields[key] = _number(value)
            except (ArithmeticError, ValueError):
                return None
    return fields


def _number(word: str) -> int | Decimal:
    word = word.strip()
    return int(word) if word.isdigit() else Decimal(word)


_AMOUNTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
_ONES = ("bring_in", "small_bet", "big_bet", "min_bet")


def record(fields: dict[str, Any]) -> Record:
    """A hand out of its table."""
    try:
        variant, stacks, actions = fields["variant"], fields["starting_stacks"], fields["actions"]
    except KeyError as missing:
        raise Malformed(f"the field {missing} is missing") from None
    if not isinstance(variant, str) or not _is_list(stacks, _NUMBERS) or not _is_list(actions, str):
        raise Malformed("variant, starting_stacks or actions are not what they should be")
    n = len(stacks)
    scale = _scale(fields)
    lists = {key: _whole_list(key, fields.get(key), scale) for key in _AMOUNTS}
    ones = {key: _whole(key, fields.get(key, 0), scale) for key in _ONES}
    antes = lists["antes"] or [0] * n
    blinds = lists["blinds_or_straddles"] or [0] * n
    if n < 2 or any(len(x) != n for x in lists.values() if x is not None and x):
        raise Malformed("the lists of antes, blinds and stacks are of different lengths")
    if n == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    stacks = lists["starting_stacks"] or []
    if min(*stacks, *antes, *ones.values()) < 0 or ENDLESS in (*antes, *blinds, *ones.values()):
        raise Malformed("an amount is below nothing or without end")
    kind = VARIANTS.get(variant)
    fixed = kind is not None and kind.limit == FIXED
    small = ones["small_bet"] if fixed else ones["min_bet"]
    small = small or max(map(abs, blinds))  # left out: the big blind
    return Record(
        variant=variant,
        antes=antes,
        blinds=blinds,
        stacks=stacks,
        actions=list(actions),
        bet=small,
        big_bet=(ones["big_bet"] or 2 * small) if fixed else small,
        bring_in=ones["bring_in"],
        trim=bool(fields.get("ante_trimming_status", False)),
        scale=scale,
        finishing=lists["finishing_stacks"],
        winnings=lists["winnings"],
        players=fields.get("players"),
        extras={k: v for k, v in fields.items() if k in _CONTEXT and k != "players"},
    )


def _scale(fields: dict[str, Any]) -> int:
    """Units of one chip: enough for every decimal of the hand."""
    places = 0
    for key in (*_AMOUNTS, *_ONES):
        value = fields.get(key, ())
        for x in value if isinstance(value, list | tuple) else (value,):
            if isinstance(x, Decimal) and x.is_finite():
                if x.adjusted() > LARGEST:  # nor could it be reckoned with
                    raise Malformed("an amount is too large")
                places = max(places, -int(x.normalize().as_tuple().exponent))
    for action in fields.get("actions", ()):
        _, found, amount = action.partition(" cbr ")
        if found and "." in amount:
            digits = amount.split()[0].partition(".")[2].rstrip("0")
            places = max(places, len(digits))
    if places > FINEST:
        raise Malformed(f"an amount has more than {FINEST} decimals")
    scale: int = 10**places
    return scale


def _whole(key: str, x: Any, scale: int) -> int:
    if isinstance(x, int):
        return x * scale if abs(x) < MOST_CHIPS else _bounded(Decimal(x) * scale)
    if isinstance(x, float):  # TOML's own reader gives `inf` as one
        x = Decimal(repr(x))
    if not isinstance(x, Decimal) or x.is_nan():
        raise Malformed(f"{key} is no amount")
    if x.is_infinite():
        return ENDLESS
    return _bounded(x * scale)


def _bounded(x: Decimal) -> int:
    if abs(x) >= ENDLESS:
        raise Malformed("an amount is too large")
    return int(x)


def _whole_list(key: str, xs: Any, scale: int) -> list[int] | None:
    if xs is not None and not isinstance(xs, list):
        raise Malformed(f"{key} is no list of amounts")
    return None if xs is None else [_whole(key, x, scale) for x in xs]


_NUMBERS = (int, float, Decimal)


def _is_list(xs: Any, of: type | tuple[type, ...]) -> bool:
    return isinstance(xs, list) and len(xs) > 0 and all(isinstance(x, of) for x in xs)


def amount_of(word: str, scale: int) -> int:
    """An amount within an action."""
    try:
        value = int(word) * scale if word.isdecimal() and len(word) < 12 else Decimal(word) * scale
    except ArithmeticError:
        raise Malformed(f"{word!r} is no amount") from None
    if isinstance(value, int):
        return value
    if not value.is_finite():
        raise Malformed(f"{word!r} is no amount")
    if value != (whole := _bounded(value)):
        raise Malformed(f"{word!r} is finer than the hand's chips")
    return whole


def cards_of(word: str) -> list[int]:
    """`AhKd`, `????`: cards, -1 where unknown."""
    if word == "????":  # as in most of a file
        return [UNKNOWN, UNKNOWN]
    if len(word) % 2:
        raise Malformed(f"{word!r} is no list of cards")
    pairs = [word[i : i + 2] for i in range(0, len(word), 2)]
    try:
        return [UNKNOWN if "?" in pair else kernel_cards.parse(pair) for pair in pairs]
    except ValueError as error:
        raise Malformed(str(error)) from None


def words_of(cards: list[int]) -> str:
    """Cards as PHH writes them."""
    return "".join("??" if card == UNKNOWN else kernel_cards.name(card) for card in cards)


def write(one: Record, number: int | None = None) -> str:
    """A hand as PHH text; with a number, as a section of a `.phhs`."""
    turned = slice(None, None, -1) if len(one.stacks) == 2 else slice(None)
    kind = one.kind()
    lines = [] if number is None else [f"[{number}]"]
    lines.append(f"variant = {one.variant!r}")
    lines.append(f"ante_trimming_status = {str(one.trim).lower()}")
    lines.append(f"antes = {_amounts(one.antes[turned], one.scale)}")
    if kind.stud:
        lines.append(f"bring_in = {_amount(one.bring_in, one.scale)}")
    else:
        lines.append(f"blinds_or_straddles = {_amounts(one.blinds[turned], one.scale)}")
    if kind.limit == FIXED:
        lines.append(f"small_bet = {_amount(one.bet, one.scale)}")
        lines.append(f"big_bet = {_amount(one.big_bet, one.scale)}")
    else:
        lines.append(f"min_bet = {_amount(one.bet, one.scale)}")
    lines.append(f"starting_stacks = {_amounts(one.stacks, one.scale)}")
    lines.append("actions = [" + ", ".join(f"'{action}'" for action in one.actions) + "]")
    for key, value in one.extras.items():
        lines.append(f"{key} = {_toml_value(value)}")
    if one.players is not None:
        lines.append(f"players = {_toml_value(one.players)}")
    if one.finishing is not None:
        lines.append(f"finishing_stacks = {_amounts(one.finishing, one.scale)}")
    if one.winnings is not None:
        lines.append(f"winnings = {_amounts(one.winnings, one.scale)}")
    return "\n".join(lines) + "\n"


def _amount(x: int, scale: int) -> str:
    if x == ENDLESS:
        return "inf"
    sign = "-" if x < 0 else ""  # a late post
    whole, rest = divmod(abs(x), scale)
    parts = f".{str(rest).zfill(len(str(scale)) - 1).rstrip('0')}" if rest else ""
    return f"{sign}{whole}{parts}"


def _amounts(xs: list[int], scale: int) -> str:
    return "[" + ", ".join(_amount(x, scale) for x in xs) + "]"


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml_value(x) for x in value) + "]"
    return str(value)
