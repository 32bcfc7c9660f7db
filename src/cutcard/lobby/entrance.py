"""Coming in and going out: log-ins, sessions, passwords and what proves who somebody is. Nothing a
stranger does keeps an owner's known device out, and a guess costs the guesser more each time."""

from __future__ import annotations

import time
from collections.abc import Callable
from secrets import token_urlsafe

from cutcard.store.logins import OpenSession
from cutcard.store.people import Account, Person
from cutcard.store.protocol import Store
from cutcard.store.valkey_limits import ValkeyLimits
from cutcard.table.house import epoch_ms
from cutcard.table.words import Refusal, User

from .attempts import SIGN_UPS, Attempts
from .factors import Factors
from .finding import by_name, credentials
from .forms import PASSWORD, clean_password
from .letters import CONFIRM, RESET, Letters, reachable
from .looks import looks
from .mail import Post
from .passwords import Passwords
from .sessions import SESSION_DAYS, TOKEN_LENGTH, Sessions, token_hash

DEVICES = 20  # of one account that are known
WRONG = "The name or the password is wrong"


class Entrance:
    """`address` is where a request comes from, None where addresses are not limited."""

    def __init__(
        self,
        store: Store,
        *,
        passwords: Passwords | None = None,
        post: Post | None = None,
        sign_ups: float = SIGN_UPS,
        counts: ValkeyLimits | None = None,
        session_days: float = SESSION_DAYS,
        wall: Callable[[], int] = epoch_ms,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.logged_out: list[Callable[[str], None]] = []
        """Told a user's id when all their sessions have ended: their connections close."""
        self.counts = counts
        """What several processes count together; None: there is one."""
        self.attempts = Attempts(clock, sign_ups, counts)
        self.factors = Factors(store, self.attempts, wall)
        self.letters = Letters(store, post, self.attempts, wall, clock, counts=counts)
        self._store = store
        self._passwords = passwords or Passwords()
        self._sessions = Sessions(store, wall, session_days)
        self._wall = wall
        self._clock = clock

    # Log-ins

    async def log_in(
        self,
        username: str,
        password: str,
        *,
        address: str | None = None,
        label: str = "",
        device: str | None = None,
        code: str | None = None,
    ) -> tuple[User, str]:
        """The user and a new session's token. Whether the name exists is never told: the answer
        to a wrong one is the same, and takes as long. `device` is a token of a device that has
        logged in before, `code` one of the second factor."""
        if len(username) > 4 * PASSWORD:
            raise Refusal("INVALID_CREDENTIALS", WRONG)
        login = looks(username)[:64]
        known = await self.known_device(username, device)
        if known is None:
            await self.attempts.address(address)
        await self.attempts.begin(login, address, known)
        found = await credentials(self._store, username)
        kept = None if found is None else found[1]
        lane = address if known is None else known.hex()
        try:
            right = await self._passwords.check(
                _readable(password), kept, lane, known=known is not None
            )
        except Refusal:  # nobody looked at it
            await self.attempts.undone(login, address, known)
            raise
        if found is None or kept is None or not right:
            raise Refusal("INVALID_CREDENTIALS", WRONG)
        user = user_of(found[0])
        await self.factors.prove(user, code, known)
        await self.attempts.right(login, address, known)
        if self._passwords.dated(kept):
            await self._store.set_password(user.id, await self._passwords.hash(password, lane))
        return user, await self._sessions.begin(found[0], label[:64])

    async def known_device(self, username: str, device: str | None) -> bytes | None:
        """The hash of a device's token, where it is one of that account's."""
        if not device or len(device) > TOKEN_LENGTH:
            return None
        hashed = token_hash(device)
        owner = await self._store.device(hashed, self._wall())
        if owner is None:
            return None
        person = await by_name(self._store, username)
        return hashed if person is not None and person.id == owner else None

    async def remember(self, user: User) -> str:
        """A token by which the user's device is known at its next log-in. It opens nothing by
        itself, and is shown this once."""
        token = token_urlsafe(24)
        await self._store.add_device(user.id, token_hash(token), self._wall(), DEVICES)
        return token

    async def enter(self, user: User, label: str) -> str:
        """A new session's token of somebody who has just proved who they are."""
        person = await self._store.person(user.id)
        if person is None:
            raise Refusal("NO_SUCH_PLAYER", "There is no such player")
        return await self._sessions.begin(person, label[:64])

    # Sessions

    async def known(self, token: str) -> User:
        """Whose token it is."""
        return user_of((await self._sessions.of(token)).person)

    async def log_out(self, token: str) -> None:
        """Ends the token's session."""
        await self._sessions.end(token)

    async def log_out_everywhere(self, user: User) -> None:
        """Ends all sessions of the user, and tells it to a server this runs beside; their
        connections are closed."""
        await self._store.end_beside(user.id, None, self._wall())
        self._tell_logged_out(user.id)

    async def sessions(self, user: User) -> list[OpenSession]:
        """The user's, the one used last first."""
        return await self._sessions.listed(user.id)

    async def end_session(self, user: User, session: str) -> bytes:
        """Ends one by the name it is listed under; its hash, for those who hold connections."""
        hashed = await self._sessions.named(user.id, session)
        await self._store.end_beside(user.id, hashed, self._wall())
        return hashed

    # Passwords

    async def change_password(
        self,
        user: User,
        old: str,
        new: str,
        *,
        keep: str | None = None,
        address: str | None = None,
    ) -> None:
        """All other sessions end, and no device is known any more; `keep` is the token of the
        session that stays."""
        await self.prove(user, old, address)
        await self._set_password(await self._account(user.id), new, address)
        await self._sessions.end_all(user.id, keep)

    async def prove(self, user: User, password: str, address: str | None = None) -> None:
        """Who has somebody's token may not guess their password with it either."""
        await self.attempts.begin(user.id, address)
        kept = await self._store.password(user.id)
        if not await self._passwords.check(_readable(password), kept, address):
            raise Refusal("INVALID_CREDENTIALS", "The password is wrong")
        await self.attempts.right(user.id, address)

    async def forgot(self, username: str, address: str | None = None) -> None:
        """A code for a new password, to the confirmed e-mail address of an account. Whether there
        is such an account, or such an address, is never told."""
        await self.attempts.address(address)
        person = await by_name(self._store, username)
        account = None if person is None else await self._store.account(person.id)
        if self.letters.post is None:
            raise Refusal("INVALID_REQUEST", "This server sends no letters; ask whoever runs it")
        if account is not None and reachable(account):
            try:
                await self.letters.send(
                    RESET, account.person.id, account.email, account.person.name
                )
            except Refusal:  # enough were sent: that too would tell that there is one
                return

    async def new_password(
        self, username: str, code: str, password: str, *, address: str | None = None
    ) -> User:
        """With the code of a letter: all sessions end, and no device is known any more."""
        await self.attempts.address(address)
        person = await by_name(self._store, username)
        account = None if person is None else await self._store.account(person.id)
        if account is None:
            await self.attempts.begin(f"{RESET}\n{looks(username)[:64]}", address)
            raise Refusal("INVALID_CODE", "The code is wrong, too old, or was used before")
        clean_password(password, *_names(account))
        await self.letters.take(RESET, account.person.id, account.email, code, address)
        await self._set_password(account, password, address)
        user = user_of(account.person)
        await self.log_out_everywhere(user)
        return user

    async def _set_password(self, account: Account, new: str, address: str | None) -> None:
        user = account.person.id
        new = clean_password(new, *_names(account))
        await self._store.set_password(user, await self._passwords.hash(new, address))
        await self._store.forget_devices(user)

    # E-mail addresses

    async def ask_to_confirm(self, user: User) -> None:
        """A letter to the address in the user's profile."""
        account = await self._account(user.id)
        if not account.email:
            raise Refusal("INVALID_REQUEST", "Your profile has no e-mail address; add one first")
        if reachable(account):
            raise Refusal("INVALID_REQUEST", "Your e-mail address is confirmed already")
        await self.letters.send(CONFIRM, user.id, account.email, account.person.name)

    async def confirm_email(self, user: User, code: str, address: str | None = None) -> None:
        """With the code of that letter the address is known to be the user's."""
        await self.letters.confirm(await self._account(user.id), code, address)

    # Inside

    async def _account(self, user: str) -> Account:
        account = await self._store.account(user)
        if account is None:
            raise Refusal("NO_SUCH_PLAYER", "There is no such player")
        return account

    def _tell_logged_out(self, user: str) -> None:
        for told in self.logged_out:
            told(user)

    def close(self) -> None:
        """No more passwords are checked, no more letters sent."""
        self._passwords.close()
        if self.letters.post is not None:
            self.letters.post.close()


def user_of(person: Person) -> User:
    """A person as tables know them."""
    return User(person.id, person.name, number=person.number, guest=person.guest)


def _names(account: Account) -> tuple[str, ...]:
    return account.person.name, account.fullname, account.email.partition("@")[0]


def _readable(password: str) -> str:
    """Nobody's password is longer, or no text; it is checked all the same, for the time."""
    return password[: PASSWORD + 1].encode("utf-8", "replace").decode()
