"""What a reference gave for docs/rules/fairness.md; CUTCARD_FAIR_VECTORS names another file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).parent.parent / "data" / "fair-vectors.json"
VECTORS: dict[str, Any] = json.loads(
    Path(os.environ.get("CUTCARD_FAIR_VECTORS", SHIPPED)).read_text()
)


def field(one: dict[str, Any]) -> bytes | str | int:
    """A packed field as the vectors write it."""
    [(kind, value)] = one.items()
    return bytes.fromhex(value) if kind in ("hex", "bytes") else value
