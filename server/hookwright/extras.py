"""The packages of each extra, and how to install them beside hookwright."""

from __future__ import annotations

import importlib.util
import shlex
import sys

PACKAGES = {
    "acp": ("agent-client-protocol>=0.12,<0.13",),
    "mcp": ("mcp>=2.3,<3",),
    "otel": ("opentelemetry-sdk>=1.30,<2", "opentelemetry-exporter-otlp-proto-http>=1.30,<2"),
}
"""By extra, as pyproject.toml has them; a test compares the two."""


def install_command(extra: str) -> str:
    """The command that adds the packages of an extra to the environment that hookwright is in.

    It names them, and not hookwright, which need not come from an index. An environment that uv made has no pip.
    """
    python = shlex.quote(sys.executable)
    pip = f"{python} -m pip install" if importlib.util.find_spec("pip") else f"uv pip install --python {python}"
    return " ".join([pip, *(f"'{it}'" for it in PACKAGES[extra])])
