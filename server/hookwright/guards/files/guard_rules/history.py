"""Refuses what loses commits or changes that were not committed: forced pushes, resets, cleans, and deleted branches.

It also refuses to delete or overwrite the parts of `.git` that hold commits.  It cannot stop programs that call git
themselves.  Protect branches on the server as well.
"""

from __future__ import annotations

import re

from shell_reader import Command

from .places import Places
from .repository import lost_part
from .saying import ONLY_THE_USER, named

# The options of git itself that take the next word.
_VALUED = frozenset("-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix".split())
_FORCED = frozenset({"-f", "--force", "--force-with-lease", "--force-if-includes", "--mirror", "--prune"})
_WHOLE = frozenset((".", "./", ":/", "*"))
_REWRITERS = frozenset({"filter-branch", "filter-repo"})
_REWRITING_PROGRAMS = frozenset({"git-filter-branch", "git-filter-repo", "bfg"})
_FORCED_BY_SETTING = "the setting makes every push a forced one, which can lose the commits of others; ask the user"
_UNCOMMITTED = "it throws away changes that are not committed; commit or stash them first, or ask the user"


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    part = lost_part(command, places)
    if part is not None:
        return f"it deletes or overwrites `{named(part)}`, and commits with it; {ONLY_THE_USER}"
    if command.name == "gh":
        return _hub(command.arguments)
    if command.name in _REWRITING_PROGRAMS:
        return f"`{command.name}` rewrites the history; {ONLY_THE_USER}"
    if command.name not in ("git", "git.exe"):
        return None
    words = _behind_options(command.arguments)
    if not words:
        return None
    if any(_forces_pushes(it) for it in command.arguments):
        return _FORCED_BY_SETTING
    name, words = _aliased(command.arguments, words[0], words[1:])
    if name in _REWRITERS:
        return f"`git {name}` rewrites the history; {ONLY_THE_USER}"
    if name == "clean" and "clean.requireforce=false" in map(str.lower, command.arguments):
        words = [*words, "-f"]
    judge = _JUDGES.get(name)
    return judge(words) if judge is not None else None


def _forces_pushes(setting: str) -> bool:
    return re.match(r"remote\.[^=]*\.(?:push=\+|mirror=(?:true|1|yes|on)\Z)", setting) is not None


def _behind_options(words: list[str]) -> list[str]:
    at = 0
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in _VALUED else 1
    return words[at:]


def _aliased(options: list[str], name: str, words: list[str]) -> tuple[str, list[str]]:
    """What `-c alias.NAME=...` makes of a name."""
    for at, word in enumerate(options[:-1]):
        found = re.match(r"alias\.([\w-]+)=(.*)\Z", options[at + 1]) if word == "-c" else None
        if found and found[1] == name:
            first, *rest = found[2].split() or [name]
            return first, [*rest, *words]
    return name, words


def _has(words: list[str], *options: str) -> bool:
    return Command(["git", *words], None).has(*options)


def _push(words: list[str]) -> str | None:
    if _has(words, "-n", "--dry-run"):
        return None
    if _has(words, *_FORCED):
        return "a forced push can lose the commits of others; push without force, or ask the user"
    if _has(words, "-d", "--delete"):
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
    forced = _has(words, "-f", "--force")
    for it in [it for it in words if not it.startswith("-")][1:]:
        source, _, target = it.lstrip("+").partition(":")
        is_branch = target.startswith("refs/heads/") or (target != "" and not target.startswith("refs/"))
        if (forced or it.startswith("+")) and is_branch and not source.startswith(("pull/", "refs/pull/")):
            return f"it takes the place of a branch, whose commits may be lost; {ONLY_THE_USER}"
    return None


def _reset(words: list[str]) -> str | None:
    if _has(words, "--keep") and any(not it.startswith("-") and it not in ("HEAD", "@") for it in words):
        return f"it takes commits off the branch; {ONLY_THE_USER}"
    return _UNCOMMITTED if _has(words, "--hard", "--merge") else None


def _clean(words: list[str]) -> str | None:
    if _has(words, "-n", "--dry-run") or not _has(words, "-f", "--force"):
        return None
    return "it deletes files that git does not know, for good; delete single files with `rm`, or ask the user"


def _checkout(words: list[str]) -> str | None:
    if _has(words, "-f", "--force") or any(it in _WHOLE for it in words):
        return _UNCOMMITTED
    if "--" not in words:
        return None
    # A file of another commit is asked for by name; without one, what was not committed is all that changes.
    named = [it for it in words[: words.index("--")] if not it.startswith("-")]
    whole_folder = any(it.endswith("/") for it in words[words.index("--") + 1 :])
    return _UNCOMMITTED if named in ([], ["HEAD"]) or whole_folder else None


def _switch(words: list[str]) -> str | None:
    return _UNCOMMITTED if _has(words, "-f", "--force", "--discard-changes") else None


def _restore(words: list[str]) -> str | None:
    only_index = _has(words, "--staged", "-S") and not _has(words, "--worktree", "-W")
    return None if only_index else _UNCOMMITTED


def _branch(words: list[str]) -> str | None:
    if _has(words, "-M", "-C") or (_has(words, "-f", "--force") and not _has(words, "-d", "--delete")):
        return f"it takes the place of a branch, whose commits may be lost; {ONLY_THE_USER}"
    forced = _has(words, "-D") or (_has(words, "-d", "--delete") and _has(words, "-f", "--force"))
    return "it deletes a branch that may not be merged; use `git branch -d`" if forced else None


def _tag(words: list[str]) -> str | None:
    return f"it deletes or moves a tag; {ONLY_THE_USER}" if _has(words, "-d", "--delete", "-f", "--force") else None


def _stash(words: list[str]) -> str | None:
    return f"it throws away stashed changes; {ONLY_THE_USER}" if words[:1] in (["drop"], ["clear"]) else None


def _reflog(words: list[str]) -> str | None:
    if words[:1] in (["expire"], ["delete"]):
        return f"it deletes the record that lost commits are found with; {ONLY_THE_USER}"
    return None


def _collect(words: list[str]) -> str | None:
    prunes = any(it.startswith("--prune=") for it in words)
    return f"it deletes commits that no branch has, for good; {ONLY_THE_USER}" if prunes else None


def _config(words: list[str]) -> str | None:
    """An alias that stands for what is refused."""
    for word, value in zip(words, words[1:]):
        if _forces_pushes(f"{word}={value}"):
            return _FORCED_BY_SETTING
        meant = value.split()
        judge = _JUDGES.get(meant[0]) if word.startswith("alias.") and meant else None
        reason = judge(meant[1:]) if judge is not None else None
        if reason is not None:
            return f"the alias stands for `git {value}`: {reason}"
    return None


def _update_ref(words: list[str]) -> str | None:
    plain = [it for it in words if not it.startswith("-")]
    moves = len(plain) == 2 and plain[0].startswith(("refs/heads/", "HEAD"))
    return f"it deletes or moves a branch; {ONLY_THE_USER}" if moves or _has(words, "-d", "--stdin") else None


def _read_tree(words: list[str]) -> str | None:
    return _UNCOMMITTED if _has(words, "--reset") and _has(words, "-u") else None


def _checkout_index(words: list[str]) -> str | None:
    return _UNCOMMITTED if _has(words, "-f", "--force") else None


def _send_pack(words: list[str]) -> str | None:
    return _push(words)


def _import(words: list[str]) -> str | None:
    return f"it sets branches to other commits; {ONLY_THE_USER}" if _has(words, "--force") else None


def _worktree(words: list[str]) -> str | None:
    forced = words[:1] == ["remove"] and _has(words[1:], "-f", "--force")
    return "it deletes a worktree with its changes; remove it without force" if forced else None


def _hub(words: list[str]) -> str | None:
    forced = words[:1] == ["api"] and any("refs/heads/" in it for it in words)
    if forced and any(it in ("PATCH", "DELETE", "-XPATCH", "-XDELETE") for it in words):
        return f"`gh api` moves or deletes a branch on the server; {ONLY_THE_USER}"
    deletes = words[:1] == ["api"] and any(it in ("DELETE", "-XDELETE", "--method=DELETE") for it in words)
    if deletes and any(re.match(r"/?repos/[^/]+/[^/]+/?\Z", it) for it in words):
        return f"`gh api` deletes a repository; {ONLY_THE_USER}"
    if words[:2] in (["repo", "delete"], ["release", "delete"], ["repo", "archive"]):
        return f"`gh {words[0]} {words[1]}` cannot be undone; {ONLY_THE_USER}"
    return None


def _submodule(words: list[str]) -> str | None:
    forced = words[:1] == ["deinit"] and _has(words[1:], "-f", "--force")
    return f"it deletes submodules with changes that are not committed; {ONLY_THE_USER}" if forced else None


def _prune(words: list[str]) -> str | None:
    return (
        None if _has(words, "-n", "--dry-run") else f"it deletes commits that no branch has, for good; {ONLY_THE_USER}"
    )


def _remove(words: list[str]) -> str | None:
    whole = any(it in _WHOLE for it in words) and not _has(words, "--cached", "-n", "--dry-run")
    return _UNCOMMITTED if whole and _has(words, "-f", "--force") else None


_JUDGES = {
    "config": _config,
    "push": _push,
    "fetch": _fetch,
    "pull": _fetch,
    "reset": _reset,
    "clean": _clean,
    "checkout": _checkout,
    "switch": _switch,
    "restore": _restore,
    "branch": _branch,
    "tag": _tag,
    "stash": _stash,
    "reflog": _reflog,
    "gc": _collect,
    "prune": _prune,
    "rm": _remove,
    "update-ref": _update_ref,
    "read-tree": _read_tree,
    "checkout-index": _checkout_index,
    "send-pack": _send_pack,
    "fast-import": _import,
    "worktree": _worktree,
    "submodule": _submodule,
}
