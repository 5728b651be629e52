"""The commands that guards are held to: what each must refuse, and what only looks like it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

from msgspec import Struct, convert

Kind = Literal["destructive", "harmless"]
KINDS: tuple[Kind, ...] = ("destructive", "harmless")
HOME = "/home/ada"


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A command as it stands in a list, with `{project}` for the project's absolute path; `why` it is there."""

    command: str
    why: str

    def at(self, project: str, home: str) -> str:
        """The command for a project and a home folder at these absolute paths."""
        return self.command.replace("{project}", project).replace(HOME, home)


class Danger(Struct, frozen=True, forbid_unknown_fields=True):
    """The two lists of one danger."""

    destructive: tuple[Entry, ...]
    harmless: tuple[Entry, ...]

    def of(self, kind: Kind) -> tuple[Entry, ...]:
        """One of the lists."""
        return self.destructive if kind == "destructive" else self.harmless


def dangers() -> dict[str, Danger]:
    """Every danger by its name, such as `deletion`."""
    files = sorted(Path(__file__).parent.glob("*.toml"))
    return {it.stem: convert(tomllib.loads(it.read_text("utf-8")), Danger) for it in files}
