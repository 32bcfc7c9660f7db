"""The one list of what can be asked, besides moves: each request with its name, its shape, its
answer, who may ask and what it costs. The dialects are codecs over it; PROTOCOL.md's tables and
the OpenAPI document are made from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from inspect import isawaitable
from typing import Annotated, Any, TypeVar, cast, get_type_hints

from msgspec import Meta, Struct, convert

from cutcard.store.people import ADMIN, MODERATOR
from cutcard.table.house import House
from cutcard.table.words import Refusal

from .asking import Asker, Who, user_of

Word = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
TableNumber = Annotated[int, Meta(ge=1, le=2**53)]
Person = Annotated[str, Meta(min_length=1, max_length=64)]
"""A user's id, or an account's name."""

WS, TCP, HTTP = "ws", "tcp", "http"
STAFF = (Who.MODERATOR, Who.ADMIN)
READ, DONE = "read", "done"
LIST, OPEN, PASSWORD = 3, 5, 10
"""What is heavier than a message: a list or a page of the store, a table opened, a password hashed.
New guests, chat, invitations and the like have limits of their own."""
LOOKED_THROUGH = 250  # rows looked through for a list cost a message


class Nothing(Struct):
    """A wish without a field, or an answer that says only that it is done."""


Run = Callable[[Any, Any], "Any | Awaitable[Any]"]
"""Who asks and what they wish → the answer, at once or after a while; or a Refusal."""
F = TypeVar("F", bound=Run)


class Request(Struct, frozen=True):
    """One kind of request."""

    name: str
    shape: type[Struct]
    answer: type[Struct] | None  # None: a table answers it, in words of its own
    who: Who
    cost: int  # messages against the limits
    dialects: frozenset[str]
    refuses: tuple[str, ...]  # codes beyond those that follow from `who` and `shape`
    about: str
    run: Run
    table: Callable[[Any], int] | None = None  # the one table a wish is about, for who is there
    settled: str = ""  # READ or DONE: it tells how tables or events are, once that is on the disk


REQUESTS: dict[str, Request] = {}


def request(
    name: str,
    *dialects: str,
    who: Who = Who.USER,
    cost: int = 1,
    refuses: tuple[str, ...] = (),
    table: Callable[[Any], int] | None = None,
    settled: str = "",
) -> Callable[[F], F]:
    """Put a function on the list. Its parameters are who asks and the wish, what it returns is
    the answer, its docstring is its sentence in the documents. With `table` it is asked by those
    who may know of that table; to all others there is none. `settled`: what it answers of tables
    and events may be true in memory only, and is told when it is written down. What only looks
    (READ) is refused where that fails; what has DONE something only where it fails at its table,
    for what is refused has changed nothing."""

    def register(run: F) -> F:
        hints = get_type_hints(run, include_extras=True)
        (shape,) = [kind for part, kind in hints.items() if part not in ("asker", "return")]
        answer = hints["return"]
        about = " ".join((run.__doc__ or "").split())
        told = answer if isinstance(answer, type) and issubclass(answer, Struct) else None
        REQUESTS[name] = Request(
            name, shape, told, who, cost, frozenset(dialects), refuses, about, run, table, settled
        )
        return run

    return register


def at_table(wish: Any) -> int:
    """The table that a wish names."""
    return int(wish.table)


def of_dialect(dialect: str) -> dict[str, Request]:
    """What can be asked in a dialect."""
    return {name: one for name, one in REQUESTS.items() if dialect in one.dialects}


def perform(asker: Asker, one: Request, wish: Struct) -> Any:
    """The request's answer, or an awaitable of it. Refuses who may not ask."""
    if asker.user is not None or one.who is not Who.NOBODY:  # those look for themselves
        user = None if asker.user is None else asker.user.id
        asker.hall.lobby.bars.refuse(user, asker.host)
    if one.who is Who.USER:
        user_of(asker)
    elif one.who is Who.ACCOUNT:
        if user_of(asker).guest:
            raise Refusal("FORBIDDEN", "Guests cannot do that; sign up first")
    elif one.who in STAFF:
        user_of(asker)
        return _as_staff(asker, one, wish)
    if one.table is not None:
        asker.hall.house.must_know(one.table(wish), asker.user)
    answer = one.run(asker, wish)
    if one.settled and (isawaitable(answer) or not asker.hall.house.is_settled):
        table = getattr(wish, "table", None) if one.table is None else one.table(wish)
        return _settled(asker.hall.house, answer, table, done=one.settled == DONE)
    return answer


async def _settled(house: House, answer: Any, table: int | None, *, done: bool) -> Any:
    """The answer, once all it may be made of is on the disk."""
    if isawaitable(answer):
        answer = await answer
    with suppress(*((Refusal,) if done and table is None else ())):
        await house.settled(table if done else None)
    return answer


async def answer_to(asker: Asker, name: str, wish: dict[str, Any]) -> Any:
    """The answer to a request by its name, its wish in the words of the list."""
    one = REQUESTS[name]
    answer = perform(asker, one, convert(wish, one.shape))
    return await answer if isawaitable(answer) else answer


async def _as_staff(asker: Asker, one: Request, wish: Struct) -> Any:
    if one.who is Who.ADMIN:
        await must_be_admin(asker)
    else:
        await _must_be(asker, "Only a moderator may do that", ADMIN, MODERATOR)
    return await cast("Awaitable[Any]", one.run(asker, wish))


async def must_be_admin(asker: Asker) -> None:
    """Refuses everybody else."""
    await _must_be(asker, "Only an admin may do that", ADMIN)


async def _must_be(asker: Asker, refused: str, *roles: str) -> None:
    person = await asker.hall.house.store.person(user_of(asker).id)
    if person is None or person.role not in roles:
        raise Refusal("FORBIDDEN", refused)
