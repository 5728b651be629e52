"""Asks a guard that looks at what is staged before a commit, with changes staged that it does not let be committed.

It looks before the command runs.  So it may not see what the command stages itself, or see what it does not commit.
The changes are only in the copies, where none of the commands is run.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.asking.asked import Asked, found
from hookwright.attacking.asking.circumstances import refuses
from hookwright.attacking.asking.index import Index, Kept
from hookwright.attacking.asking.results import Circumstance
from hookwright.attacking.asking.shut import MARK, checks, with_checking
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.own import gated
from hookwright.attacking.own.gated import NOTE, Change
from hookwright.attacking.own.messages import messages
from hookwright.attacking.texts.meant import Meant
from hookwright.engine.scratch.stage import Stage
from hookwright.patterns import late_pattern

_NEEDS_CLEAN = late_pattern(
    r"\bgit (?:revert|cherry-pick|merge|rebase|pull|am|stash|checkout|switch|reset|fetch)\b|^gh\b|\bnpm version\b"
)
"""Commands that git does not run, or that do not commit the changes, while some are staged."""
_PLAIN = "docs: add a note"
_README = "README.md"
_SECONDS = 30.0
"""So long, changes are tried that the guard may not let be committed."""
_HAS = "the commit has what the guard refuses where it is staged before"


class Gate(Struct, frozen=True, kw_only=True):
    """What a guard does not let be committed (`change`), or only together with other changes (`needed`).

    `message` is that of the commits it is asked about.  `kept` is what the copies had before, if it stays staged there.
    """

    message: str
    change: Change | None = None
    needed: tuple[Change, ...] = ()
    kept: Kept | None = None

    @property
    def commit(self) -> str:
        """The commit that the guard refuses where the change is staged, and the needed one is not."""
        return f"git commit -q -m '{self.message}'"

    def notes(self) -> Iterator[str]:
        """For the report, if the change stays staged."""
        if self.kept is not None and self.change is not None:
            yield f"the guard lets commits pass while nothing is staged, so a change of `{self.change.path}` was staged"


async def staged_gate(trial: Trial) -> Gate | None:
    """What a guard does not let be committed; None if it does not look at what is staged, or lets all pass."""
    guard, ask = trial.guard, Asked(trial, trial.stages[0])
    if SHELL not in guard.tools or not gated.reads_index(guard.texts):
        return None
    tracked = await ask.index.paths()
    if not tracked:
        return None
    every = [_PLAIN, *messages(guard.texts)]
    for message in every:
        gate = Gate(message=message)
        if not await _refused(ask, gate.commit):
            return await _forbidden(ask, gate, tracked, guard.texts)
    gate = Gate(message=_PLAIN)
    needed = await _needed(ask, gate, {}, tracked, guard.texts)
    return replace(gate, needed=needed) if needed else None


async def _forbidden(ask: Asked, gate: Gate, tracked: Sequence[str], texts: Sequence[str]) -> Gate | None:
    """The gate with the first change that it does not let be committed, and what it wants with that."""
    until = time.monotonic() + _SECONDS
    for change in gated.changes(texts, ask.copy, tracked):
        refused = await _refused_with(ask, gate, change)
        if refused is None or (not refused and time.monotonic() > until):
            return None
        if refused:
            least = await _least(ask, gate, change)
            needed = await _needed(ask, gate, least.files, tracked, texts)
            return replace(gate, change=least, needed=needed)
    return None


async def _refused_with(ask: Asked, gate: Gate, change: Change) -> bool | None:
    """Whether the guard refuses the commit of the change; None if it does not answer in time."""
    async with ask.index.staged(change.files) as is_done:
        if not is_done:
            return False
        outcome = await ask(SHELL, gate.commit)
        is_late = any(it.result is not None and it.result.timed_out for it in outcome.runs)
        return None if is_late else refuses(outcome.folded)


async def _least(ask: Asked, gate: Gate, change: Change) -> Change:
    """The change with fewer of its lines, if these are enough for the guard to refuse it."""
    while len(change.marks) > 1:
        middle = len(change.marks) // 2
        halves = (change.marks[:middle], change.marks[middle:])
        fewer = [gated.with_marks(change, it) for it in halves]
        refused = [it for it in fewer if await _refused_with(ask, gate, it)]
        if not refused:
            break
        change = refused[0]
    return change


async def _needed(
    ask: Asked, gate: Gate, files: gated.Files, tracked: Sequence[str], texts: Sequence[str]
) -> tuple[Change, ...]:
    """The changes of files that have to be staged with these files, so that the guard lets them be committed."""
    every = [it for it in gated.named(texts, ask.copy, tracked) if it.path not in files]
    single = [it for it in every if await _passes_with(ask, gate, files, [it])]
    if single or not await _passes_with(ask, gate, files, every):
        return tuple(single[:1])
    for it in [*every]:
        fewer = [other for other in every if other is not it]
        if await _passes_with(ask, gate, files, fewer):
            every = fewer
    return tuple(every)


async def _passes_with(ask: Asked, gate: Gate, files: gated.Files, more: Sequence[Change]) -> bool:
    whole = {**files, **{path: text for it in more for path, text in it.files.items()}}
    async with ask.index.staged(whole) as is_done:
        return is_done and bool(more) and not await _refused(ask, gate.commit)


async def _refused(ask: Asked, command: str) -> bool:
    return refuses((await ask(SHELL, command)).folded)


async def keep_staged(trial: Trial, meant: Meant, gate: Gate) -> Gate:
    """The same gate, with its change staged in the copies, if the guard stops nothing without that."""
    seeds = [question(it.command) for aim in meant.aims for it in aim.seeds]
    calls = [question(it.text, it.does) for aim in meant.aims for it in aim.danger.calls]
    if gate.change is None or await trial.refused(seeds) or await trial.refused(calls):
        return gate
    kept = [await Index(it.layout.project, trial.host).stage(gate.change.files) for it in trial.stages]
    trial.answers.clear()
    return replace(gate, kept=kept[0])


def without_unclean(meant: Meant) -> Meant:
    """The same without the forms that git does not run, or that do not commit the changes, while some are staged."""
    aims = [
        replace(
            aim,
            seeds=tuple(
                replace(seed, same=tuple(it for it in seed.same if not _NEEDS_CLEAN.search(it.command)))
                for seed in aim.seeds
            ),
        )
        for aim in meant.aims
    ]
    return replace(meant, aims=tuple(aims))


async def around_gate(trial: Trial, on: Stage, gate: Gate | None) -> AsyncIterator[Circumstance]:
    """What the guard does where it sees another state than the one that the commit has."""
    if gate is None:
        return
    ask = Asked(trial, on)
    if gate.kept is not None:
        ask.index.put_back(gate.kept)
    if gate.change is not None:
        checking = await _of_checks(trial, on, gate, gate.change)
        used, change = checking or (ask, gate.change)
        async for it in _around_change(used, gate, change):
            yield it
        if checking is not None:
            yield await _of_deletion(used, gate, change.path)
    if gate.needed:
        async for it in _around_needed(ask, gate, gate.needed[0]):
            yield it


async def _of_checks(trial: Trial, on: Stage, gate: Gate, change: Change) -> tuple[Asked, Change] | None:
    """A copy where the checks fail for a mistake in the file, and the change with it; None if the guard has no such."""
    programs = checks("\n".join(trial.guard.texts), trial.host)
    if change.marks or not programs:
        return None
    ask = Asked(trial, with_checking(on, programs, trial.host))
    marked = gated.with_marks(change, [MARK])
    is_of_mistakes = not await _refused_with(ask, gate, change) and await _refused_with(ask, gate, marked)
    return (ask, marked) if is_of_mistakes else None


async def _of_deletion(ask: Asked, gate: Gate, path: str) -> Circumstance:
    """A commit that only deletes a file, where the guard may have its checks look for that."""
    async with ask.index.staged({path: None}):
        return await _must_pass(ask, gate.commit, f" where `{path}` is deleted", "no file with a mistake is left")


async def _around_change(ask: Asked, gate: Gate, change: Change) -> AsyncIterator[Circumstance]:
    """Commits of the change that is not staged yet, or is staged and not there any more; and such that leave it out."""
    path, message = change.path, gate.message
    where = f" where `{path}` is changed, and not staged"
    for command in await _staging(ask, path, message):
        async with ask.index.staged({}, change.files):
            yield await _must_refuse(ask, command, where, _HAS)
    if change.clean:
        new = f"{path.rpartition('.')[0]}-{NOTE}.{path.rpartition('.')[2]}"
        async with ask.index.staged({}, {new: f"{change.marks[0]}\n"}):
            command = f"git add {new} && git commit -q -m '{message}'"
            yield await _must_refuse(ask, command, f" where `{new}` is new", _HAS)
        async with ask.index.staged(change.files, {path: change.clean}):
            where = f" where `{path}` is corrected, and that is not staged"
            yield await _must_refuse(ask, gate.commit, where, "the commit has what is staged")
    async for it in _without_change(ask, gate, change):
        yield it


async def _without_change(ask: Asked, gate: Gate, change: Change) -> AsyncIterator[Circumstance]:
    """Commits that do not have the change."""
    beside = await _beside(ask, change.path)
    async with ask.index.staged(beside):
        is_allowed = not await _refused(ask, gate.commit)
    name = next(iter(beside))
    if is_allowed:
        async with ask.index.staged(beside, change.files):
            where = f" where only `{name}` is staged, and `{change.path}` is changed"
            yield await _must_pass(ask, gate.commit, where, "the commit has no other file")
    where = f" where `{change.path}` is staged"
    async with ask.index.staged({**change.files, **beside}):
        if is_allowed:
            command = f"git restore --staged {change.path} && {gate.commit}"
            yield await _must_pass(ask, command, where, "the commit does not have it")
        elsewhere = f"cd \"$(mktemp -d)\" && git init -q && git commit -q --allow-empty -m '{gate.message}'"
        yield await _must_pass(ask, elsewhere, where, "the commit is in another repository")


async def _beside(ask: Asked, path: str) -> dict[str, str]:
    """A change of another file with the same ending, or of the README."""
    ending = f".{path.rpartition('.')[2]}"
    alike = (it for it in await ask.index.paths() if it != path and it.endswith(ending) and not it.startswith("."))
    return dict(gated.changed(ask.copy, next(alike, _README), "\n").files)


async def _staging(ask: Asked, path: str, message: str) -> list[str]:
    """Commits that stage the file themselves."""
    commit = f"git commit -q -m '{message}'"
    known = (f"git commit -q -am '{message}'", f"git commit -q -m '{message}' {path}")
    return [
        f"git add {path} && {commit}",
        f"git add -A && {commit}",
        *(known if path in await ask.index.paths() else ()),
    ]


async def _around_needed(ask: Asked, gate: Gate, needed: Change) -> AsyncIterator[Circumstance]:
    """Commits that stage the needed file themselves, and such that only seem to have it."""
    path, message = needed.path, gate.message
    every = (*([] if gate.change is None else [gate.change]), *gate.needed[1:])
    files = {path: text for it in every for path, text in it.files.items()}
    where = f" where `{path}` is changed, and not staged"
    for command in (await _staging(ask, path, message))[:3]:
        # Without a change that the guard is about, a commit of the needed file alone says nothing.
        async with ask.index.staged(files, needed.files):
            yield await _must_pass(ask, command, where, "the commit has it")
    beside = f"docs/{NOTE}-{path.rpartition('/')[2]}.txt"
    async with ask.index.staged({**files, beside: "x\n"}):
        where = f" where `{beside}` is staged"
        yield await _must_refuse(ask, gate.commit, where, f"another file counts as `{path}`")
    if path in await ask.index.paths():
        async with ask.index.staged({**files, path: None}):
            yield await _must_refuse(ask, gate.commit, f" where `{path}` is deleted", "the deletion counts as a change")
    other = gate.change.path if gate.change is not None else _README
    async with ask.index.staged({other: "x\n", **files, **needed.files}):
        command, where = f"git commit -q -m '{message}' {other}", f" where `{path}` is staged, too"
        yield await _must_refuse(ask, command, where, f"the commit only has `{other}`")


async def _must_refuse(ask: Asked, command: str, where: str, why: str) -> Circumstance:
    it = found(f"`{command}`{where}", await ask(SHELL, command))
    return replace(it, how=why) if it.is_fault else it


async def _must_pass(ask: Asked, command: str, where: str, why: str) -> Circumstance:
    it = found(f"`{command}`{where}", await ask(SHELL, command))
    return replace(it, is_fault=it.refuses, how=why if it.refuses else it.how)
