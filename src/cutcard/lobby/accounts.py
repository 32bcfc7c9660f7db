"""Who people are: guests, accounts, what they may do and know about themselves.

A guest is anybody with a token; an account has a name nobody else has, and a password. A guest
who signs up stays who they are: id, chips and ratings. Every refusal is a Refusal with a code.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from secrets import token_urlsafe
from typing import Any, Literal

from cutcard.store.people import (
    ADMIN,
    PLAYER,
    Credentials,
    InvitationUsed,
    NameTaken,
    Person,
)
from cutcard.store.protocol import Store
from cutcard.table.house import House, epoch_ms
from cutcard.table.words import Refusal, User

from .bucket import Turnstile
from .finding import by_name, credentials
from .forms import (
    PASSWORD,
    Profile,
    SignUp,
    clean_details,
    clean_name,
    clean_password,
)
from .looks import looks, reserved
from .passwords import Passwords
from .sessions import DAY, Sessions, token_hash

START_CHIPS = 10_000
INVITATION_MS = 30 * DAY
NAME_LOGINS = (1.0, 60)  # attempts a second and at once, for one name
PAIR_LOGINS = (1 / 6, 10)  # for one name from one address: nobody else is locked out by them
ADDRESS_LOGINS = (0.5, 30)  # likewise from one address, logins and sign-ups together
RENAMES = (1 / 600, 3)  # a second and at once, of one user
WRONG = "The name or the password is wrong"

Registration = Literal["open", "invitation", "closed"]


class Accounts:
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
        wall: Callable[[], int] = epoch_ms,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.registration: Registration = registration
        self.guests = guests
        self.logged_out: list[Callable[[str], None]] = []
        """Told a user's id when all their sessions have ended: their connections close."""
        self.renamed: list[Callable[[User], None]] = []
        """Told who is called something else from now on; their tables know it by then."""
        self.named: list[Callable[[str, str], None]] = []
        """Asked before somebody takes a name, by their id ("": they have none yet); they refuse it
        or say nothing."""
        self._store = store
        self._house = house
        self._passwords = passwords or Passwords()
        self._sessions = Sessions(store, wall)
        self._wall = wall
        self._clock = clock
        self._by_name = Turnstile(*NAME_LOGINS)
        self._by_pair = Turnstile(*PAIR_LOGINS)
        self._by_address = Turnstile(*ADDRESS_LOGINS)
        self._renames = Turnstile(*RENAMES)

    # Coming and going

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
    ) -> User:
        """A new account, or the guest made one."""
        if self.registration == "closed":
            raise Refusal("REGISTRATION_CLOSED", "This server takes no new accounts")
        if self.registration == "invitation" and not invitation:
            raise Refusal("INVITATION_REQUIRED", "You need an invitation to sign up here")
        self._pass_address(address)
        used = token_hash(invitation) if self.registration == "invitation" and invitation else None
        person = await self._create(form, guest, used)
        user = user_of(person)
        if guest is not None:
            self.tell_renamed(user)
        return user

    async def create(self, form: SignUp, role: str = PLAYER) -> User:
        """An account made by an admin, whatever the server's registration is; it may have a name
        of the house."""
        person = await self._create(form, None, None, house=True)
        await self._store.set_role(person.id, role)
        return user_of(person)

    async def log_in(
        self, username: str, password: str, *, address: str | None = None, label: str = ""
    ) -> tuple[User, str]:
        """The user and a new session's token. Whether the name exists is never told: the answer
        to a wrong one is the same, and takes as long."""
        self._pass_address(address)
        if len(username) > 4 * PASSWORD:
            raise Refusal("INVALID_CREDENTIALS", WRONG)
        login = looks(username)
        self._pass_name(login[:64], address)
        found = await credentials(self._store, username)
        kept = None if found is None else found[1]
        right = await self._passwords.check(_readable(password), kept)
        if found is None or kept is None or not right:
            raise Refusal("INVALID_CREDENTIALS", WRONG)
        self._knows_the_name(login[:64], address)
        person = found[0]
        if self._passwords.dated(kept):
            await self._store.set_password(person.id, await self._passwords.hash(password))
        return user_of(person), await self._sessions.begin(person, label[:64])

    async def known(self, token: str) -> User:
        """Whose token it is."""
        return user_of((await self._sessions.of(token)).person)

    async def log_out(self, token: str) -> None:
        """Ends the token's session."""
        await self._sessions.end(token)

    async def log_out_everywhere(self, user: User) -> None:
        """Ends all sessions of the user; their connections are closed."""
        await self._sessions.end_all(user.id)
        self._tell_logged_out(user.id)

    # Passwords and roles

    async def change_password(
        self, user: User, old: str, new: str, *, keep: str | None = None
    ) -> None:
        """All other sessions end; `keep` is the token of the one that stays."""
        await self._prove(user, old)
        await self._store.set_password(user.id, await self._passwords.hash(clean_password(new)))
        await self._sessions.end_all(user.id, keep)

    async def reset_password(self, admin: User | None, username: str) -> str:
        """A new password for somebody who forgot theirs, made by an admin (None: the command
        line). It is shown this once, and ends all sessions."""
        await self._must_be_admin(admin)
        person = await self.find(username)
        password = token_urlsafe(12)
        await self._store.set_password(person.id, await self._passwords.hash(password))
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
            ratings=await self._store.ratings_of(user_id),
            season_points=earned,
            bests=await self._store.bests_of(user_id),
            role=person.role if own else PLAYER,
            fullname=kept.fullname if own else None,
            email=kept.email if own else None,
            phone=kept.phone if own else None,
            dob=kept.dob if own else None,
            country=kept.country if own else None,
            gender=kept.gender if own else None,
        )

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
        if not self._renames.take(user.id, self._clock()):
            raise Refusal("RATE_LIMITED", "You have changed your name enough for now; wait a while")
        try:
            holder = await by_name(self._store, name)
            if holder is not None and holder.id != user.id:
                raise NameTaken
            person = await self._store.set_name(user.id, name, looks(name))
        except NameTaken:
            self._renames.give_back(user.id)
            raise Refusal("NAME_TAKEN", "Somebody has this name already") from None
        if person is None:
            raise Refusal("NO_SUCH_PLAYER", "There is no such player")
        renamed = user_of(person)
        self.tell_renamed(renamed)
        return renamed

    async def richest(self, limit: int = 20) -> list[tuple[Person, int]]:
        """Who has most chips, best first."""
        return await self._store.richest(limit)

    async def export(self, user: User) -> dict[str, Any]:
        """All that is kept about the user, as builtins: profile, sessions, ratings, chips."""
        return await self._store.personal_data(user.id)

    async def delete(self, user: User, password: str = "") -> None:
        """What is personal goes; games, ledger and ratings stay under "Deleted <number>". A guest
        has no password to give."""
        person = await self._store.person(user.id)
        if person is None or not person.guest:
            await self._prove(user, password)
        await self.remove(user)

    async def remove(self, user: User) -> None:
        """Deletes without a password: the command line's way."""
        if self._house is not None and self._house.tables_of(user.id):
            raise Refusal("INVALID_GAME_STATE", "Leave your tables first")
        await self._store.delete_user(user.id, self._wall())
        if self._house is not None:
            self._house.forget_balance(user.id)
        self._tell_logged_out(user.id)

    def close(self) -> None:
        """No more passwords are checked."""
        self._passwords.close()

    # Inside

    async def _create(
        self, form: SignUp, guest: User | None, invitation: bytes | None, *, house: bool = False
    ) -> Person:
        name, details = clean_name(form.user), clean_details(form.details())
        password = clean_password(form.password)
        if guest is not None:
            person = await self._store.person(guest.id)
            if person is None or not person.guest:
                raise Refusal("INVALID_REQUEST", "You have an account already")
        if not house:
            self._may_be_called("" if guest is None else guest.id, name)
        if await by_name(self._store, name) is not None:  # before the slow hash
            raise Refusal("NAME_TAKEN", "Somebody has this name already")
        who = Credentials(name, looks(name), await self._passwords.hash(password))
        try:
            return await self._store.create_account(
                who,
                details,
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

    async def _prove(self, user: User, password: str) -> None:
        """Who has somebody's token may not guess their password with it either."""
        self._pass_name(user.id, None)
        kept = await self._store.password(user.id)
        if not await self._passwords.check(_readable(password), kept):
            raise Refusal("INVALID_CREDENTIALS", "The password is wrong")

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

    def _pass_address(self, address: str | None) -> None:
        if address is not None and not self._by_address.take(address, self._clock()):
            raise Refusal("RATE_LIMITED", "Too many attempts from your address; try again later")

    def _knows_the_name(self, name: str, address: str | None) -> None:
        """Only guesses count: a client may log in as often as its address lets it."""
        self._by_pair.give_back(f"{name}\n{address or ''}")
        self._by_name.give_back(name)

    def _pass_name(self, name: str, address: str | None) -> None:
        now = self._clock()
        pair = f"{name}\n{address or ''}"
        if not self._by_pair.take(pair, now) or not self._by_name.take(name, now):
            raise Refusal("RATE_LIMITED", "Too many attempts for this name; try again in a minute")

    def tell_renamed(self, user: User) -> None:
        """A user is called something else from now on, and it is written down."""
        if self._house is not None:
            self._house.rename(user)
        for told in self.renamed:
            told(user)

    def _tell_logged_out(self, user: str) -> None:
        for told in self.logged_out:
            told(user)


def user_of(person: Person) -> User:
    """A person as tables know them."""
    return User(person.id, person.name, number=person.number, guest=person.guest)


def _readable(password: str) -> str:
    """Nobody's password is longer, or no text; it is checked all the same, for the time."""
    return password[: PASSWORD + 1].encode("utf-8", "replace").decode()
