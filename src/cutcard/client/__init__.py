"""A player's side of both protocols, for bots, tests and tools: `Client` plays over `/ws` and
comes back by itself, `PacketClient` does the same over TCP; `ClientLine` and `PacketLine` are one
bare connection.

A poker player who calls everything, over TCP:

    import asyncio
    from cutcard.client import PacketClient

    async def main():
        me = await PacketClient.connect("127.0.0.1", 9000, "Ann", "a secret", sign_up=True)
        async with me:
            tables = await me.tables()
            if tables:
                place = await me.join(tables[0].id)
            else:
                place = await me.create("Ann's", max_player=6, min_bet=20)
            while True:
                seq = place.state["seq"]
                may = [one["type"] for one in place.state["available_actions"]]
                if may:
                    await me.act("check" if "check" in may else "call")
                await me.later(seq)

    asyncio.run(main())
"""

from .client import Client, Place
from .line import ClientLine, Lost, Message, Refused, open_line
from .packet_client import PacketClient, PacketPlace, Score, TableLine
from .packets import PacketLine

__all__ = [
    "Client",
    "ClientLine",
    "Lost",
    "Message",
    "PacketClient",
    "PacketLine",
    "PacketPlace",
    "Place",
    "Refused",
    "Score",
    "TableLine",
    "open_line",
]
