"""A little real mail server: it speaks SMTP on a port of its own, and keeps what it is given."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from email import message_from_bytes


class Postbox:
    """The letters that came, as `email` reads them."""

    def __init__(self) -> None:
        self.letters: list = []
        self.port = 0

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 box ESMTP\r\n")
        while line := (await reader.readline()).decode().strip():
            word = line.split()[0].upper()
            if word == "DATA":
                writer.write(b"354 go on\r\n")
                body = await reader.readuntil(b"\r\n.\r\n")
                self.letters.append(message_from_bytes(body[:-3]))
            writer.write(b"221 bye\r\n" if word == "QUIT" else b"250 well\r\n")
            if word == "QUIT":
                break
        writer.close()

    async def code(self, to: str, subject: str) -> str:
        """The code of the last letter to somebody about something."""
        async with asyncio.timeout(20):
            while True:
                for one in reversed(self.letters):
                    if one["To"] == to and subject in one["Subject"]:
                        self.letters.remove(one)
                        text = one.get_payload(decode=True).decode()
                        return re.search(r"The code is: (\S+)", text)[1]
                await asyncio.sleep(0.01)


@asynccontextmanager
async def postbox():
    box = Postbox()
    server = await asyncio.start_server(box._serve, "127.0.0.1", 0)
    box.port = server.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        server.close()
