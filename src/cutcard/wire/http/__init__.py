"""HTTP beside `/ws`: the API for what is not a game, health and metrics, and the page.

A route carries a request of the list in `lobby/requests`; `route` says how, and the OpenAPI
document at `/api/openapi.json` is made from both. Answers are JSON; a refusal is
`{"error": {code, message}}` with a fitting status. Who asks says who they are with
`Authorization: Bearer <token>`, never with a cookie, so no other site can ask in their name.
"""

from .app import app

__all__ = ["app"]
