"""HTTP beside `/ws`: the API for what is not a game, health and metrics, and the page.

A route is a typed function in one of the files here; `route` says how, and the OpenAPI document
at `/api/openapi.json` is made from the same types. Answers are JSON; a refusal is
`{"error": {code, message}}` with a fitting status. Who asks says who they are with
`Authorization: Bearer <token>`, never with a cookie, so no other site can ask in their name.
"""

from .app import app

__all__ = ["app"]
