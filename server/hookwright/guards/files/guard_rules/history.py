"""Refuses what loses commits or changes that were not committed: forced pushes, resets, cleans, and deleted branches.

It also refuses to delete or overwrite the parts of `.git` that hold commits.  It cannot stop programs that call git
themselves.  Protect branches on the server as well.
"""

from __future__ import annotations

import re

from shell_reader import Command

from .branches import current_branch, has_branch
from .git_words import is_git, set_by, settings_of, words_of
from .hub import request_of, without_repository
from .lost_changes import UNCOMMITTED, UNKNOWN_TO_GIT, has, lost_changes, removes_untracked, undoes_difference
from .places import Places
from .repository import lost_part
from .saying import ONLY_THE_USER, named

_FORCED = frozenset({"-f", "--force", "--force-with-lease", "--mirror", "--prune"})
_REWRITERS = frozenset({"filter-branch", "filter-repo"})
_REWRITING_PROGRAMS = frozenset({"git-filter-branch", "git-filter-repo", "bfg"})
_FORCED_BY_SETTING = "the setting makes every push a forced one, which can lose the commits of others; ask the user"
_DROPS_BY_SETTING = f"with the setting, git deletes lost commits, or where they are found, at once; {ONLY_THE_USER}"
_TAKES_PLACE = "it takes the place of a branch, whose commits may be lost"


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    part = lost_part(command, places)
    if part is not None:
        return f"it deletes or overwrites `{named(part)}`, and commits with it; {ONLY_THE_USER}"
    if command.name == "gh":
        return _hub(command.arguments)
    if command.name in _REWRITING_PROGRAMS:
        return f"`{command.name}` rewrites the history; {ONLY_THE_USER}"
    if command.name == "patch":
        return UNCOMMITTED if undoes_difference(command, command.arguments) else None
    if not is_git(command):
        return UNKNOWN_TO_GIT if removes_untracked(command) else None
    if any(map(_forces_pushes, settings_of(command))):
        return _FORCED_BY_SETTING
    name, *words = words_of(command) or [""]
    if name in ("gc", "maintenance") and any(map(_drops_lost, settings_of(command))):
        return _DROPS_BY_SETTING
    if name in _REWRITERS:
        return f"`git {name}` rewrites the history; {ONLY_THE_USER}"
    judge = _JUDGES.get(name)
    found = judge(words) if judge is not None else _config(command, words, places) if name == "config" else None
    return found or lost_changes(command, name, words, places) or _takes_branch(command, name, words, places)


def _forces_pushes(setting: str) -> bool:
    return re.match(r"remote\.[^=]*\.(?:push=\+|mirror=(?:true|1|yes|on)\Z)", setting) is not None


def _drops_lost(setting: str) -> bool:
    return re.match(r"(?i)gc\.(?:reflogexpire(?:unreachable)?|pruneexpire)=(?:now|all)\Z", setting) is not None


def _takes_branch(command: Command, name: str, words: list[str], places: Places) -> str | None:
    """Why `git checkout -B` and `git switch -C` may not set a branch that is there to another commit."""
    letter, long = {"checkout": ("B", ""), "switch": ("C", "--force-create")}.get(name, ("", ""))
    for at, it in enumerate(words if letter else ()):
        if it.startswith("--"):
            is_option, attached = (
                len(it) > len("--force-c") and long.startswith(it.partition("=")[0]),
                it.partition("=")[2],
            )
        else:
            is_option, attached = it.startswith("-") and letter in it, it.partition(letter)[2]
        if not is_option:
            continue
        branch, *start = [*([attached] if attached else []), *(one for one in words[at + 1 :] if one[:1] != "-"), ""]
        stays = start in ([""], ["HEAD", ""]) and branch == current_branch(command, places)
        taken = not stays and has_branch(command, places, branch)
        return (
            f"{_TAKES_PLACE} (`{named(branch)}`); use `-{letter.lower()}` for a new one, or ask the user"
            if taken
            else None
        )
    return None


def _push(words: list[str]) -> str | None:
    if has(words, "-n", "--dry-run"):
        return None
    if has(words, *_FORCED):
        return "a forced push can lose the commits of others; push without force, or ask the user"
    if has(words, "-d", "--delete"):
        return f"it deletes a branch or a tag on the server; {ONLY_THE_USER}"
    for it in [it for it in words if not it.startswith("-")]:
        if it.startswith("+"):
            return (
                f"`{it}` is a forced push, which can lose the commits of others; push without the `+`, or ask the user"
            )
        if it.startswith(":") and len(it) > 1:
            return f"`{it}` deletes a branch or a tag on the server; {ONLY_THE_USER}"
    return None


def _fetch(words: list[str]) -> str | None:
    """A forced fetch into a branch; requests to merge are fetched so to look at them."""
    forced = has(words, "-f", "--force")
    for it in [it for it in words if not it.startswith("-")][1:]:
        source, _, target = it.lstrip("+").partition(":")
        is_branch = target.startswith("refs/heads/") or (target != "" and not target.startswith("refs/"))
        if (forced or it.startswith("+")) and is_branch and not source.startswith(("pull/", "refs/pull/")):
            return f"{_TAKES_PLACE}; {ONLY_THE_USER}"
    return None


def _branch(words: list[str]) -> str | None:
    if has(words, "-M", "-C") or (has(words, "-f", "--force") and not has(words, "-d", "--delete")):
        return f"{_TAKES_PLACE}; {ONLY_THE_USER}"
    forced = has(words, "-D") or (has(words, "-d", "--delete") and has(words, "-f", "--force"))
    return "it deletes a branch that may not be merged; use `git branch -d`" if forced else None


def _tag(words: list[str]) -> str | None:
    return f"it deletes or moves a tag; {ONLY_THE_USER}" if has(words, "-d", "--delete", "-f", "--force") else None


def _reflog(words: list[str]) -> str | None:
    if words[:1] in (["expire"], ["delete"]) and not has(words, "-n", "--dry-run"):
        return f"it deletes the record that lost commits are found with; {ONLY_THE_USER}"
    return None


def _collect(words: list[str]) -> str | None:
    prunes = any(it.startswith("--prune=") for it in words)
    return f"it deletes commits that no branch has, for good; {ONLY_THE_USER}" if prunes else None


def _config(command: Command, words: list[str], places: Places) -> str | None:
    """An alias that stands for what is refused, and settings that force pushes."""
    for name, value in set_by(words):
        if _forces_pushes(f"{name}={value}"):
            return _FORCED_BY_SETTING
        if _drops_lost(f"{name}={value}"):
            return _DROPS_BY_SETTING
        meant = Command(["git", *value.split()], command.folder, command.earlier)
        reason = refusal(meant, places) if name.lower().startswith("alias.") and not value.startswith("!") else None
        if reason is not None:
            return f"the alias stands for `git {named(value)}`: {reason}"
    return None


def _update_ref(words: list[str]) -> str | None:
    plain = [it for it in words if not it.startswith("-")]
    moves = len(plain) == 2 and plain[0].startswith(("refs/heads/", "HEAD"))
    return f"it deletes or moves a branch; {ONLY_THE_USER}" if moves or has(words, "-d", "--stdin") else None


def _symbolic_ref(words: list[str]) -> str | None:
    return (
        f"it takes away what says which branch is checked out; {ONLY_THE_USER}"
        if has(words, "-d", "--delete")
        else None
    )


def _send_pack(words: list[str]) -> str | None:
    return _push(words)


def _import(words: list[str]) -> str | None:
    return f"it sets branches to other commits; {ONLY_THE_USER}" if has(words, "--force") else None


def _hub(words: list[str]) -> str | None:
    method, path, _ = request_of(words)
    if method in ("PATCH", "DELETE") and re.search(r"refs/(heads|tags)/", path):
        return f"`gh api` moves or deletes a branch or a tag on the server; {ONLY_THE_USER}"
    if method == "DELETE" and re.match(r"repos/[^/]+/[^/]+(/releases/\d+)?\Z", path):
        return f"`gh api` deletes a repository or a release; {ONLY_THE_USER}"
    words = without_repository(words)
    if words[:2] in (["repo", "delete"], ["release", "delete"], ["repo", "archive"]):
        return f"`gh {words[0]} {words[1]}` cannot be undone; {ONLY_THE_USER}"
    if words[:2] == ["repo", "sync"] and has(words, "--force"):
        return f"`gh repo sync --force` replaces a branch on the server; {ONLY_THE_USER}"
    return None


def _prune(words: list[str]) -> str | None:
    return (
        None if has(words, "-n", "--dry-run") else f"it deletes commits that no branch has, for good; {ONLY_THE_USER}"
    )


_JUDGES = {
    "push": _push,
    "fetch": _fetch,
    "pull": _fetch,
    "branch": _branch,
    "tag": _tag,
    "reflog": _reflog,
    "gc": _collect,
    "prune": _prune,
    "update-ref": _update_ref,
    "symbolic-ref": _symbolic_ref,
    "send-pack": _send_pack,
    "fast-import": _import,
}
