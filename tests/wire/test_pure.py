"""CUTCARD_PURE leaves the compiled part alone, so that all tests can see the plain way at work."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

from cutcard.wire import swift

ASK = "from cutcard.wire import swift; print(swift.update, swift.ack)"


def test_it_is_not_loaded_where_it_is_not_wanted():
    env = {**os.environ, "CUTCARD_PURE": "1"}
    said = subprocess.check_output([sys.executable, "-c", ASK], env=env, text=True)
    assert said == "None None\n"


def test_it_is_loaded_where_it_is_there_and_wanted():
    there = find_spec("cutcard.wire._swift") is not None
    assert (swift.update is not None) == (there and not os.environ.get("CUTCARD_PURE"))
