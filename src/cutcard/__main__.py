"""`python -m cutcard` is the command `cutcard`."""

from cutcard.cli.main import main

if __name__ == "__main__":
    main()
