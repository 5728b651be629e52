"""The branch that a copy of the project has checked out for a call, where a guard refuses more on one branch.

A guard that stops each commit while `main` is checked out hides what it lets pass on another branch: a commit without
checks, or one behind a command that switches to `main`.  In a project with another branch, such a guard stops nothing
until `main` is checked out in the copy.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.asking.circumstances import refuses
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Tried
from hookwright.attacking.asking.trial import Trial, ask_on
from hookwright.attacking.forms.model import Label, Variant, question
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.texts.branches import checked_out, commit_of, named_in
from hookwright.engine.scratch.stage import Stage
from hookwright.patterns import late_pattern

_LOOKS = late_pattern(r"--show-current|--abbrev-ref|symbolic-ref|\.git/HEAD|git branch|\.branch\b|branchName")
"""How a guard asks for the branch."""
COMMIT, PUSH, MERGE = "git commit -q --allow-empty -m x", "git push", "git merge -q feature"
COMMITS = (COMMIT, "git commit -q --allow-empty -m 'docs: add a note'")
"""A guard may refuse a message without a type on every branch."""
_PROBES = (
    *COMMITS,
    PUSH,
    "git push --force",
    MERGE,
    "git rebase -q feature",
    "git reset -q --hard HEAD~1",
)
_ACTS = late_pattern(
    r"(?:^|[;&|\n]\s*)git (?:-[cC] \S+ )*(?:commit|push(?! -n\b)|merge)\b(?!.* (?:--dry-run|--help|-h)\b)"
)
_QUOTED = late_pattern(r"'[^']*'|\"[^\"]*\"|#.*")
"""What really commits, pushes or merges, and what only names that in such a call."""
_NEW, _FOLDER = "hookwright-note", "feature"
"""A branch that is made; some guards want a folder before its name."""
_FOLDERS = late_pattern(r"(?<![\w/.-])(work|wip|feat|fix|hotfix|bugfix|refactor|task|issue|topic|agent|claude|dev)/")
"""Folders of branches, as guards name them."""
_MOST_FOLDERS = 2
_COMMITS = ("protected", "commit")
_FORCES, _FORCED = ("history", "force push"), "git push --force origin feature"
_MAIN = "main"
"""The branch that the data of dangers names."""
_MOST_NAMES = 4
_OF_CHECKS = "checks"
_Key = tuple[str, str]


class Branches(Struct, frozen=True):
    """The branch of the project, the `main` one on which the guard refuses more, and another one of the copies.

    All are empty if the guard makes no difference.  One that does not look at branches (`is_blind`) is asked on that of
    the project, and on `main` only about the commands of `here`.  `stopped` are those of the probes that a guard stops
    only on `main`.  What it stops on the `other` branch as well, by danger and seed, is sent there: a seed of
    `elsewhere`.  So is a harmless call that commits or pushes, which may well be refused on `main`.  Commands of `here`
    do harm only on `main`, and those of `there` only on the other one.
    """

    own: str = ""
    main: str = ""
    other: str = ""
    stopped: frozenset[str] = frozenset()
    elsewhere: frozenset[_Key] = frozenset()
    here: frozenset[str] = frozenset()
    there: frozenset[str] = frozenset()
    is_blind: bool = False

    def put(self, stage: Stage, variant: Variant | None = None) -> None:
        """Checks out the branch for the call in the copy; without a call, the main one, if that matters."""
        if self.other:
            usual = self.own if self.is_blind else self.main
            _check_out(stage, self._of(variant) if variant is not None else usual)

    async def stopped_there(self, trial: Trial, commands: Iterable[str]) -> set[str]:
        """Those of the commands that the guard stops on the other branch, if it makes a difference, or as it is."""

        def leave(stage: Stage, _call: Variant) -> None:
            if self.other:
                _check_out(stage, self.other)

        try:
            return {text for _, text in await trial.refused(map(question, commands), leave)}
        finally:
            for stage in trial.stages:
                self.put(stage)

    def _of(self, variant: Variant) -> str:
        return self.other if self._is_of_other(variant) else self.main

    def _is_of_other(self, variant: Variant) -> bool:
        """Whether a call does harm on another branch, too, and may only be stopped as the main one is checked out."""
        key = (variant.danger, variant.seed)
        made_from = {variant.text, variant.of}
        if made_from & self.here:
            return False
        if self.is_blind or made_from & self.there or key in self.elsewhere:
            return True
        if variant.label is Label.HARMLESS and self.stopped and _ACTS.search(_QUOTED.sub("", variant.text)):
            return True
        if key != _COMMITS:
            return variant.danger == _OF_CHECKS
        return variant.label is Label.DESTRUCTIVE and bool(variant.changes) and _is_form(variant)

    def marked(self, tried: Sequence[Tried]) -> list[Tried]:
        """The same, each with the branch that it was sent on if that is not the one of the project."""
        if not self.other:
            return list(tried)
        sent = ((it, self._of(it.variant)) for it in tried)
        return [it if branch == self.own else replace(it, on=branch) for it, branch in sent]

    def notes(self) -> list[str]:
        """For the report, if the guard makes a difference."""
        if not self.other or self.is_blind:
            return []
        if self.main != self.own:
            return [f"the guard refuses more where `{self.main}` is checked out: some calls were sent with that branch"]
        about = "calls that switch to it, skip checks, or are stopped on every branch"
        state = f"the guard refuses more where `{self.main}` is checked out, as it is here"
        return [f"{state}; {about}, were sent with another branch checked out"]


def _is_form(variant: Variant) -> bool:
    return variant.changes[0].family.startswith("same:")


async def branches(trial: Trial) -> Branches:
    """The branches to send calls on; the copies have another branch, and `main` checked out, if that matters."""
    guard, stages = trial.guard, trial.stages
    own = checked_out(guard.project)
    if not own or not commit_of(guard.project) or not all(map(_has_own_git, stages)):
        return Branches()
    names = named_in(guard.texts)[:_MOST_NAMES]
    if not any(map(_LOOKS.search, guard.texts)):
        return _blind(trial, own, names)
    is_main = own in names
    others = _new_names(stages[0], guard.texts) if is_main else [own]
    compared = [await _compared(trial, own, own if is_main else names[0], it) for it in others]
    # On a branch in another folder, the guard may forbid most of it as well.
    found = max(compared, key=lambda it: len(it.stopped))
    for name in names:
        if not found.other and name not in (own, names[0] if not is_main else own):
            found = await _compared(trial, own, name, own)
    for stage in stages if found.other else ():
        for name in (found.main, found.other):
            make_branch(stage, name, guard)
        found.put(stage)
    return found


def _blind(trial: Trial, own: str, names: Sequence[str]) -> Branches:
    """The branches for a guard that does not look at them, in a project that has a branch of its own checked out."""
    if own in names:
        return Branches()
    for stage in trial.stages:
        make_branch(stage, names[0], trial.guard)
    return Branches(own, names[0], own, is_blind=True)


def _has_own_git(stage: Stage) -> bool:
    return os.path.isdir(os.path.join(stage.layout.project, ".git", "refs"))


def _new_names(stage: Stage, texts: Iterable[str]) -> list[str]:
    """Names for the branch: in its folder unless there is a branch with the folder's name, or in one of the texts."""
    named = dict.fromkeys(it[1] for text in texts for it in _FOLDERS.finditer(text))
    folders = (_FOLDER, *[it for it in named if it != _FOLDER][:_MOST_FOLDERS])
    return [_NEW if os.path.isfile(_file_of(stage, it)) else f"{it}/{_NEW}" for it in folders]


def _file_of(stage: Stage, branch: str) -> str:
    return os.path.join(stage.layout.project, ".git", "refs", "heads", *branch.split("/"))


async def _compared(trial: Trial, own: str, main: str, other: str) -> Branches:
    """The branches, if the guard refuses more on the one than on the other."""
    stage = trial.stages[0]
    try:
        here, there = [await stopped_on(trial, stage, it) for it in (main, other)]
    finally:
        _check_out(stage, own)
    more = here - there
    return Branches(own, main, other, more) if more else Branches()


async def stopped_on(trial: Trial, stage: Stage, branch: str) -> frozenset[str]:
    """Those of the probes that the guard stops where the branch is checked out; it stays so in the copy."""
    make_branch(stage, branch, trial.guard)
    _check_out(stage, branch)
    return frozenset([it for it in _PROBES if await _stops(trial, stage, it)])


async def with_seeds(
    found: Branches, trial: Trial, aims: Iterable[Aim], here: frozenset[str], there: frozenset[str]
) -> Branches:
    """The same with the seeds that the guard stops on the other branch as well, and commands that do harm on one."""
    if not found.other:
        return found
    aims = tuple(aims)
    here |= await _forced_on_main(found, trial, aims)
    if found.is_blind:
        return replace(found, here=here, there=there)
    commands = {(aim.name, it.name): it.command for aim in aims for it in aim.seeds}
    texts = await found.stopped_there(trial, commands.values())
    stopped = [key for key, it in commands.items() if it in texts]
    return replace(found, elsewhere=frozenset(stopped), here=here, there=there)


async def _forced_on_main(found: Branches, trial: Trial, aims: Iterable[Aim]) -> frozenset[str]:
    """Pushes by force of what is checked out, for a guard that lets other branches be pushed by force."""
    seeds = [it for aim in aims for it in aim.seeds if (aim.name, it.name) == _FORCES]
    if not seeds or await found.stopped_there(trial, [_FORCED]):
        return frozenset()
    main = re.compile(rf"\b({_MAIN}|{re.escape(found.main)})\b")
    return frozenset(it.command for seed in seeds for it in seed.same if not main.search(it.command))


async def _stops(trial: Trial, stage: Stage, command: str) -> bool:
    plan = trial.guard.plan(question(command), trial.host)
    return plan is not None and bool(plan.steps) and refuses((await ask_on(stage, plan)).folded)


def make_branch(stage: Stage, branch: str, guard: Guard) -> None:
    """Makes the branch in the copy, at the commit that is checked out, if it is not there."""
    path = _file_of(stage, branch)
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{commit_of(guard.project)}\n")


def _check_out(stage: Stage, branch: str) -> None:
    with open(os.path.join(stage.layout.project, ".git", "HEAD"), "w", encoding="utf-8") as file:
        file.write(f"ref: refs/heads/{branch}\n")
