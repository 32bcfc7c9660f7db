"""Letters: sent over SMTP in a thread of their own, one after another, so that neither the event
loop nor whoever asked waits for another's server. What cannot be sent is logged, without the
address it was for."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

log = logging.getLogger("cutcard.lobby")

PATIENCE = 20.0  # seconds for each answer of the mail server
WAITING = 200  # letters; more are not sent
Security = Literal["starttls", "tls", "none"]


class Smtp(Struct, frozen=True):
    """Where letters are handed in, and from whom they are."""

    host: str
    port: int = 587
    sender: str = "cutcard@localhost"
    user: str | None = None
    password_file: Path | None = None
    security: Security = "starttls"


class Post(Protocol):
    """Something that sends letters."""

    def send(self, to: str, subject: str, text: str) -> None:
        """Sends it later; never waits and never raises."""

    def close(self) -> None: ...


class Mail:
    """Letters over SMTP."""

    def __init__(self, settings: Smtp) -> None:
        self._settings = settings
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="cutcard-mail")
        self._waiting = 0

    def send(self, to: str, subject: str, text: str) -> None:
        if self._waiting >= WAITING:
            log.warning("a letter was not sent: %d wait for the mail server", self._waiting)
            return
        self._waiting += 1
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self._settings.sender, to, subject
        letter["Date"] = formatdate()
        letter["Message-ID"] = make_msgid(domain=self._settings.sender.rpartition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        loop = asyncio.get_running_loop()
        sent = loop.run_in_executor(self._thread, self._hand_in, letter)
        sent.add_done_callback(self._sent)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _sent(self, sent: asyncio.Future[None]) -> None:
        self._waiting -= 1
        if not sent.cancelled() and (reason := sent.exception()) is not None:
            # The server's own words may name the address; its class says enough to look further.
            where = f"{self._settings.host}:{self._settings.port}"
            log.error("a letter could not be sent by %s: %s", where, type(reason).__name__)

    def _hand_in(self, letter: EmailMessage) -> None:
        how = self._settings
        context = ssl.create_default_context()
        if how.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                how.host, how.port, timeout=PATIENCE, context=context
            )
        else:
            server = smtplib.SMTP(how.host, how.port, timeout=PATIENCE)
        with server:
            if how.security == "starttls":
                server.starttls(context=context)
            if how.user is not None:
                word = "" if how.password_file is None else how.password_file.read_text().strip()
                server.login(how.user, word)
            server.send_message(letter)
