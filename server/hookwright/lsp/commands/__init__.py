"""What `workspace/executeCommand` runs: one file a command, its handler of the same name, imported when first needed.

A handler is called as `handler(session, argument)` with the one object that lenses and actions carry, and gives the
result of the method of the same name, or a coroutine that does.  A plain client is shown a report beside that.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias

from hookwright.errors import UsageError
from hookwright.lsp.capabilities import COMMANDS
from hookwright.lsp.session import Session

Result: TypeAlias = Any
Handler: TypeAlias = Callable[[Session, dict[str, Any]], Result]


def command(name: str) -> Handler:
    """The handler of a command; raises UsageError, with all that there are, where there is none of that name."""
    if name not in COMMANDS:
        raise UsageError(f"`{name}` is not a command", f"use one of {', '.join(COMMANDS)}")
    handler: Handler = getattr(import_module(f"{__name__}.{COMMANDS[name]}"), COMMANDS[name])
    return handler
