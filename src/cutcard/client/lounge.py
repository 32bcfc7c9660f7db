"""What a player does in the lobby: signs up, finds somebody to play with, talks, leaves. A part of
`Client`; all other requests of PROTOCOL.md go through `Client.request`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .line import ErrorBody, Refused

if TYPE_CHECKING:
    from .client import Place

OPENED = ("MATCH_OPENED", "QUICK_MATCH_FAILED")
ANSWERS = ("CHALLENGE_ACCEPTED", "CHALLENGE_DECLINED", "CHALLENGE_CANCELLED", "CHALLENGE_EXPIRED")


class Lounge:
    """The lobby's part of a client."""

    notices: list[tuple[str, dict[str, Any]]]
    places: dict[int, Place]
    token: str | None
    name: str

    @abstractmethod
    async def request(self, kind: str, payload: Any = None) -> dict[str, Any]: ...

    @abstractmethod
    def turn(self) -> Coroutine[Any, Any, object]: ...

    @abstractmethod
    async def _arrive(self, told: dict[str, Any], link: str | None = None) -> Place: ...

    async def notice(self, *kinds: str) -> tuple[str, dict[str, Any]]:
        """The next notice of one of these types, taken out of `notices`."""
        while True:
            for n, (kind, payload) in enumerate(self.notices):
                if kind in kinds:
                    del self.notices[n]
                    return kind, payload
            await self.turn()

    async def sign_up(self, user: str, password: str, **details: str) -> None:
        """Makes this guest an account: fullname, email, phone, dob, country, gender, and an
        invitation where the server wants one."""
        told = await self.request("SIGN_UP", {"user": user, "password": password, **details})
        self.name, self.token = told["name"], told["token"]

    async def quick_match(
        self, game: str, options: dict[str, Any] | None = None, *, bots: bool = False
    ) -> Place:
        """Waits until somebody is found to play with, and is ready; or with `bots` until they are
        offered."""
        await self.request("QUICK_MATCH", {"game": game, "options": options or {}})
        offered = ("QUICK_MATCH_BOTS_OFFERED",) if bots else ()
        while True:
            kind, told = await self.notice("MATCH_FOUND", *OPENED, *offered)
            if kind == "MATCH_OPENED":
                return await self._arrive(told)
            if kind == "QUICK_MATCH_FAILED":
                raise Refused(ErrorBody(told["code"], told["message"]))
            with suppress(Refused):  # another was not ready, or a match was found meanwhile
                if kind == "MATCH_FOUND":
                    await self.request("QUICK_MATCH_READY", {"match": told["match"]})
                else:
                    await self.request("QUICK_MATCH_BOTS", {})

    async def challenge(
        self, user: str, game: str, options: dict[str, Any] | None = None
    ) -> Place | None:
        """Asks somebody for a match and waits for the answer; None where they do not want to."""
        wish = {"user": user, "game": game, "options": options or {}}
        made = await self.request("CHALLENGE", wish)
        while True:
            kind, told = await self.notice(*ANSWERS)
            if told["challenge"] == made["challenge"]:
                return await self._arrive(told) if kind == "CHALLENGE_ACCEPTED" else None

    async def accept(self, challenge: int) -> Place:
        """Takes up a challenge; its number is in the notice CHALLENGED."""
        return await self._arrive(await self.request("CHALLENGE_ACCEPT", {"challenge": challenge}))

    async def say(self, place: Place, text: str) -> None:
        """Says something at a table."""
        await self.request("CHAT", {"table": place.table, "text": text})

    async def leave(self, place: Place, *, concede: bool = False) -> None:
        """Goes away from a table; `join` brings us back to a match that was not conceded."""
        await self.request("LEAVE", {"table": place.table, "concede": concede})
        self.places.pop(place.table, None)
