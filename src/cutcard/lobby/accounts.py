"""Who people are: guests, accounts, what they may do and know about themselves.

A guest is anybody with a token; an account has a name nobody else has, and a password. A guest
who signs up stays who they are: id, chips and ratings. Every refusal is a Refusal with a code.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from secrets import token_urlsafe
from typing import Any, Literal

from cutcard.arena.achievements import Given
from cutcard.arena.awards import MOST, given_by
from cutcard.arena.ratings import inactive, provisional
from cutcard.arena.records import read
from cutcard.store.people import (
    ADMIN,
    PLAYER,
    Credentials,
    InvitationUsed,
    NameTaken,
    Person,
)
from cutcard.store.protocol import Standing as Kept
from cutcard.store.protocol import Store
from cutcard.store.valkey_limits import ValkeyLimits
from cutcard.table.house import House, epoch_ms
from cutcard.table.words import Refusal, User

from .attempts import SIGN_UPS
from .entrance import Entrance, user_of
from .finding import by_name
from .forms import (
    LEAST_PASSWORD,
    Awarded,
    Profile,
    SignUp,
    Standing,
    clean_details,
    clean_name,
    clean_password,
)
from .letters import CONFIRM, SIGN_UP, reachable
from .looks import looks, reserved
from .mail import Post
from .passwords import Passwords
from .sessions import DAY, SESSION_DAYS, token_hash
from .together import Together

START_CHIPS = 10_000
INVITATION_MS = 30 * DAY
RENAMES = (1 / 600, 3)  # a second and at once, of one user

Registration = Literal["open", "invitation", "closed"]


def shown_standing(one: Kept) -> Standing:
    """A23, A25, A26 of docs/rules/arena.md."""
    gone = inactive(one, epoch_ms())
    return Standing(one.shown, one.games, one.system, provisional(one), gone)


class Accounts(Entrance):
    """People, as both dialects and HTTP know them. `address` is where a request comes from,
    None where addresses are not limited."""

    def __init__(
        self,
        store: Store,
        house: House | None = None,
        *,
        registration: Registration = "open",
        guests: bool = True,
        passwords: Passwords | None = None,
        post: Post | None = None,
        confirm_email: bool = False,
        sign_ups: float = SIGN_UPS,
        counts: ValkeyLimits | None = None,
        session_days: float = SESSION_DAYS,
        wall: Callable[[], int] = epoch_ms,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(
            store,
            passwords=passwords,
            post=post,
            sign_ups=sign_ups,
            counts=counts,
            session_days=session_days,
            wall=wall,
            clock=clock,
        )
        self.registration: Registration = registration
        self.guests = guests
        self.confirm_email_first = confirm_email and post is not None
        self.renamed: list[Callable[[User], None]] = []
        """Told who is called something else from now on; their tables know it by then."""
        self.named: list[Callable[[str, str], None]] = []
        """Asked before somebody takes a name, by their id ("": they have none yet); they refuse it
        or say nothing."""
        self._house = house
        self._renames = Together("rename", *RENAMES, counts)

    # Coming

    async def guest(self, name: str | None = None, label: str = "guest") -> tuple[User, str]:
        """A new guest and the token to come back with; it is shown this once."""
        if not self.guests:
            raise Refusal("NOT_AUTHENTICATED", "This server takes no guests; log in")
        shown = clean_name(name)
        if name is not None:
            self._may_be_called("", shown)
        if name is not None and await by_name(self._store, shown) is not None:
            raise Refusal("NAME_TAKEN", "An account has this name; log in, or choose another")
        token = token_urlsafe(32)
        ends = self._sessions.ends(guest=True)
        person = await self._store.create_user(
            shown, True, token_hash(token), chips=START_CHIPS, expires=ends, label=label
        )
        return user_of(person), token

    async def sign_up(
        self,
        form: SignUp,
        *,
        guest: User | None = None,
        invitation: str | None = None,
        address: str | None = None,
        code: str | None = None,
        least: int = LEAST_PASSWORD,
    ) -> User:
        """A new account, or the guest made one. Where e-mail addresses are confirmed first it
        takes two: the first sends a letter, the second has its code."""
        if self.registration == "closed":
            raise Refusal("REGISTRATION_CLOSED", "This server takes no new accounts")
        if self.registration == "invitation" and not invitation:
            raise Refusal("INVITATION_REQUIRED", "You need an invitation to sign up here")
        await self.attempts.address(address)
        await self.attempts.sign_up(address)
        used = token_hash(invitation) if self.registration == "invitation" and invitation else None
        try:
            form = await self._fit(form, guest, least=least)
            if self.confirm_email_first:
                await self._confirm_first(form, code, address)
            person = await self._create(form, guest, used, address)
        except Refusal as no:
            if no.code != "CONFIRMATION_REQUIRED":  # that sent a letter
                await self.attempts.no_sign_up(address)
            raise
        user = user_of(person)
        if self.confirm_email_first:
            await self._store.set_confirmed(user.id, form.email)
        elif form.email and self.letters.post is not None:
            with suppress(Refusal):  # they may ask for it again
                await self.letters.send(CONFIRM, user.id, form.email, user.name)
        if guest is not None:
            self.tell_renamed(user)
        return user

    async def _confirm_first(self, form: SignUp, code: str | None, address: str | None) -> None:
        email = self.letters.must_be(form.email)
        if code:
            await self.letters.take(SIGN_UP, email.casefold(), email, code, address)
            return
        await self.letters.send(SIGN_UP, email.casefold(), email, form.user)
        raise Refusal(
            "CONFIRMATION_REQUIRED",
            "We have sent a code to your e-mail address; sign up again with it",
        )

    async def create(self, form: SignUp, role: str = PLAYER) -> User:
        """An account made by an admin, whatever the server's registration is; it may have a name
        of the house."""
        form = await self._fit(form, None, house=True)
        person = await self._create(form, None, None, None)
        await self._store.set_role(person.id, role)
        return user_of(person)

    # Passwords and roles

    async def reset_password(self, admin: User | None, username: str) -> str:
        """A new password for somebody who forgot theirs, made by an admin (None: the command
        line). It is shown this once, and ends all sessions."""
        await self._must_be_admin(admin)
        person = await self.find(username)
        password = token_urlsafe(12)
        await self._set_password(await self._account(person.id), password, None)
        await self.log_out_everywhere(user_of(person))
        return password

    async def set_role(self, admin: User | None, username: str, role: str) -> None:
        """player or admin."""
        await self._must_be_admin(admin)
        if role not in (PLAYER, ADMIN):
            raise Refusal("INVALID_REQUEST", f"A role is {PLAYER} or {ADMIN}")
        await self._store.set_role((await self.find(username)).id, role)

    async def invitation(self, admin: User | None) -> str:
        """A code one person can sign up with, within 30 days."""
        await self._must_be_admin(admin)
        code = token_urlsafe(12)
        by = None if admin is None else admin.id
        await self._store.add_invitation(token_hash(code), by, self._wall() + INVITATION_MS)
        return code

    # What is known about people

    async def find(self, username: str) -> Person:
        """The account of that name."""
        person = await by_name(self._store, username)
        if person is None:
            raise Refusal("NO_SUCH_PLAYER", "Nobody here has this name")
        return person

    async def profile(self, user_id: str, asker: User | None = None) -> Profile:
        """What others see of a person; what is private only to that person."""
        kept = await self._store.account(user_id)
        if kept is None:
            raise Refusal("NO_SUCH_PLAYER", "There is no such player")
        person, own = kept.person, asker is not None and asker.id == user_id
        standings = await self._store.standings_of(user_id)
        earned: dict[str, dict[str, int]] = {}
        for one in await self._store.seasons_of(user_id):
            earned.setdefault(one.season, {})[one.game] = one.points
        return Profile(
            id=person.id,
            number=person.number,
            name=person.name,
            guest=person.guest,
            created=kept.created,
            balance=kept.balance if own else None,
            ratings={ladder: (one.rating, one.games) for ladder, one in standings.items()},
            season_points=earned,
            bests=await self._store.bests_of(user_id),
            role=person.role if own else PLAYER,
            fullname=kept.fullname if own else None,
            email=kept.email if own else None,
            phone=kept.phone if own else None,
            dob=kept.dob if own else None,
            country=kept.country if own else None,
            gender=kept.gender if own else None,
            email_confirmed=own and reachable(kept),
            second_factor=own and await self.factors.left(user_id) is not None,
            hidden=own and bool(kept.hidden),
            standings={ladder: shown_standing(one) for ladder, one in standings.items()},
            achievements=tuple(
                Awarded(one.id, one.tier, one.at, one.private)
                for one in await self._given(user_id)
                if own or not one.private
            ),
        )

    async def _given(self, user_id: str) -> list[Given]:
        """A88: for deals and for events, in the order in which it was given."""
        for_deals = read(await self._store.record(user_id)).given
        for_events = given_by(await self._store.results_of(user_id, MOST))
        return sorted((*for_deals, *for_events), key=lambda one: one.at)

    async def set_profile(self, user: User, changes: Mapping[str, str]) -> Profile:
        """fullname, email, phone, dob, country, gender: those named."""
        await self._store.set_details(user.id, clean_details(dict(changes)))
        return await self.profile(user.id, user)

    async def rename(self, user: User, name: str) -> User:
        """Called something else from now on, and an account logs in with it. A name is as at
        sign-up: no other account's, in any spelling."""
        name = clean_name(name)
        self._may_be_called(user.id, name)
        person = await self._store.person(user.id)
        if person is not None and person.name == name:
            return user_of(person)
        if not await self._renames.take(user.id, self._clock()):
            raise Refusal("RATE_LIMITED", "You have changed your name enough for now; wait a while")
        try:
            holder = await by_name(self._store, name)
            if holder is not None and holder.id != user.id:
                raise NameTaken
            person = await self._store.set_name(user.id, name, looks(name))
        except NameTaken:
            await self._renames.give_back(user.id)
            raise Refusal("NAME_TAKEN", "Somebody has this name already") from None
        if person is None:
            raise Refusal("NO_SUCH_PLAYER", "There is no such player")
        renamed = user_of(person)
        self.tell_renamed(renamed)
        return renamed

    async def export(self, user: User) -> dict[str, Any]:
        """All that is kept about the user, as builtins: profile, sessions, ratings, chips."""
        return await self._store.personal_data(user.id)

    async def delete(self, user: User, password: str = "", *, address: str | None = None) -> None:
        """What is personal goes; games, ledger and ratings stay under "Deleted <number>". A guest
        has no password to give."""
        person = await self._store.person(user.id)
        if person is None or not person.guest:
            await self.prove(user, password, address)
        await self.remove(user)

    async def remove(self, user: User) -> None:
        """Deletes without a password: the command line's way."""
        if self._house is not None and self._house.tables_of(user.id):
            raise Refusal("INVALID_GAME_STATE", "Leave your tables first")
        await self._store.delete_user(user.id, self._wall())
        if self._house is not None:
            self._house.forget_balance(user.id)
        self._tell_logged_out(user.id)

    # Inside

    async def _fit(
        self,
        form: SignUp,
        guest: User | None,
        *,
        house: bool = False,
        least: int = LEAST_PASSWORD,
    ) -> SignUp:
        """The form as it is kept; refuses what cannot be an account."""
        name, details = clean_name(form.user), clean_details(form.details())
        password = clean_password(form.password, *form.names(), least=least)
        if guest is not None:
            person = await self._store.person(guest.id)
            if person is None or not person.guest:
                raise Refusal("INVALID_REQUEST", "You have an account already")
        if not house:
            self._may_be_called("" if guest is None else guest.id, name)
        if await by_name(self._store, name) is not None:  # before the slow hash
            raise Refusal("NAME_TAKEN", "Somebody has this name already")
        return SignUp(name, password, **details)

    async def _create(
        self, form: SignUp, guest: User | None, invitation: bytes | None, address: str | None
    ) -> Person:
        hashed = await self._passwords.hash(form.password, address)
        try:
            return await self._store.create_account(
                Credentials(form.user, looks(form.user), hashed),
                form.details(),
                chips=START_CHIPS,
                guest=None if guest is None else guest.id,
                invitation=invitation,
            )
        except NameTaken:
            raise Refusal("NAME_TAKEN", "Somebody has this name already") from None
        except InvitationUsed:
            raise Refusal(
                "INVITATION_REQUIRED", "This invitation is not valid, or no longer"
            ) from None

    async def _must_be_admin(self, admin: User | None) -> None:
        if admin is not None:
            person = await self._store.person(admin.id)
            if person is None or person.role != ADMIN:
                raise Refusal("FORBIDDEN", "Only an admin may do that")

    def _may_be_called(self, user: str, name: str) -> None:
        if reserved(name):
            raise Refusal("NAME_TAKEN", "Only the house is called that; choose another name")
        for asked in self.named:
            asked(user, name)

    def tell_renamed(self, user: User) -> None:
        """A user is called something else from now on, and it is written down."""
        if self._house is not None:
            self._house.rename(user)
        for told in self.renamed:
            told(user)
