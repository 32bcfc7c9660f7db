"""Recorded conversations: what a server said, byte for byte, and that it says it still.

`recorded/` holds one conversation for each game and dialect: JSON and MessagePack over `/ws`, and
packets over TCP. A conversation is what people did (dialled, sent, hung up, let time pass) and
every frame each of them heard. The test has a real server hear the same bytes at the same moments,
under a clock that stands still, and compares what it answers.

Where the protocol is meant to change, record again and read the difference before you commit it:

    python -m tests.conversations record [GAME] [DIALECT]
    python -m tests.conversations show GAME DIALECT
"""
