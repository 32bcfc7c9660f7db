"""The OpenAPI 3.1 document, made from the routes and their types: nothing is written twice."""

from __future__ import annotations

import re
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

import cutcard

from .guard import CORRELATION, Problem, status_of
from .route import JSON, ROUTES, Route

REF = "#/components/schemas/{name}"
VERSION = "3.1.0"


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    types: list[Any] = [Problem]
    for one in ROUTES:
        types += one.takes.values()
        types.append(one.answer)
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    given = iter(schemas)
    problem = next(given)
    gone: set[str] = set()  # what only parameters were made from
    paths: dict[str, dict[str, Any]] = {}
    for one in ROUTES:
        shapes = {place: next(given) for place in one.takes}
        gone |= {_name(shapes[place]) for place in ("path", "query") if place in shapes}
        said = _operation(one, shapes, next(given), problem, components)
        paths.setdefault(one.where, {})[one.method.lower()] = said
    return {
        "openapi": VERSION,
        "info": {
            "title": "Cutcard",
            "version": cutcard.__version__,
            "description": "What is not a game: people, tables, replays, figures. Games are "
            "played on /ws; PROTOCOL.md says how.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {name: _plain(one) for name, one in components.items() if name not in gone},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(
    one: Route,
    shapes: dict[str, Any],
    answer: dict[str, Any],
    problem: dict[str, Any],
    components: dict[str, Any],
) -> dict[str, Any]:
    said: dict[str, Any] = {
        "operationId": one.name,
        "tags": [one.part],
        "summary": re.split(r"[.:;] ?", one.about, maxsplit=1)[0],
        "description": one.about,
        "responses": _responses(one, answer, problem),
        "x-cost": 1 if one.request is None else one.request.cost,  # against the limits
    }
    parameters = [
        parameter
        for place in ("path", "query")
        if place in shapes
        for parameter in _parameters(place, _resolved(shapes[place], components))
    ]
    if parameters:
        said["parameters"] = parameters
    if "body" in shapes:
        needed = bool(_resolved(shapes["body"], components).get("required"))
        said["requestBody"] = {"required": needed, "content": {JSON: {"schema": shapes["body"]}}}
    if one.signed == "must":
        said["security"] = [{"token": []}]
    elif one.signed == "may":
        said["security"] = [{}, {"token": []}]
    return said


def _resolved(schema: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = components[_name(schema)]
    return found


def _name(schema: dict[str, Any]) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _plain(schema: Any) -> Any:
    """A schema without `prefixItems`, which many readers of such documents do not know."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: _plain(value) for key, value in schema.items()}
    if "prefixItems" in told:
        told["items"] = {"anyOf": told.pop("prefixItems")}
    return told


def _parameters(place: str, shape: dict[str, Any]) -> list[dict[str, Any]]:
    needed = shape.get("required", [])
    return [
        {"name": name, "in": place, "required": name in needed, "schema": _sent(schema)}
        for name, schema in shape["properties"].items()
    ]


def _sent(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter's schema: in a URL there is no null, a parameter is there or not."""
    if "anyOf" not in schema:
        return schema
    (kind,) = [one for one in schema["anyOf"] if one.get("type") != "null"]
    return {**{k: v for k, v in schema.items() if k not in ("anyOf", "default")}, **kind}


def _responses(
    one: Route, answer: dict[str, Any], problem: dict[str, Any]
) -> dict[str, dict[str, Any]]:
    codes: dict[int, set[str]] = {}
    for code in (*one.refuses, *_usual(one)):
        codes.setdefault(status_of(code), set()).add(code)
    headers = {
        CORRELATION: {"description": "The request's id in the log.", "schema": {"type": "string"}}
    }
    told = {one.status: HTTPStatus(one.status).phrase, **one.also}
    responses = {
        str(status): {
            "description": text,
            "headers": headers,
            "content": {one.media: {"schema": answer}},
        }
        for status, text in told.items()
    }
    for status, why in sorted(codes.items()):
        responses[str(status)] = {
            "description": ", ".join(sorted(why)),
            "headers": headers,
            "content": {JSON: {"schema": problem}},
        }
    return responses


def _usual(one: Route) -> list[str]:
    """The refusals that follow from what a route takes."""
    codes = ["RATE_LIMITED"]
    if one.takes:
        codes.append("INVALID_REQUEST")
    if one.signed != "no":
        codes.append("NOT_AUTHENTICATED")
    if "body" in one.takes:
        codes += ["REQUEST_ENTITY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"]
    if one.method != "GET":
        codes.append("ORIGIN")
    return codes
