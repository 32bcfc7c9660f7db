"""The `cutcard` command. Each command is a module here with a `command`; main.py finds it."""
