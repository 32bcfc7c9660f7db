"""One folder a part, and here what several of them share: `browsing.py` has a browser and a server
for it, `running.py` servers in processes of their own and players with sockets, `playthrough.py`
plays a recorded deal again, `command.py` is the command line of a process, `browser.py` finds the
browser, `skipping.py` tells what was not run."""
