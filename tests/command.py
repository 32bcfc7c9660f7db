"""`cutcard` as a process of its own runs it: `python -c MAIN serve …`."""

MAIN = "from cutcard.cli.main import main; main()"
QUICK_BOTS = (  # the same with bots that answer at once, where patience is not what is tried
    "from cutcard.table.house import House; "
    "House.__init__.__kwdefaults__['bot_delay'] = (5, 25); " + MAIN
)
