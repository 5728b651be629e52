"""A project with hook files of several dialects, for tests of reports."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

AI_AGENTS = ".ai_agents/settings.json"
AGENT_SPEC = ".agent/settings.json"
CLAWDCODE = ".clawdcode/settings.json"


@dataclass(frozen=True)
class Project:
    """The project's folder, and the user's home."""

    folder: Path
    home: Path

    def write(self, place: str, content: Any, *, at_home: bool = False) -> str:
        """Writes a file of the project, or of the user; a text as it is, anything else as JSON."""
        file = (self.home if at_home else self.folder) / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(file)


def laid_out(folder: Path) -> Project:
    """An empty project and an empty home below a folder."""
    project = Project(folder / "project", folder / "home")
    project.folder.mkdir()
    project.home.mkdir()
    return project
