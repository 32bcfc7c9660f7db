"""Runs of pytest inside a test: with the plugins they are about and no others, which take long."""

PLUGINS = ("-p", "xdist.plugin", "-p", "tests.skipping")
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
