"""The one form of what commands print as JSON: an object that begins with its version and the command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.cli.terminal import print_json

VERSION = 1
"""It changes with a change that can break a reader; docs/output.md says which those are."""


def print_output(command: str, members: Mapping[str, Any]) -> None:
    """Prints what the command has found; schemas/output.schema.json describes the members of each command."""
    print_json(enveloped(command, members))


def enveloped(command: str, members: Mapping[str, Any]) -> dict[str, Any]:
    """The members of the output behind its version and the command."""
    return {"version": VERSION, "command": command, **members}
