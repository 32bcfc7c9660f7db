"""Wire taint: no byte sent to a seat or a spectator carries a card it may not know.

Whole games of every game there is are played at random through real sockets (WebSocket in JSON and
in MessagePack, TCP), with lost connections, resyncs, spectators with and without delay, chat and
refused moves. Every message is kept as it came. Then, in `truth.py`, the deals are played again
from the store, and

- every GAME_UPDATE, GAME_STATE, ACK and NACK, every 460, 471 and 600 must be exactly what follows
  from `view(viewer)`, the facts told to him and his own legal moves at that seq: nothing more;
- in worlds redealt for the viewer (`State.redeal`) his view, what each step tells him and the
  words of every refusal must be the same: so what he was sent depends on nothing hidden from him;
- no seed of a deal that is not over, no token and no password of another is in any byte.

Beside it a second server plays the same moves in a world that differs only in what one viewer may
not know: all that viewer is sent there, lists, chat, errors and HTTP answers too, must be the same
(`pair.py`). `test_planted.py` plants leaks and shows that each is found.
"""
