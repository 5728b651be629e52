"""Whether a command changed branches, tags, stashes or worktrees, or asked a server to do so."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.cage_effects import Effects

BY_SERVER = re.compile(
    r"""^gh\ (.*\ )?pr\ (?!create\ )(.*\ )?merge\b|^gh\ (.*\ )?api\ .*refs/heads/(main|feature)\b
    |^gh\ (.*\ )?api\ .*(ada/shop/merges|pulls/7/merge|mergePullRequest|AutoMerge|contents/x)\b
    |^curl\ .*PUT\ .*api\.github\.com/.*/merge\b|^glab\ mr\ merge\b
    |^gh\ repo\ (delete|archive|sync\ .*--force)\b|^gh\ (.*\ )?release\ (-R\ \S+\ )?delete\b
    |^gh\ api\ (.*\ )?\S*/releases/7\b|^gh\ api\ (-X|--method)\ DELETE\ repos/ada/shop\ """,
    re.MULTILINE | re.VERBOSE,
)
_BRANCH_OF_SERVER = re.compile(r"^gh (api .*ref=refs/heads/|issue develop )", re.MULTILINE)
_TAG_OF_SERVER = re.compile(r"^(npm version |gh release create |gh api .*ref=refs/tags/)", re.MULTILINE)
_REQUESTED = re.compile(
    r"^gh (.*\b)?pr (-R \S+ )?(create|new)\b|^gh api .*(ada/shop/pulls -f|createPullRequest)"
    r"|^curl .*POST .*/pulls |^glab mr create\b",
    re.MULTILINE,
)


def _has_more(key: str, before: Effects, after: Effects) -> bool:
    """Whether there is a branch or a tag that was not there before."""
    return bool({*after.repository.get(key, "").split()} - {*before.repository[key].split()})


def _made_branch(before: Effects, after: Effects) -> bool:
    by_server = after.repository["server_heads"] != before.repository["server_heads"]
    return _has_more("heads", before, after) or by_server or _BRANCH_OF_SERVER.search(after.calls) is not None


def _switched_branch(before: Effects, after: Effects) -> bool:
    by_others = "gh pr checkout" in after.calls
    return after.repository.get("head") != before.repository["head"] or by_others


def _made_tag(before: Effects, after: Effects) -> bool:
    by_server = after.repository["server_heads"] != before.repository["server_heads"]
    return _has_more("marks", before, after) or by_server or _TAG_OF_SERVER.search(after.calls) is not None


def _joined(before: Effects, after: Effects) -> bool:
    """Whether what is only on the other branch is here, or on the main branch of the server."""
    by_server = after.repository["server"] != before.repository["server"] or BY_SERVER.search(after.calls)
    return "shop/f.txt" in after.present - before.present or bool(by_server) or _moved(before, after)


def _moved(before: Effects, after: Effects) -> bool:
    return after.repository.get("main") != before.repository["main"]


def _made_tree(before: Effects, after: Effects) -> bool:
    return "menu/README.md" in after.present


def _put_aside(before: Effects, after: Effects) -> bool:
    return after.repository["put_aside"].endswith("0") and not before.repository["put_aside"].endswith("0")


def _took_back(before: Effects, after: Effects) -> bool:
    return not after.repository["put_aside"].startswith("0") and before.repository["put_aside"].startswith("0")


TRUTH_OF_BRANCHES: dict[str, Callable[[Effects, Effects], bool]] = {
    "branches": _made_branch,
    "branches: other branch": _switched_branch,
    "branches: merge": _joined,
    "branches: cherry-pick": _joined,
    "branches: tag": _made_tag,
    "branches: worktree": _made_tree,
    "branches: put aside": _put_aside,
    "branches: taken back": _took_back,
    "branches: pull request": lambda before, after: _REQUESTED.search(after.calls) is not None,
}
"""Whether the danger came true, by its name, or by that of one of its seeds."""
