"""The Helm chart (issue 15, point 7), rendered. Our templates keep to a few words of Helm's, which
`rendered` knows, and it knows no others; what it makes must be what Helm itself made: the files in
`helm/` were written by Helm 3.17.3 (`helm template room packaging/helm`, and with SETS)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from cutcard.cli.settings import BY_KEY

ROOT = Path(__file__).resolve().parents[2]
CHART = ROOT / "packaging" / "helm"
MADE = Path(__file__).parent / "helm"
SETS = {  # --set …
    "cache.secret": "vk",
    "trustedProxy": "10.0.0.0/8",
    "ingress.host": "cards.example",
    "ingress.tlsSecret": "tls",
    "serviceMonitor": True,
    "together": False,
}
WORD = re.compile(r"\{\{ (\.[\w.]+)( \| quote)? \}\}")
IF = re.compile(r"\{\{- if (\.[\w.]+) \}\}")


def values(sets=()):
    found = yaml.safe_load((CHART / "values.yaml").read_text())
    for path, value in dict(sets).items():
        *folders, last = path.split(".")
        inner = found
        for folder in folders:
            inner = inner[folder]
        assert last in inner, f"there is no value {path}"
        inner[last] = value
    return {"Values": found, "Release": {"Name": "room"}}


def looked_up(path, given):
    for name in path.strip(".").split("."):
        given = given[name]  # a name that is not there is a slip: KeyError
    return given


def rendered(template, given):
    """A template's text: values, quoted or not, and parts that are left out."""
    lines, shown = [], [True]
    for line in template.splitlines():
        begins = IF.fullmatch(line)
        if begins:
            shown.append(bool(looked_up(begins[1], given)))
        elif line == "{{- else }}":
            shown[-1] = not shown[-1]
        elif line == "{{- end }}":
            shown.pop()
        elif all(shown):

            def said(found):
                value = looked_up(found[1], given)
                return json.dumps(str(value)) if found[2] else str(value)

            lines.append(WORD.sub(said, line))
            assert "{{" not in lines[-1], f"more of Helm than a template here may use: {line}"
    assert shown == [True]
    return "\n".join(lines)


def documents(sets=()):
    given = values(sets)
    found = []
    for path in sorted((CHART / "templates").iterdir()):
        found += [one for one in yaml.safe_load_all(rendered(path.read_text(), given)) if one]
    return found


def by_name(many):
    return {(one["kind"], one["metadata"]["name"]): one for one in many}


@pytest.mark.parametrize(("sets", "file"), [((), "plain.yaml"), (SETS, "full.yaml")])
def test_the_chart_is_rendered_as_helm_does(sets, file):
    made = [one for one in yaml.safe_load_all((MADE / file).read_text()) if one]
    assert by_name(documents(sets)) == by_name(made)


def test_all_that_is_named_is_there():
    found = by_name(documents(SETS))
    pods = found["StatefulSet", "room"]["spec"]
    labels = pods["template"]["metadata"]["labels"]
    assert pods["selector"]["matchLabels"] == labels
    assert ("Service", pods["serviceName"]) in found
    (container,) = pods["template"]["spec"]["containers"]
    ports = {one["name"] for one in container["ports"]}
    for name in ("room", "room-each"):
        service = found["Service", name]["spec"]
        assert service["selector"] == labels
        assert {one["targetPort"] for one in service["ports"]} <= ports
    assert found["PodDisruptionBudget", "room"]["spec"]["selector"]["matchLabels"] == labels
    assert found["ServiceMonitor", "room"]["spec"]["selector"]["matchLabels"] == labels
    (rule,) = found["Ingress", "room"]["spec"]["rules"]
    for path in rule["http"]["paths"]:
        assert ("Service", path["backend"]["service"]["name"]) in found
    mounts = {one["name"] for one in container["volumeMounts"]}
    assert mounts == {one["name"] for one in pods["template"]["spec"]["volumes"]}


def test_it_sets_only_what_a_server_knows_and_leaves_it_time_to_stop():
    (pods,) = [one["spec"] for one in documents(SETS) if one["kind"] == "StatefulSet"]
    spec = pods["template"]["spec"]
    (container,) = spec["containers"]
    settings = {one["name"] for one in container["env"]}
    assert settings <= {setting.variable for setting in BY_KEY.values()}
    assert "CUTCARD_STANDBY" in settings
    assert {"CUTCARD_DB", "CUTCARD_CACHE", "CUTCARD_TRUSTED_PROXY"} <= settings
    words = container["args"]
    assert words[0] == "serve"
    assert {word.removeprefix("--") for word in words if word.startswith("--")} <= BY_KEY.keys()
    drain = next(int(one["value"]) for one in container["env"] if one["name"] == "CUTCARD_DRAIN")
    assert spec["terminationGracePeriodSeconds"] >= drain + 30
    assert "cpu" not in container["resources"]["limits"]


def test_together_each_says_where_the_others_reach_it_and_none_waits():
    (pods,) = [one["spec"] for one in documents() if one["kind"] == "StatefulSet"]
    (container,) = pods["template"]["spec"]["containers"]
    settings = {one["name"]: one.get("value") for one in container["env"]}
    assert settings.pop("POD_IP", "") is None  # asked of Kubernetes, and named before it is used
    assert settings.keys() <= {setting.variable for setting in BY_KEY.values()}
    assert settings["CUTCARD_BRIDGE"] == "$(POD_IP):9100"
    assert 9100 in [one["containerPort"] for one in container["ports"]]
    assert "CUTCARD_STANDBY" not in settings


def test_the_renderer_refuses_what_it_does_not_know():
    with pytest.raises(AssertionError, match="more of Helm"):
        rendered('a: {{ include "x" . }}', values())
    with pytest.raises(KeyError):
        rendered("a: {{ .Values.nothing }}", values())
