"""Nothing is skipped in silence: what was not run is told at the end, and where CUTCARD_NO_SKIPS
is set (CI) it fails the run, whole modules included. Browser tests are skipped together where no
browser opens a page."""

from __future__ import annotations

import os
from collections import defaultdict

import pytest

from .browser import advice, found

SKIPPED = 7  # the exit code of a run that left out what it must not; pytest's own end at 5

skipped: defaultdict[str, list[str]] = defaultdict(list)  # by reason: what
unseen: list[str] = []  # browser tests among them


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") and found().trouble:
        pytest.skip(found().trouble)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        _note(report)
        if "browser" in report.keywords:
            unseen.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.skipped:  # a module that skips itself reports no test at all
        _note(report)


def _note(report: pytest.TestReport | pytest.CollectReport) -> None:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    skipped[reason.removeprefix("Skipped: ")].append(report.nodeid)


def _strict(config: pytest.Config) -> bool:
    """Workers report to the controller, which judges."""
    return bool(os.environ.get("CUTCARD_NO_SKIPS")) and not hasattr(config, "workerinput")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _strict(session.config) and skipped:  # whatever else failed: no second try mends this
        session.exitstatus = SKIPPED


def pytest_unconfigure(config: pytest.Config) -> None:
    """The last lines of a run."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is None or hasattr(config, "workerinput"):
        return
    if _strict(config) and skipped:
        terminal.write_line("skipped, which this run does not allow:")
        for reason, what in skipped.items():
            more = f" and {len(what) - 1} more" if len(what) > 1 else ""
            terminal.write_line(f"  {what[0]}{more}: {reason}")
    if unseen:
        reason = next(reason for reason, what in skipped.items() if unseen[0] in what)
        tests = "browser test" if len(unseen) == 1 else "browser tests"
        terminal.write_line(f"{len(unseen)} {tests} not run: {reason}. {advice()}")
