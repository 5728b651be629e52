"""`workspace/executeCommand`: what the lenses and actions carry."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.commands import Result, command
from hookwright.lsp.session import Session


def execute_command(session: Session, params: dict[str, Any]) -> Result:
    """Runs one of our commands with the arguments of its lens; the result is that of the method of the same name."""
    return command(params.get("command", ""))(session, (params.get("arguments") or [{}])[0])
