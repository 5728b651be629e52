"""Refuses to change protected files, and to commit and push to protected branches.

It cannot stop programs that change files by themselves: `npm install` may still change a lock file.  Protect
branches on the server as well.
"""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase
from glob import glob

from shell_reader import Command, given_code, texts_of

from .branches import current_branch, pushed_branches
from .git_words import is_git, words_of
from .overwriting import IN_PLACE, IS_IN_PLACE, OUTPUTS, told_outputs
from .places import Places, is_below
from .saying import ONLY_THE_USER, named

# Protected files, relative to the project, `**` for any folders.  Change it, and add your own.
FILES = (
    "**/package-lock.json",
    "**/npm-shrinkwrap.json",
    "**/yarn.lock",
    "**/pnpm-lock.yaml",
    "**/bun.lock",
    "**/bun.lockb",
    "**/poetry.lock",
    "**/uv.lock",
    "**/Pipfile.lock",
    "**/Cargo.lock",
    "**/Gemfile.lock",
    "**/composer.lock",
    "**/go.sum",
    "**/flake.lock",
    ".git/**",
    # The settings of agents: who changes these switches the guard off.
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".codex/hooks.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".qwen/settings.json",
    ".cursor/hooks.json",
    ".windsurf/hooks.json",
    ".factory/settings.json",
    ".github/hooks/**",
    ".kiro/hooks/**",
    ".kiro/agents/**",
    ".devin/**",
    ".augment/settings.json",
    ".ai_agents/settings.json",
    ".agent/settings.json",
    ".agents/plugins/**",
    ".clawdcode/settings.json",
    ".openhands/hooks.json",
    "crush.json",
    ".crush.json",
    "kimi.plugin.json",
    "hooks/hooks.json",
    "hookwright.json",
)
# Protected branches.
BRANCHES = ("main", "master")

# The guard itself.
_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_CHANGERS = frozenset(
    ("rm rmdir unlink shred truncate tee touch chmod chown mv cp install ln dd patch ed ex sponge").split()
)
# What deletes, writes, copies and moves files in PowerShell, which tells no upper case from lower case.
_REMOVERS = frozenset("remove-item ri del erase rd".split())
_WRITERS = frozenset("clear-content clc set-content add-content out-file rename-item rni".split())
_COPIERS = frozenset("copy-item cpi".split())
_MOVERS = frozenset("move-item mi".split())
# With these options, a merge makes no commit.
_LEAVES = ("--abort", "--quit", "--no-commit", "--squash", "-n", "--ff-only")
# With these alone, `find` deletes all that it finds.
_DELETES_ALL = frozenset("-delete -depth -mindepth -xdev".split())
_PRINTED_TO = re.compile(r'>\s*"([^"]+)"')
_WRITES = ("write", "'w", '"w', "'a'", '"a"', "unlink", "remove", "rename", "rmtree", "replace(", "dump(")


def file_refusal(path: str, places: Places, *, writes: bool) -> str | None:
    """Why a tool may not change a file; None if it may."""
    if not writes or not _is_protected(path, places):
        return None
    return f"`{named(os.path.relpath(path, places.project))}` is protected; ask the user to change it"


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    if not command.elsewhere:
        for word in _changed(command):
            path = command.path(word)
            if path is not None and any(_is_protected(it, places) for it in (path, *glob(path))):
                return f"`{named(word)}` is protected; ask the user to change it"
        for word in _taken_away(command):
            path = command.path(word)
            if path is not None and is_below(_HERE, path, itself=True):
                return f"`{named(word)}` holds the guard; {ONLY_THE_USER}"
    return _branch(command, places) if is_git(command) else None


def _is_protected(path: str, places: Places) -> bool:
    if is_below(path, _HERE):
        return True
    # The user's own settings count as those of the project do.
    own = any(_is_like(path, places.home, it) for it in FILES if not it.startswith("**/"))
    real = ((path, places.project), (os.path.realpath(path), os.path.realpath(places.project)))
    return own or any(is_below(one, top) and _is_like(one, top, it) for one, top in real for it in FILES)


def _is_like(path: str, top: str, pattern: str) -> bool:
    inside = os.path.relpath(path, top).replace(os.sep, "/")
    if pattern.startswith("**/"):
        return fnmatchcase("/" + inside, "*/" + pattern[3:])
    if pattern.endswith("/**"):
        return inside == pattern[:-3] or inside.startswith(pattern[:-2])
    return fnmatchcase(inside, pattern)


def _changed(command: Command) -> list[str]:
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
        found += _targets(operands)
    elif name == "mv" or shown in _MOVERS:
        found += [*operands[:-1], *_targets(operands)]
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


def _taken_away(command: Command) -> list[str]:
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


def _targets(operands: list[str]) -> list[str]:
    """Where something is put, which may be a folder."""
    *sources, target = operands or [""]
    return [target, *(f"{target}/{os.path.basename(it)}" for it in sources)]


def _branch(command: Command, places: Places) -> str | None:
    for name in pushed_branches(command, places):
        if name in BRANCHES or name == "*":
            shown = "every branch" if name == "*" else f"`{name}`"
            return f"it pushes to {shown}, which is protected; push another branch, and open a pull request"
    name = current_branch(command, places) if _commits(words_of(command)) else ""
    if name in BRANCHES:
        return f"it commits to `{name}`, which is protected; `git switch -c NAME` makes another branch"
    return None


def _commits(words: list[str]) -> bool:
    """Whether a git command makes commits of its own; to merge what is on a server only brings a branch up to date."""
    if words[:1] == ["commit"]:
        return not any("--dry-run".startswith(it) for it in words if it.startswith("--dr"))
    if words[:1] == ["merge"]:
        return not any(it.startswith(_LEAVES) or it.rpartition("/")[2] in BRANCHES for it in words[1:])
    return words[:1] in (["cherry-pick"], ["revert"]) and not any(it.startswith(_LEAVES) for it in words[1:])
