"""`hookwright after-edit`: checks what an agent has just edited, as a hook of its event after a tool."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from hookwright.cli.terminal import say

if TYPE_CHECKING:
    from hookwright.analysis.reports.checked import Checked

_MOST_BYTES = 16 * 1024 * 1024
_MOST_LINES = 40
_REFUSED = 2


@click.command("after-edit")
def command() -> None:
    """Check the file that an agent just edited, named by the payload of a PostToolUse hook on standard input.

    If the file is a hook file, or a script that a hook runs, its errors and warnings go to standard error, and the exit
    code is 2, so that the model reads them. Otherwise the command prints nothing. It runs no hooks.
    """
    path = _edited(sys.stdin.buffer.read(_MOST_BYTES))
    if path is None:
        return
    found = [line for one in _checked(path) for line in _lines(one)]
    if not found:
        return
    say(f"hookwright found mistakes in {os.path.basename(path)}. Correct them:", err=True)
    for it in found[:_MOST_LINES]:
        say(it, err=True)
    if (more := len(found) - _MOST_LINES) > 0:
        say(f"and {more} more lines: `hookwright check` prints all", err=True)
    raise click.exceptions.Exit(_REFUSED)


def _edited(payload: bytes) -> str | None:
    """The path of the file in the payload, if it can be one that has to do with hooks and is there."""
    import json

    try:
        given: Any = json.loads(payload)
    except ValueError:
        return None
    tool_input = given.get("tool_input") if isinstance(given, dict) else None
    path = tool_input.get("file_path") if isinstance(tool_input, dict) else None
    if not isinstance(path, str):
        return None
    folder = given.get("cwd")
    whole = os.path.join(folder, path) if isinstance(folder, str) else os.path.abspath(path)
    return whole if os.path.isfile(whole) and _may_matter(whole) else None


def _may_matter(path: str) -> bool:
    """Whether the file is at the place of a hook file, or is a script by its name or its first line."""
    from hookwright.files import read_start
    from hookwright.host import Host
    from hookwright.readers.choice import place_of
    from hookwright.scripts.languages import language_of

    if place_of(path, Host.real().home) is not None:
        return True
    first = read_start(path, 200).decode("utf-8", "replace").partition("\n")[0]
    return language_of(path, first.rstrip("\r")) is not None


def _checked(path: str) -> Iterator[Checked]:
    """The file with what is wrong in it; nothing for a script that no hook runs, or a file that cannot be read."""
    from functools import partial

    from hookwright.given_files import read_text
    from hookwright.host import Host
    from hookwright.workflows.checking.asked import Asked, Fixing, SourceFile, chosen_rules
    from hookwright.workflows.checking.check import check_all
    from hookwright.workflows.shell_checkers import find_shell_checkers

    host = Host.real()
    asked = Asked(None, chosen_rules((), ()), {}, Fixing())
    source = SourceFile(path, partial(read_text, path))
    checkers = find_shell_checkers(host.environ.get("PATH", ""), (os.getcwd(),))
    checks = check_all([source], asked, host, (), checkers)
    return (it for it in checks.checked if os.path.realpath(it.path) == os.path.realpath(path))


def _lines(one: Checked) -> Iterator[str]:
    """Each error and warning with its line, and below it what corrects it."""
    from hookwright.analysis.folding import lines_told
    from hookwright.analysis.proof import offered
    from hookwright.model.reaction import Severity

    repairs = offered(one.diagnostics)
    for it in one.diagnostics:
        if it.severity.rank <= Severity.WARNING.rank:
            line = one.tree.lines.position(it.span.start).line + 1
            yield f"line {line} ({it.rule.code}): {lines_told(it, one.tree)}"
            yield from (f"  fix: {repair.fix.title}" for repair in repairs(it)[:1])
