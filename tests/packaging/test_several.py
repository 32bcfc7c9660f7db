"""Several servers on one machine (issue 15, point 7): the units, and the proxies in front of them.
Both proxies' files were also read by HAProxy 2.6 (`haproxy -c`) and nginx 1.22 (`nginx -t`)."""

from __future__ import annotations

import re
from pathlib import Path

from cutcard.cli.settings import SETTINGS

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
MANY = (PACKAGING / "cutcard@.service").read_text()
ONE = (PACKAGING / "cutcard.service").read_text()


def test_the_unit_sets_only_what_a_server_knows():
    names = re.findall(r"CUTCARD_(\w+)=", MANY)
    assert "STANDBY" in names
    assert {name.lower() for name in names} <= {setting.field for setting in SETTINGS}
    assert "\nExecStart=/opt/cutcard/bin/cutcard serve --port %i\n" in MANY
    assert "\nEnvironmentFile=/etc/cutcard.env\n" in MANY  # it has to say which database


def test_each_of_several_is_kept_in_as_one_alone_is():
    def kept_in(text):
        return set(text[text.index("\nUser=") : text.index("\n[Install]")].splitlines())

    assert kept_in(MANY) == kept_in(ONE)


def test_the_target_has_them_all():
    assert "\nPartOf=cutcard.target\n" in MANY
    assert "\nWantedBy=cutcard.target\n" in MANY
    assert "[Install]" in (PACKAGING / "cutcard.target").read_text()


def test_the_proxies_ask_the_ports_the_units_have_and_hide_the_figures():
    units = set(re.findall(r"cutcard@(\d+)", MANY))
    assert len(units) == 2
    hidden = {"haproxy.cfg": "deny if { path,url_dec /metrics }", "nginx.conf": "deny all"}
    for file, denied in hidden.items():
        text = (PACKAGING / file).read_text()
        assert set(re.findall(r"server (?:\w+ )?127\.0\.0\.1:(\d+)", text)) == units, file
        assert denied in text
        assert "X-Forwarded-For" in text
    assert "option httpchk GET /ready" in (PACKAGING / "haproxy.cfg").read_text()
