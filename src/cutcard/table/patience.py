"""How long tables wait, in ms."""

REMATCH = 30_000  # a table stays after its match
IDLE = 30 * 60_000  # without a person's move a table is cleaned up, unless its match goes on
DESERTED = 60_000  # a table at which nobody is left, and none of its bots thinks
GRACE = 120_000  # a match, or a seat before it, waits for who is gone
SEAT = 600_000  # a seat does where people come and go at any time
