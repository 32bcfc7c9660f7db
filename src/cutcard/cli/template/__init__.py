"""What `cutcard new` writes: a small game with turns, and one of secret choices."""
