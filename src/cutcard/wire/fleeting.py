"""Who asks without a connection: over HTTP, here or at another worker. It is gone with its answer,
so nothing can be told it later, and nothing stays open that could be somebody's."""

from __future__ import annotations

from cutcard.table.words import User, Word


class Fleeting:
    """What an Asker does that has no connection: nothing."""

    __slots__ = ()

    def may_be(self, user: User) -> None:
        """The next request says anew who asks."""

    def enter(self, user: User, token: str) -> None:
        """Nothing stays open that could be theirs."""

    def show_legal(self, many: int) -> None:
        """No view is shown here."""

    def speak_fair(self) -> None:
        """Nobody is asked for a share here."""

    def hear(self, word: Word) -> None:
        """Nothing can be told here later."""

    def attach(self, table: int, *, watch: bool = False, link: str | None = None) -> None:
        """What happens at tables is told on connections."""

    def detach(self, table: int) -> None:
        """It never listened."""

    def look(self, table: int, last_seq: int | None) -> None:
        """Views are shown on connections."""

    def logged_out(self) -> None:
        """It ends with its answer."""
