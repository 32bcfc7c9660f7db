"""The page: plain files, served as they are. README.md beside this file says how they fit."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent  # what `/web/…` serves; `/` and `/table/<n>` are its index.html
