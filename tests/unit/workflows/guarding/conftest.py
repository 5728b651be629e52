"""Projects with hooks, and machines that have some programs and lack others."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hookwright.host import Host
from hookwright.reports.hook_list import overview
from hookwright.workflows.guarding import repairs
from hookwright.workflows.guarding.guard import Guard
from hookwright.workflows.guarding.guards import Guards

Looking = Callable[..., Any]


@pytest.fixture(autouse=True)
def _no_other_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine has outside of the folder with programs is not found."""
    monkeypatch.setattr(repairs, "_FOLDERS", ())


@pytest.fixture
def programs(tmp_path: Path) -> Callable[..., str]:
    """Makes a folder with links to programs of this machine, and stand-ins for those that it lacks."""

    def make(*names: str) -> str:
        folder = tmp_path / "programs"
        folder.mkdir(exist_ok=True)
        for it in names:
            found = shutil.which(it)
            if os.path.lexists(folder / it):
                continue
            if found is not None:
                (folder / it).symlink_to(found)
            else:
                (folder / it).write_text("#!/bin/sh\n")
                (folder / it).chmod(0o755)
        return str(folder)

    return make


@pytest.fixture
def guards(tmp_path: Path, programs: Callable[..., str]) -> Looking:
    """The guards of a project with one hook for each command, and its files."""

    async def look(
        commands: Sequence[str] | Mapping[str, Any],
        files: Mapping[str, str] | None = None,
        *,
        has: Sequence[str] = ("sh", "bash", "cat", "grep", "jq", "python3", "node"),
        event: str = "PreToolUse",
        place: str = ".claude/settings.json",
        environ: Mapping[str, str] | None = None,
    ) -> tuple[Guard, ...]:
        project, home = tmp_path / "project", tmp_path / "home"
        home.mkdir(exist_ok=True)
        for name, text in (files or {}).items():
            path = project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, newline="")
            path.chmod(0o755)
        hooks = [{"type": "command", "command": it} for it in commands]
        settings = (
            commands if isinstance(commands, Mapping) else {"hooks": {event: [{"matcher": "Bash", "hooks": hooks}]}}
        )
        path = project / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings))
        host = Host({"PATH": programs(*has), **(environ or {})}, str(home))
        looking = Guards(host)
        snapshots = overview(str(project), host)
        return tuple([it for one in snapshots for file in one.files for it in await looking.of(file)])

    return look


@pytest.fixture
def project(tmp_path: Path) -> str:
    """The folder of the project."""
    return os.path.join(tmp_path, "project")
