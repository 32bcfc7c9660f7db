"""Fair deals checked: the records of a table's chain, their signatures, files, and the judge of
them. The formulas are `cutcard.kernel.fair`; the rule book is docs/rules/fairness.md."""

from .judge import Verdict, judge
from .lines import Bad, read
from .signing import Key, signed

__all__ = ["Bad", "Key", "Verdict", "judge", "read", "signed"]
