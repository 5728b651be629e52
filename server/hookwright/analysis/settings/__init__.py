"""A project's `hookwright.json`: what it says, the rules about it, and its JSON Schema."""

from __future__ import annotations

FILE_NAME = "hookwright.json"
