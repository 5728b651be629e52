"""The guards of hook files for who asks again and again: looked at once, until a file or a program changes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from threading import Lock

from msgspec import Struct

from hookwright.config.view import HookFile
from hookwright.host import Host
from hookwright.text import to_pointer
from hookwright.workflows.guarding.attacked import after_attack
from hookwright.workflows.guarding.guard import Guard, Score
from hookwright.workflows.guarding.guards import Guards, Known, nothing_known
from hookwright.workflows.guarding.marks import Mark, marks, with_code_beside

_MOST_KEPT = 64

_Key = tuple[str, str]
"""The path of a hook file, and its dialect."""


class _Kept(Struct, frozen=True, eq=False):
    """The guards by pointer, what the hook file said, and the marks of all else that they depend on."""

    text: str
    marks: Mapping[str, Mark]
    guards: Mapping[str, Guard]


class _Scored(Struct, frozen=True, eq=False):
    """An attack: the guard as it was without it, what the hook file said of it, and the marks of its code."""

    guard: Guard
    score: Score
    text: str
    marks: Mapping[str, Mark]


class KnownGuards:
    """From any thread; no interpreter is asked which packages it has, as that takes long."""

    def __init__(self, host: Host, known: Known = nothing_known) -> None:
        self._guards = Guards(host, known=known)
        self._folders = host.environ.get("PATH", "").split(os.pathsep)
        self._kept: dict[_Key, _Kept] = {}
        self._scored: dict[_Key, dict[str, _Scored]] = {}
        self._looking = Lock()

    def known(self, file: HookFile) -> Mapping[str, Guard] | None:
        """The guards by their pointers; None if they have to be looked at first."""
        kept = self._kept.get(_key(file))
        if kept is None or kept.text != file.tree.text or kept.marks != marks(kept.marks):
            return None
        return self._with_scores(file, kept.guards)

    def of(self, file: HookFile) -> Mapping[str, Guard]:
        """The guards by their pointers."""
        with self._looking:
            known = self.known(file)
            if known is not None:
                return known
            scripts = with_code_beside(self._guards.scripts(file), file.project)
            then = marks((*self._folders, *scripts))
            found = {it.pointer: it for it in self._guards.at_once(file)}
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            every = {**marks(self._guards.followed), **then}
            self._kept[_key(file)] = _Kept(file.tree.text, every, found)
            return self._with_scores(file, found)

    def attacked(self, file: HookFile, guard: Guard, score: Score, scripts: Iterable[str]) -> None:
        """Keeps the score of an attack on a hook that runs these scripts, until it or its code changes.

        `guard` is what is said of a hook that the analysis does not take for a guard.
        """
        text = _text_of(file, guard.pointer)
        if text is not None:
            then = marks(with_code_beside(scripts, file.project))
            with self._looking:
                every = {**self._scored.get(_key(file), {}), guard.pointer: _Scored(guard, score, text, then)}
                self._scored[_key(file)] = every

    def _with_scores(self, file: HookFile, found: Mapping[str, Guard]) -> Mapping[str, Guard]:
        current = {
            pointer: after_attack(found.get(pointer, it.guard), it.score)
            for pointer, it in self._scored.get(_key(file), {}).items()
            if it.text == _text_of(file, pointer) and it.marks == marks(it.marks)
        }
        return {**found, **current} if current else found


def _key(file: HookFile) -> _Key:
    return file.path, file.dialect.id


def _text_of(file: HookFile, pointer: str) -> str | None:
    """What the file says of a hook, with its event and its matcher; None if it has none there."""
    for group, hook in file.hooks:
        if to_pointer(hook.route) == pointer:
            own, around = hook.node.span, group.node.span
            text = file.tree.text
            return f"{group.event} {text[own.start : own.end]} {text[around.start : around.end]}"
    return None
