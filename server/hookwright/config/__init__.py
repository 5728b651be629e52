"""From files to hooks: where they are, what they hold, what is well-formed."""

from __future__ import annotations

SETTINGS_FILE = "hookwright.json"
"""The name of the settings of hookwright itself, whose folder is a project."""
