"""The folders of one experiment, whoever runs it, and the names that its files have for them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.oracle.recordings import HERE, Json

from hookwright.proving.script import filled

__all__ = ["Place", "filled", "text_of", "written"]


@dataclass(frozen=True, slots=True)
class Place:
    """The folders of one experiment."""

    root: Path

    @property
    def project(self) -> Path:
        """The project of the experiment."""
        return self.root / "project"

    @property
    def state(self) -> Path:
        """Where the agent keeps what is the user's."""
        return self.root / "state"

    @property
    def log(self) -> Path:
        """Where hooks note that they ran."""
        return self.root / "hooks.log"

    def names(self, url: str, hook: str) -> dict[str, str]:
        """What files of an experiment call its places, the address of its services and its hook."""
        folders = {"PROJECT": self.project, "STATE": self.state, "ROOT": self.root, "RUN": self.root}
        return {
            "@HOOK@": f"{hook} --log {self.log}",
            "@HOOKPY@": str(HERE / "hook.py"),
            "@LOG@": str(self.log),
            "@URL@": url,
            **{f"@{name}@": str(path) for name, path in folders.items()},
            **{f"${name}": str(path) for name, path in folders.items() if name != "ROOT"},
        }


def text_of(content: Any) -> str:
    """The text of an experiment's file: as it is, or as JSON."""
    return content if isinstance(content, str) else json.dumps(content, indent=2)


def written(folder: Path, files: Json) -> None:
    """Writes an experiment's files: texts as they are, anything else as JSON."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(content), encoding="utf-8")
        if name.endswith(".sh"):
            path.chmod(0o755)
