"""How the page's files travel: joined, compressed, and under names that change with them."""

from .shelf import Asset, Shelf, lay

__all__ = ["Asset", "Shelf", "lay"]
