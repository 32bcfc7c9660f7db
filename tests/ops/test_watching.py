"""The dashboard and the alarms ask for what the server tells, and fit on a screen."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path

import pytest

WATCHING = Path(__file__).resolve().parents[2] / "packaging" / "watching"
METRIC = re.compile(r"\b((?:cutcard|process)_[a-z_]+)\b")
LABELLED = re.compile(r"\bcutcard_\w+\{[^}]*\b(what|queue)=~?\"([^\"]+)\"")


def board() -> dict:
    return json.loads((WATCHING / "grafana.json").read_text())


def queries() -> list[str]:
    asked = [target["expr"] for panel in board()["panels"] for target in panel["targets"]]
    rules = (WATCHING / "alerts.yaml").read_text()
    return [*asked, *re.findall(r"^ *expr: (.+)$", rules, re.MULTILINE)]


@pytest.fixture
def told(serve, asker) -> str:
    return asker(serve()).ask("GET", "/metrics", status=200)


def test_every_metric_asked_for_is_one_the_server_tells(told):
    names = set(re.findall(r"^# TYPE (\S+)", told, re.MULTILINE))
    asked = {name for query in queries() for name in METRIC.findall(query)}
    assert asked <= names
    assert len(asked) >= 12
    for query in queries():
        for label, values in LABELLED.findall(query):
            for value in values.split("|"):
                assert f'{label}="{value}"' in told, query


def test_every_panel_says_what_it_shows_and_covers_no_other():
    panels = board()["panels"]
    for panel in panels:
        assert panel["title"]
        assert panel["description"].endswith(".")
    boxes = [panel["gridPos"] for panel in panels]
    for one, other in combinations(boxes, 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        below = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or below


def test_every_alarm_says_what_to_do():
    rules = (WATCHING / "alerts.yaml").read_text()
    assert rules.count("- alert:") == rules.count("action:") == rules.count("summary:") > 0
