"""Which files a command changes, deletes or moves away, as far as its words name them."""

from __future__ import annotations

import os
import re

from shell_reader import Command, given_code, texts_of

from .git_words import is_git, words_of
from .overwriting import IN_PLACE, IS_IN_PLACE, OUTPUTS, told_outputs

_CHANGERS = frozenset(
    ("rm rmdir unlink shred truncate tee touch chmod chown mv cp install ln dd patch ed ex sponge").split()
)
# What deletes, writes, copies and moves files in PowerShell, which tells no upper case from lower case.
_REMOVERS = frozenset("remove-item ri del erase rd".split())
_WRITERS = frozenset("clear-content clc set-content add-content out-file rename-item rni".split())
_COPIERS = frozenset("copy-item cpi".split())
_MOVERS = frozenset("move-item mi".split())
# With these alone, `find` deletes all that it finds.
_DELETES_ALL = frozenset("-delete -depth -mindepth -xdev".split())
_PRINTED_TO = re.compile(r'>\s*"([^"]+)"')
_WRITES = (
    "write",
    "rmSync",
    ".rm(",
    "'w",
    '"w',
    "'a'",
    '"a"',
    "unlink",
    "remove",
    "rename",
    "rmtree",
    "replace(",
    "dump(",
)


def changed(command: Command) -> list[str]:
    """The words that name files which a command changes."""
    found = [*command.writes, *command.appends]
    name, operands = command.name, command.operands
    shown = name.lower()
    if shown in _WRITERS:
        # Behind the file is what is written to it.
        found += operands[:1]
    elif shown in _REMOVERS:
        found += operands
    elif name in ("cp", "install", "ln") or shown in _COPIERS:
        found += _targets(command)
    elif name == "mv" or shown in _MOVERS:
        found += [*operands[:-1], *_targets(command)]
    elif name == "dd" or name in OUTPUTS:
        found += told_outputs(command)
    elif is_git(command):
        found += _taken_from_commits(words_of(command))
    elif name in _CHANGERS or (name in IN_PLACE and any(map(IS_IN_PLACE.match, command.arguments))):
        found += operands
    else:
        code = given_code(command)
        if code is not None and any(it in code for it in _WRITES):
            found += texts_of(code)
        if name in ("awk", "gawk", "mawk"):
            found += [target for it in command.arguments for target in _PRINTED_TO.findall(it)]
    return found


def _taken_from_commits(words: list[str]) -> list[str]:
    """The files that git deletes, moves, or takes from a commit, where they are named."""
    if words[:1] == ["checkout"] and "--" in words:
        return words[words.index("--") + 1 :]
    only_index = any(it in words for it in ("--cached", "--staged", "-S")) and not any(
        it in words for it in ("--worktree", "-W")
    )
    named = [it for it in words[1:] if not it.startswith("-")]
    return named if words[:1] in (["restore"], ["rm"], ["mv"]) and not only_index else []


def taken_away(command: Command) -> list[str]:
    """The words that name what is deleted or moved away."""
    if command.name == "find":
        return _emptied(command.arguments)
    if command.name in ("rm", "rmdir", "shred", "unlink") or command.name.lower() in _REMOVERS:
        return command.operands
    return command.operands[:-1] if command.name == "mv" or command.name.lower() in _MOVERS else []


def _emptied(words: list[str]) -> list[str]:
    """The folders that `find` deletes with all that is in them."""
    first = next((at for at, it in enumerate(words) if it.startswith("-")), len(words))
    tests = {it for it in words if it.startswith("-")}
    return words[:first] or ["."] if "-delete" in tests and tests <= _DELETES_ALL else []


def _targets(command: Command) -> list[str]:
    """Where something is put, which may be a folder unless the disk tells that it is none."""
    *sources, target = command.operands or [""]
    path = command.path(target)
    is_file = path is not None and os.path.isdir(os.path.dirname(path)) and not os.path.isdir(path)
    inside = [] if is_file and not target.endswith("/") else [f"{target}/{os.path.basename(it)}" for it in sources]
    return [target, *inside]
