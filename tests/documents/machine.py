"""A machine with an empty disk on which the commands of pages are typed: a cage in which each page has its own home.

The home is not among temporary files, as guards let more be deleted there.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from tests import warm
from tests.documents.blocks import GIVEN, Block, Given
from tests.documents.commands import Command

_DISK = "/mnt"
_EDGE = "\x1e"
_SECONDS = 500
# Claude Code keeps the sessions of a project in a folder that is named after it.
_SESSIONS = """for it in "$HOME"/.claude/projects/PROJECT/*; do sed -i "s|@PROJECT@|$PWD|" "$it"; done
mv "$HOME"/.claude/projects/PROJECT "$HOME/.claude/projects/$(printf %s "$PWD" | tr -c 'a-zA-Z0-9' -)"
"""
_CLIENT = Path(warm.__file__).with_name("warm_client.py")


class Done(Struct, frozen=True):
    """A command with what it printed, errors included, and its exit code; None where the shell ended before."""

    command: Command
    printed: str
    code: int | None


class Machine(Struct, frozen=True):
    """What is on its disk is in a folder of this machine; the `hookwright` under test is on the PATH."""

    folder: Path
    cage: tuple[str, ...]
    programs: Path

    def types(self, name: str, work: Sequence[Given | Block | Command]) -> list[Done]:
        """Does the steps of a page in one shell: saves files, goes to projects, types commands."""
        home = self.folder / name
        (home / "project").mkdir(parents=True)
        environ = {
            "HOME": f"{_DISK}/{name}",
            "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        ran = subprocess.run(
            [*self.cage, "--chdir", f"{_DISK}/{name}/project", "bash", "-s"],
            env=environ,
            input=f"exec 2>&1\n{''.join(map(_typed, work))}",
            stdout=subprocess.PIPE,
            text=True,
            check=False,
            timeout=_SECONDS,
        )
        return list(_done([it for it in work if isinstance(it, Command)], ran.stdout))


@contextmanager
def machine(folder: Path) -> Iterator[Machine]:
    """A machine whose `hookwright` starts quickly, as a process of the cage has imported it already."""
    disk, programs = folder / "disk", folder / "bin"
    disk.mkdir()
    programs.mkdir()
    cage = ("bwrap", "--dev-bind", "/", "/", "--bind", str(disk), _DISK)
    name = f"hookwright-pages-{os.getpid()}"
    script = programs / "hookwright"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' -I -S '{_CLIENT}' {name} -m \"$@\"\n")
    script.chmod(0o755)
    nursery = [*cage, "--chdir", _DISK, sys.executable, warm.__file__, name]
    with subprocess.Popen(nursery, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline() == b"ready\n", "nothing can be started"
        yield Machine(disk, cage, programs)
        process.stdin.close()


def _typed(step: Given | Block | Command) -> str:
    if isinstance(step, Given):
        return _given(GIVEN / step.name)
    if isinstance(step, Block):
        assert step.saved_as
        path = shlex.quote(step.saved_as)
        return f'mkdir -p "$(dirname {path})"\nprintf %s {shlex.quote(step.text)} > {path}\n'
    # Each is read by itself, so that a mistake in one is not taken for the end of the page.
    return f"printf '{_EDGE}'\neval {shlex.quote(step.text)} </dev/null\nprintf '{_EDGE}%d{_EDGE}' $?\n"


def _given(folder: Path) -> str:
    project, home = (shlex.quote(str(folder / it)) for it in ("project", "home"))
    bring = f'cp -a {home}/. "$HOME"\n{_SESSIONS}' if (folder / "home").is_dir() else ""
    return f'cp -a {project} "$HOME"/{folder.name}\ncd "$HOME"/{folder.name}\n{bring}'


def _done(typed: Sequence[Command], printed: str) -> Iterator[Done]:
    parts = iter(printed.split(_EDGE)[1:])
    for it in typed:
        text, code = next(parts, ""), next(parts, "")
        next(parts, "")
        yield Done(it, text, int(code) if code else None)
