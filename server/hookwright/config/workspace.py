"""What applies to a project now: its hook files, read, with the editor's text before the disk's, and their hooks.

A file that breaks keeps those hooks of its last good reading that the broken text still has (see `last_good`).  A file
that is broken when it is first read has none.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hookwright.config.discover import hook_paths
from hookwright.config.knobs import knobs_of, listed_at_root, switched_off
from hookwright.config.loading import Loaded, read
from hookwright.config.view import HookFile
from hookwright.dialects.places import location_at
from hookwright.dialects.recognition import place_of
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Hook, Scope


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files of one dialect that apply, in their order, their runnable hooks, and what had to be left out.

    `switched_off` says why none of the hooks is to run, None where they are.  `knobs` are the keys beside the events
    with their values, in the file's unit.  `urls` are those that http hooks may call, `variables` those that their
    headers may hold; None is no restriction.
    """

    dialect: Dialect
    files: tuple[HookFile, ...]
    hooks: tuple[Hook, ...]
    problems: tuple[str, ...]
    switched_off: str | None = None
    knobs: Mapping[str, Any] = field(default_factory=dict)
    urls: tuple[str, ...] | None = None
    variables: tuple[str, ...] | None = None

    @property
    def is_borrowed(self) -> bool:
        """Whether all of the files are another agent's, which this one reads too: whether it is used is not known."""
        return bool(self.files) and all(_is_borrowed(self.dialect, it) for it in self.files)


def _is_borrowed(dialect: Dialect, file: HookFile) -> bool:
    location = location_at(dialect, file.path, file.scope)
    return location is not None and location.borrowed


def load(
    dialect: Dialect,
    project: str,
    home: str | None,
    *,
    config_files: Sequence[str] | None = None,
    scope: Scope | None = None,
    open_texts: Mapping[str, str] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Snapshot:
    """The snapshot of a project; `config_files` replace discovery, `scope` is whose these are where that is
    known, and `open_texts` (by path) go before the disk.  The variables of `environ` that the dialect knows go before
    what the files set (A19).

    Files that are not there are not a problem unless they were named.  A file that cannot be read, or not understood,
    is a sentence in `problems`, and the others apply all the same.  Of a file that has broken since this process read
    it last, the hooks apply that were well-formed then and are still there, and a sentence says how many.
    """
    places = hook_paths(dialect, project, home) if config_files is None else _named(dialect, config_files, scope)
    problems: list[str] = []
    found: list[Loaded] = []
    for scope, path in places:
        loaded = read(dialect, scope, path, open_texts or {})
        if isinstance(loaded, Loaded):
            found += [loaded] if loaded.file.concerns_hooks else []
        elif loaded is not None or config_files is not None:
            problems.append(loaded or f"{path}: does not exist, so it adds no hooks")
    files = tuple(it.file for it in found)
    problems += (sentence for it in found for sentence in it.problems)
    hooks = tuple(hook for it in found for hook in it.hooks)
    settings = tuple(file for it in found for file in it.settings())
    return snapshot_of(dialect, files, hooks, tuple(problems), environ or {}, settings)


def snapshot_of(
    dialect: Dialect,
    files: tuple[HookFile, ...],
    hooks: tuple[Hook, ...],
    problems: tuple[str, ...],
    environ: Mapping[str, str],
    settings: Sequence[HookFile] | None = None,
) -> Snapshot:
    """The snapshot of files that have been read, with what their knobs, or those of `settings`, are set to."""
    settings = files if settings is None else settings
    knobs = knobs_of(dialect, settings, environ)
    off = switched_off(dialect, settings, knobs)
    urls, variables = (listed_at_root(it, settings) for it in (dialect.allowed_urls, dialect.allowed_variables))
    return Snapshot(dialect, files, hooks, (*problems, *knobs.problems), off, knobs.values, urls, variables)


def _named(dialect: Dialect, paths: Iterable[str], scope: Scope | None) -> tuple[tuple[Scope, str], ...]:
    """Files that were named apply instead of all others; the hooks of a plugin's still get its variables."""
    named = dict.fromkeys(map(os.path.abspath, paths))
    return tuple((scope or _scope_of_named(dialect, path), path) for path in named)


def _scope_of_named(dialect: Dialect, path: str) -> Scope:
    return Scope.PLUGIN if place_of(path) == (dialect, Scope.PLUGIN) else Scope.OVERRIDE
