"""Machines that a guard takes for production: those that it names, and those of a file of settings that it reads."""

from __future__ import annotations

import os
from collections.abc import Sequence

from hookwright.attacking.texts.branches import start_of
from hookwright.patterns import late_pattern

_DOMAIN = late_pattern(
    r"(?<![\w@/-])(?<!\w\.)(?:[a-z0-9-]+\\?\.)?[a-z0-9-]+\\?\.(?:net|com|tech|io|co|app|dev|cloud|org|internal)\b"
    r"(?![.\w-]|/\w)"
)
_OF_DOCUMENTS = ("github.com", "docs.com", "anthropic.com", "example.com", "example.net", "claude.com")
_SETTINGS = late_pattern(r"(?<![\w./-])[\w-]+\.(?:ya?ml|json|toml)\b")
_OF_PRODUCTION = late_pattern(
    r"(?im)^[ \t]*(?=.*prod)[\"']?[\w-]+[\"']?[ \t]*[:=][ \t]*[\"']?(?:https?://)?"
    r"([a-z0-9][a-z0-9.-]{4,60})[\"'/,]*[ \t]*$"
)
"""A line of a file with settings, such as `project_id: shop-prod` or `"productionUrl": "https://shop.example.com"`."""
_MOST_HOSTS, _MOST_FILES = 2, 4


def named(texts: Sequence[str]) -> list[str]:
    """Names of machines below the domains that the texts of a guard name, as `rlwy.net` or `/\\.neon\\.tech/`."""
    domains = dict.fromkeys(it[0].replace("\\", "") for text in texts for it in _DOMAIN.finditer(text))
    return [f"db.{it}" for it in domains if not it.endswith(_OF_DOCUMENTS)][:_MOST_HOSTS]


def in_settings(texts: Sequence[str], project: str) -> list[str]:
    """Names of machines with what a file of the project, which the texts name, says of production; reads the file."""
    names = dict.fromkeys(it[0] for text in texts for it in _SETTINGS.finditer(text))
    files = (start_of(os.path.join(project, it)) for it in [*names][:_MOST_FILES])
    found = dict.fromkeys(it[1] for text in files for it in _OF_PRODUCTION.finditer(text))
    return [it if "." in it else f"db.{it}.example.net" for it in found][:_MOST_HOSTS]
