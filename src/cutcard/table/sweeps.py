"""When the interpreter looks for cycles: it does so in the middle of a turn of the loop.

What is here when a server has started stays, and what a move leaves behind is freed by counting
references: to look for cycles after every 700 objects was 12 % of a busy server's time (perf, 200
tables). What moves leave behind is hardly ever looked at: Records are not, they are made without
gc. But an event of thousands makes objects that stay, and each sweep of the middle generation looks
at all that came since the last: 200,000 of them took 22 to 58 CPU ms of one turn.
"""

from __future__ import annotations

import gc

YOUNG = 3_000  # objects more than were freed: then those are looked at,
MIDDLE = 5  # so many times: then all since the last such sweep, which are 18,000 at most,
OLD = 650  # and so many of those: then everything, where a quarter of it is new


def few_and_short() -> None:
    """From now on; all that is here stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
