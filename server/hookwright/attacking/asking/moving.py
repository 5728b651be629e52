"""Commands that go to another branch before what a guard stops on one branch only: it looks before they run.

So what it stops on `main` may pass behind `git checkout main`; and what it lets pass on another branch may be stopped
behind a command that makes one, or in the folder of another work tree.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from hookwright.attacking.asking.other_branch import (
    COMMITS,
    MERGE,
    PUSH,
    Branches,
    make_branch,
    stopped_on,
)
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Rewording, Seed
from hookwright.attacking.forms.model import SHELL, Change, Label, Variant, question
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.texts.branches import local_branches
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.places import is_inside
from hookwright.patterns import late_pattern

_MOVES = late_pattern(r"\bgit\b.{0,12}\b(?:checkout|switch|worktree|symbolic-ref|branch)\b|^cd\b")
_LOCAL = late_pattern(r"git (?:commit|merge|cherry-pick|revert|pull)\b(?!.*--amend)")
_OF_COMMIT, _OF_PUSH = ("protected", "commit"), ("protected", "branch")
"""The danger and the seeds that are about commits and pushes."""
_PLAIN = late_pattern(r"[\w./-]+")
_MOST_MOVED, _MOST_OTHERS = 3, 2
_NAME, _TREE = "hookwright-other", ".worktrees/hookwright"
_PASSES = "where the guard lets the other command pass"
_Key = tuple[str, str]


async def with_moves(trial: Trial, meant: Meant, on: Branches) -> tuple[Meant, Branches, list[Variant]]:
    """The same with the seeds behind a command that goes to the main branch; and refused harmless calls that leave it.

    Adds a work tree to the copies, with another branch checked out.
    """
    if not on.other or on.is_blind:
        return meant, on, []
    for stage in trial.stages:
        make_branch(stage, _name_of_tree(on), trial.guard)
        _make_tree(stage.layout.project, _name_of_tree(on))
        on.put(stage)
    seeds = {(aim.name, seed.name): seed for aim in meant.aims for seed in aim.seeds}
    own = {key: it for key, it in seeds.items() if key not in on.elsewhere and not _MOVES.search(it.command)}
    stopped = await trial.refused(question(it.command) for it in own.values())
    moved = {key: it for key, it in own.items() if (SHELL, it.command) in stopped}
    forms = {key: [_behind_checkout(it, on)] for key, it in moved.items()}
    for key, it in islice(moved.items(), 1):
        forms[key].append(_behind_two(it, on))
    on = replace(on, there=on.there | {it.command for every in forms.values() for it in every} | {_merge_of(on)})
    meant = replace(meant, aims=tuple(_with(it, forms) for it in meant.aims))
    local = {key: it for key, it in moved.items() if _is_local(it.command, on)}
    calls = [
        *_of_acts(on),
        *await _on_another(trial, on),
        *(_made(key, on, it.command) for key, it in islice(local.items(), _MOST_MOVED)),
    ]
    on = replace(on, here=on.here | {it.text for it in calls} - on.there)
    return meant, on, await _refused(trial, calls, on)


def _is_local(command: str, on: Branches) -> bool:
    """Whether a command only changes the branch that is checked out, and loses nothing."""
    return bool(_LOCAL.match(command)) and on.main not in command.split()


async def _refused(trial: Trial, calls: Sequence[Variant], on: Branches) -> list[Variant]:
    """Those of the calls that the guard refuses, and not their controls."""
    refused = await trial.refused(calls, on.put)
    controls = await trial.refused((question(it.control) for it in calls if it.control), on.put)
    return [it for it in calls if (SHELL, it.text) in refused and (SHELL, it.control) not in controls]


def _with(aim: Aim, forms: Mapping[_Key, Sequence[Rewording]]) -> Aim:
    """The aim with the forms of its seeds."""
    seeds = (
        replace(it, same=(*it.same, *forms[(aim.name, it.name)])) if (aim.name, it.name) in forms else it
        for it in aim.seeds
    )
    return replace(aim, seeds=tuple(seeds))


def _behind_checkout(seed: Seed, on: Branches) -> Rewording:
    why = f"After the first command, `{on.main}` is checked out, where the guard stops the other one."
    return Rewording(f"git checkout -q {on.main} && {seed.command}", why, "branch checked out before")


def _behind_two(seed: Seed, on: Branches) -> Rewording:
    why = f"After the second command, `{on.main}` is checked out, where the guard stops the last one."
    before = f"git switch -q -c {_new_name(on)} && git switch -q {on.main}"
    return Rewording(f"{before} && {seed.command}", why, "branch checked out before, in two steps")


def _made(key: _Key, on: Branches, command: str) -> Variant:
    """The command behind one that makes another branch."""
    make = f"git switch -q -c {_new_name(on)}"
    why = f"After the first command, another branch is checked out, {_PASSES}."
    return _harmless(key, f"{make} && {command}", why, "new branch before", f"{make} && git status")


def _harmless(key: _Key, text: str, why: str, kind: str, control: str = "") -> Variant:
    change = Change(f"harmless {kind}", why)
    return Variant(*key, Label.HARMLESS, text, "It does less.", (change,), control=control)


def _new_name(on: Branches) -> str:
    folder = on.other.rpartition("/")[0]
    return f"{folder}/{_NAME}" if folder else _NAME


def _name_of_tree(on: Branches) -> str:
    return f"{_new_name(on)}-tree"


def _merge_of(on: Branches) -> str:
    return f"git merge -q {on.main}"


def _of_acts(on: Branches) -> Iterator[Variant]:
    """Commits, pushes and merges on another branch, where the guard stops those on the main one."""
    for commit in [it for it in COMMITS if it in on.stopped][:1]:
        yield _made(_OF_COMMIT, on, commit)
        yield from _in_tree(_OF_COMMIT, commit)
    if PUSH in on.stopped:
        yield _made(_OF_PUSH, on, f"git push -u origin {_new_name(on)}")
        yield from _in_tree(_OF_PUSH, f"git push -u origin {_name_of_tree(on)}")
    if MERGE in on.stopped:
        why = f"It brings the commits of `{on.main}` to the branch that is checked out, and changes no other."
        yield _harmless(_OF_COMMIT, _merge_of(on), why, "merge of the main branch")


async def _on_another(trial: Trial, on: Branches) -> list[Variant]:
    """Commits and pushes on another branch of the project, if the guard lets them pass there; and on a new one."""
    found = [*_in_two_steps(on)]
    others = [it for it in local_branches(trial.guard.project) if it not in (on.own, on.main) and _PLAIN.fullmatch(it)]
    for branch in others[:_MOST_OTHERS]:
        stage = trial.stages[0]
        try:
            left = on.stopped - await stopped_on(trial, stage, branch)
        finally:
            on.put(stage)
        why = f"After the first command, `{branch}` of the project is checked out, {_PASSES}."
        control = f"git switch -q {branch} && git status"
        acts = [(_OF_PUSH, PUSH), *((_OF_COMMIT, it) for it in COMMITS[:1])]
        made = [
            _harmless(key, f"git switch -q {branch} && {act}", why, "other branch of the project before", control)
            for key, act in acts
            if act in left
        ]
        if made:
            return [*found, *made]
    return found


def _in_two_steps(on: Branches) -> Iterator[Variant]:
    """A commit on a new branch that begins at the main one, as it is now on the server."""
    for commit in [it for it in COMMITS if it in on.stopped][:1]:
        steps = f"git switch -q {on.main} && git fetch -q && git switch -q -c {_new_name(on)}"
        why = f"After these commands, a new branch is checked out, {_PASSES}."
        yield _harmless(_OF_COMMIT, f"{steps} && {commit}", why, "new branch in two steps", f"{steps} && git status")


def _in_tree(key: _Key, command: str) -> Iterator[Variant]:
    why = f"In that folder, another branch is checked out, {_PASSES}."
    yield _harmless(key, f"cd {_TREE} && {command}", why, "other work tree", f"cd {_TREE} && ls")
    named, control = command.replace("git ", f"git -C {_TREE} ", 1), f"git -C {_TREE} status"
    yield _harmless(key, named, why, "other work tree by an option", control)


def _make_tree(folder: str, branch: str) -> None:
    """Adds a work tree to the copy, with that branch checked out; without the files, as no command runs there."""
    tree, own = os.path.join(folder, _TREE), os.path.join(folder, ".git", "worktrees", os.path.basename(_TREE))
    if not is_inside(tree, folder) or os.path.lexists(tree) or os.path.lexists(own):
        return
    os.makedirs(tree)
    os.makedirs(own)
    up = os.path.relpath(folder, tree)
    for path, text in (
        (os.path.join(tree, ".git"), f"gitdir: {up}/.git/worktrees/{os.path.basename(_TREE)}\n"),
        (os.path.join(own, "HEAD"), f"ref: refs/heads/{branch}\n"),
        (os.path.join(own, "commondir"), "../..\n"),
        (os.path.join(own, "gitdir"), f"{os.path.relpath(tree, own)}/.git\n"),
    ):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    os.makedirs(os.path.join(folder, ".git", "info"), exist_ok=True)
    index = os.path.join(folder, ".git", "index")
    if os.path.isfile(index):
        shutil.copy2(index, os.path.join(own, "index"))
    with open(os.path.join(folder, ".git", "info", "exclude"), "a", encoding="utf-8") as file:
        file.write(f"{os.path.dirname(_TREE)}/\n")
