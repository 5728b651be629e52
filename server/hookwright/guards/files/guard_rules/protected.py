"""Refuses to change protected files, and to commit and push to protected branches.

It cannot stop programs that change files by themselves: `npm install` may still change a lock file.  Protect
branches on the server as well.
"""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from glob import glob

from shell_reader import Command
from shell_reader.late import late_pattern

from .branches import current_branch, pushed_branches
from .changing import changed, taken_away
from .git_words import is_git, words_of
from .hub import request_of
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

_BEFORE_PATTERN = late_pattern(r"[^*?[]+")
# The guard itself.
_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Of a request: the branch that it is about, and a file or a merge that it commits.
_OF_BRANCH = late_pattern(r"repos/[^/]+/[^/]+/(?:git/refs/heads|branches)/([^/?]+)")
_COMMITTED = late_pattern(r"repos/[^/]+/[^/]+/(?:contents/|merges\Z)")
# With these options, a merge makes no commit.
_LEAVES = ("--abort", "--quit", "--no-commit", "--squash", "-n", "--ff-only")


def file_refusal(path: str, places: Places, *, writes: bool) -> str | None:
    """Why a tool may not change a file; None if it may."""
    if not writes or not _is_protected(path, places):
        return None
    return f"`{named(os.path.relpath(path, places.project))}` is protected; ask the user to change it"


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    if not command.elsewhere:
        for word in changed(command):
            path = command.path(word)
            if path is not None and any(_is_protected(it, places) for it in (path, *glob(path), *_meant(path))):
                return f"`{named(word)}` is protected; ask the user to change it"
        for word in taken_away(command):
            path = command.path(word)
            if path is not None and is_below(_HERE, path, itself=True):
                return f"`{named(word)}` holds the guard; {ONLY_THE_USER}"
    if command.name == "gh":
        return _branch_on_server(command)
    return _branch(command, places) if is_git(command) else None


def _is_protected(path: str, places: Places) -> bool:
    if is_below(path, _HERE):
        return True
    # The user's own settings count as those of the project do.
    own = any(_is_like(path, places.home, it) for it in FILES if not it.startswith("**/"))
    real = ((path, places.project), (os.path.realpath(path), os.path.realpath(places.project)))
    return own or any(is_below(one, top) and _is_like(one, top, it) for one, top in real for it in FILES)


def _meant(path: str) -> list[str]:
    """The protected files in a folder whose names a pattern stands for that has the beginning of them."""
    folder, _, pattern = path.rpartition("/")
    begins = _BEFORE_PATTERN.match(pattern)
    every = [it[3:] for it in FILES if it.startswith("**/")]
    names = every if begins and begins[0] != pattern else []
    found = [it for it in names if begins and it.startswith(begins[0]) and fnmatchcase(it, pattern)]
    # A pattern with the whole name behind its star.
    return [f"{folder}/{it}" for it in (*found, *(it for it in every if pattern.lstrip("*") == it != pattern))]


def _is_like(path: str, top: str, pattern: str) -> bool:
    inside = os.path.relpath(path, top).replace(os.sep, "/")
    if pattern.startswith("**/"):
        return fnmatchcase("/" + inside, "*/" + pattern[3:])
    if pattern.endswith("/**"):
        return inside == pattern[:-3] or inside.startswith(pattern[:-2])
    return fnmatchcase(inside, pattern)


def _branch(command: Command, places: Places) -> str | None:
    for name in pushed_branches(command, places):
        if name in BRANCHES or name == "*":
            shown = "every branch" if name == "*" else f"`{name}`"
            return f"it pushes to {shown}, which is protected; push another branch, and open a pull request"
    name = current_branch(command, places) if _commits(words_of(command)) else ""
    if name in BRANCHES:
        return f"it commits to `{name}`, which is protected; `git switch -c NAME` makes another branch"
    return None


def _branch_on_server(command: Command) -> str | None:
    """Why a request by `gh api` is refused that changes a branch, its protection, or a file in it."""
    method, path, fields = request_of(command.arguments)
    if method in ("", "GET", "HEAD"):
        return None
    named_there = _OF_BRANCH.match(path)
    if named_there and named_there[1] in BRANCHES:
        return f"it changes `{named_there[1]}` on the server, which is protected; {ONLY_THE_USER}"
    into = [it.partition("=")[2] for it in fields if it.startswith(("branch=", "base="))]
    # Without the name of a branch, GitHub commits to the default one.
    if _COMMITTED.match(path) and (not into or into[-1] in BRANCHES):
        return "it commits to a protected branch on the server; push another branch, and open a pull request"
    return None


def _commits(words: list[str]) -> bool:
    """Whether a git command makes commits of its own; to merge what is on a server only brings a branch up to date."""
    if "--help" in words or words[1:] == ["-h"]:
        return False
    if words[:1] == ["commit"]:
        return not any("--dry-run".startswith(it) for it in words if it.startswith("--dr"))
    if words[:1] == ["merge"]:
        return not any(it.startswith(_LEAVES) or it.rpartition("/")[2] in BRANCHES for it in words[1:])
    return words[:1] in (["cherry-pick"], ["revert"]) and not any(it.startswith(_LEAVES) for it in words[1:])
