"""Real servers for the wire's part."""

from ..running import serve  # noqa: F401 # a fixture
