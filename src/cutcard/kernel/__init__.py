"""Cards, chance and the contract of a game. Knows nobody: no clock, no I/O, no game by name."""
