"""No turn of the loop is long because the interpreter looks for cycles in it (issue 16: one of an
event of 5,000 took 22.4 CPU ms, and that was a sweep of the middle generation)."""

from __future__ import annotations

import json
import subprocess
import sys

STORY = """
import gc, json, time
from cutcard.arena.event import Event, Row, Terms
from cutcard.table.sweeps import few_and_short

few_and_short()
looked, spent, began = [0, 0, 0], [0.0, 0.0, 0.0], 0.0

def swept(phase, info):
    global began
    which = info["generation"]
    if phase == "start":
        there = sum(len(gc.get_objects(n)) for n in range(which + 1))
        looked[which] = max(looked[which], there)
        began = time.thread_time()
    else:
        spent[which] = max(spent[which], (time.thread_time() - began) * 1000)

gc.callbacks.append(swept)
levels = (Row(10, 20, minutes=10),)
terms = Terms("big", "poker", structure=levels, starts_at=1000, start_stack=1500, table_size=9)
event, stays = Event.open("e", terms, bytes(32), 0), []
for number in range(5000):
    stays += event.register(f"p{number}", 0, 1)
stays += event.advance(1000)
for _ in range(300_000):  # what tables, hands and people add that stays
    stays.append([stays])
gc.callbacks.remove(swept)
print(json.dumps({"looked": looked, "spent": spent, "players": len(event.state.players)}))
"""


def test_a_sweep_in_an_event_of_5000_looks_at_few_objects_and_is_short():
    command = [sys.executable, "-c", STORY]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    found = json.loads(done.stdout)
    young, middle, _ = found["looked"]
    assert found["players"] == 5000
    assert 3_000 <= young <= 4_500
    assert 15_000 <= middle <= 30_000  # it was 200,000
    assert max(found["spent"][:2]) < 20, found
