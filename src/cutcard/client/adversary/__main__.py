"""An attack in a process of its own: it says when it begins, and how much it sent."""

import asyncio
import sys

from . import attack

if __name__ == "__main__":
    _, host, port, tcp_port, name, seconds, *whom = sys.argv
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    work = attack(host, int(port), name, float(seconds), *whom, tcp_port=int(tcp_port))
    sys.stdout.write(f"{asyncio.run(work)}\n")
