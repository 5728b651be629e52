"""A project's `hookwright.json`: what it says, the rules about it, and its JSON Schema."""

from __future__ import annotations

from hookwright.config import SETTINGS_FILE

FILE_NAME = SETTINGS_FILE
