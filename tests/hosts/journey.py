"""A run of a real host in a project with hooks, against a model that says what a test has written down."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.hosts.install import Host
from tests.hosts.model import Script, serving
from tests.hosts.project import Project

ROOT = Path(__file__).parents[2]
KEY = "a-key-for-the-loopback"
_SECONDS = 100.0

Start = tuple[Sequence[str], Mapping[str, str]]
"""A command and what it sees of the environment, beside a home of its own."""


@dataclass(frozen=True)
class Journey:
    """The result: what the host printed, what the model was sent, and the project."""

    stdout: str
    stderr: str
    script: Script
    project: Project


def needs(host: Host) -> pytest.MarkDecorator:
    """Skips tests where the host is not installed."""
    return pytest.mark.skipif(not host.is_there, reason=f"{host.title} is not installed: `make e2e-hosts` does that")


def travel(root: Path, script: Script, start: Callable[[Path, Project, str], Start]) -> Journey:
    """Runs a host to its end, which has to be a good one.

    `start` gets the host's home, the project, and the address of the model.
    """
    home, project = root / "home", Project(root / "project")
    home.mkdir()
    own = {"HOME": str(home), "TMPDIR": str(home), "NO_COLOR": "1", "TERM": "dumb", "LANG": "C.UTF-8"}
    with serving(script) as url:
        command, environ = start(home, project, url)
        done = subprocess.run(
            command,
            cwd=project.root,
            env={"PATH": os.environ["PATH"], **own, **environ},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return Journey(done.stdout, done.stderr, script, project)
