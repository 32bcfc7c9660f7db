"""What both wire dialects and HTTP share: accounts, chips, friends, quick matches; no bytes."""
