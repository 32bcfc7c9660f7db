"""A player's side of `/ws`, for bots, tests and tools: `Client` plays and comes back by itself,
`Line` is one bare connection."""

from .client import Client, Place
from .line import Line, Lost, Message, Refused, open_line

__all__ = ["Client", "Line", "Lost", "Message", "Place", "Refused", "open_line"]
