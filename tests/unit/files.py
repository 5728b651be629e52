"""Hook files for tests, written in one line each."""

from __future__ import annotations

import json
from typing import Any

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.model.hook import Scope


def hook_file(hooks: Any, *, dialect: str = "ai-agents", path: str = "/p/settings.json") -> HookFile:
    """A file of that dialect whose `hooks` are these."""
    return read_hook_file(path, json.dumps({"hooks": hooks}, indent=2), by_id(dialect), Scope.PROJECT)


def command(text: str, **keys: Any) -> dict[str, Any]:
    """A command hook."""
    return {"type": "command", "command": text, **keys}


def group(*hooks: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A group with these hooks."""
    return {**keys, "hooks": list(hooks)}
