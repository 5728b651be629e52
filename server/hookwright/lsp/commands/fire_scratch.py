"""`hookwright.fireScratch`: fires on a copy of the workspace, and shows what its hooks have changed there too."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.lsp.commands.fire import fire
from hookwright.lsp.session import Session


def fire_scratch(session: Session, argument: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """As `hookwright.fire`."""
    return fire(session, {**argument, "scratch": True})
