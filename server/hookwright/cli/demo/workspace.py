"""The sample workspace: one file of hooks that work, and one with the mistakes that people make."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

GOOD = ".claude/settings.json"
BAD = ".ai_agents/settings.json"

# Where it is laid out -> the file in this package.
_FILES = {
    GOOD: "claude-settings.json",
    ".claude/hooks/guard.py": "guard.py",
    BAD: "ai-agents-settings.json",
}


def lay_out(folder: Path) -> None:
    """Writes the workspace into an empty folder."""
    for place, name in _FILES.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(files(__package__).joinpath("files", name).read_text("utf-8"), encoding="utf-8")
