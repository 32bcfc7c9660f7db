"""The steps of a turn in their order; `turn.py` goes from one to the next."""

BEGIN, DRAWING, MAIN, MAIN_PASSED = range(4)
ATTACKING, BLOCKING, FIRST_HITS, HITS, BATTLE_OVER = range(4, 9)
ENDING, CLEANUP, NEXT = range(9, 12)
BLOCKED = 12  # between BLOCKING and FIRST_HITS, where the table has a window there
