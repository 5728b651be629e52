"""A plan as it runs on a copy: made ready, and afterwards asked what its hooks have changed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import chain, islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.engine.plan import Plan
from hookwright.engine.process import require_processes
from hookwright.engine.scratch.cage import CopyLayout, cage_for, layout_in
from hookwright.engine.scratch.changes import MOST_CHANGES, Change, State, changes_in, state_of
from hookwright.engine.scratch.copying import (
    MOST_FILES,
    copy_files,
    copy_repository,
    files_of_scripts,
    leading_out,
    objects_of,
    require_room,
    source_files,
)
from hookwright.engine.scratch.folder import scratch_folder
from hookwright.engine.scratch.walking import DEEPEST
from hookwright.host import Host

_CAGED = "bubblewrap blocked the network, and writing anywhere but to the copy, a temporary home and /tmp"
_UNCAGED = (
    "the hooks could reach the network and the rest of the disk: changes they made by absolute path are real, and not"
    " listed. Install bubblewrap to prevent that"
)
_MOST_LINKS, _SHOWN_LINKS = 6, 5
_SHOWN_FOLDERS = 3
_FROM_HOME = (".gitconfig", ".config/git/config")
_NOT_KEPT = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "GIT_DIR", "GIT_WORK_TREE")


class Stage(Struct, frozen=True):
    """The plan and the host to run it with; `notes` are sentences on what is contained and what is not."""

    plan: Plan
    host: Host
    notes: tuple[str, ...]
    layout: CopyLayout
    project: str
    home: str
    before: Mapping[str, State]

    def of(self, plan: Plan) -> Plan:
        """Another plan of the same workspace, as it runs on this copy."""
        return plan if self.host.moved is None else _led_plan(plan, self.host)

    async def changes(self) -> tuple[Change, ...]:
        """What the hooks have made, changed and deleted, at most `MOST_CHANGES`; reads in a thread."""
        return await asyncio.to_thread(lambda: tuple(islice(self._changes(), MOST_CHANGES)))

    def _changes(self) -> Iterator[Change]:
        layout, temp = self.layout, "/tmp" if self.host.cage else "$TMPDIR"
        around = os.path.dirname(layout.project)
        in_copy = partial(os.path.join, self.project)
        yield from changes_in(layout.project, self.before["project"], in_copy, str)
        yield from changes_in(around, {}, lambda _: None, lambda path: f"../{path}", layout.project)
        in_home = partial(os.path.join, self.home)
        yield from changes_in(layout.home, self.before["home"], in_home, lambda path: f"~/{path}")
        yield from changes_in(layout.temp, {}, lambda _: None, lambda path: f"{temp}/{path}")


@asynccontextmanager
async def staged(plan: Plan, host: Host, scripts: Sequence[str] = ()) -> AsyncIterator[Stage]:
    """Copies the plan's workspace and makes the plan run there; everything is gone afterwards.

    `scripts` are absolute paths of what the hooks run: these files are in the copy, with what is beside them, also
    where git ignores them.  Raises UsageError if the workspace is too large, OSError if it cannot be copied.
    """
    require_processes()
    project = _real(plan.request.project_dir)
    async with scratch_folder(host) as folder:
        layout = layout_in(folder, os.path.basename(project) or "project")
        told = await asyncio.to_thread(_copied, layout, project, folder, host.home, scripts)
        await asyncio.to_thread(_copy_home, layout, host.home, scripts)
        cage = await cage_for(layout, project, objects_of(project), host, scripts)
        if not cage and (objects := objects_of(project)) is not None:
            os.symlink(objects, layout.objects)
        before = await asyncio.to_thread(lambda: {it: state_of(getattr(layout, it)) for it in ("project", "home")})
        notes = (*told.notes, *([] if cage else _of_links(told.links)), _CAGED if cage else _UNCAGED)
        yield Stage(*_moved(plan, host, layout, project, cage), notes, layout, project, host.home, before)


def _real(path: str) -> str:
    return os.path.realpath(path)


def _placed(script: str) -> str:
    """The path of a script with the real path of its folder, and its own name, which may be that of a link."""
    folder, name = os.path.split(script)
    return os.path.join(_real(folder), name)


class _Copied(Struct, frozen=True):
    """What is to be told of a copy: sentences, and the links in it that lead out of it."""

    notes: tuple[str, ...]
    links: tuple[str, ...]


def _copied(layout: CopyLayout, project: str, folder: str, home: str, scripts: Sequence[str]) -> _Copied:
    """Copies the workspace."""
    chosen: dict[str, None] = {}
    too_deep: list[str] = []
    sources = source_files(project, home, [os.path.dirname(folder)], too_deep)
    for path in chain(sources, files_of_scripts(project, map(_placed, scripts))):
        chosen[path] = None
        if len(chosen) > MOST_FILES:
            break
    require_room(project, tuple(chosen))
    copy_files(project, layout.project, chosen)
    left_out = copy_repository(project, layout.project, layout.objects)
    links = leading_out(layout.project, chosen, layout.folder)
    notes = ([left_out] if left_out else []) + [_of_depth(it) for it in too_deep[:1]]
    return _Copied(tuple(notes), tuple(islice(links, _MOST_LINKS)))


def _of_depth(path: str) -> str:
    shown = os.sep.join(path.split(os.sep)[:_SHOWN_FOLDERS])
    return f"folders more than {DEEPEST} levels deep, as below `{shown}`, are not part of the copy"


def _of_links(links: Sequence[str]) -> tuple[str, ...]:
    if not links:
        return ()
    shown = ", ".join(f"`{it}`" for it in links[:_SHOWN_LINKS])
    more = " and others" if len(links) > _SHOWN_LINKS else ""
    return (f"these links lead out of the copy, and what is written through them is really changed: {shown}{more}",)


def _copy_home(layout: CopyLayout, home: str, scripts: Sequence[str]) -> None:
    needed = islice(files_of_scripts(home, scripts, above=False), MOST_FILES)
    copy_files(home, layout.home, dict.fromkeys([*_FROM_HOME, *needed]))


def _moved(plan: Plan, host: Host, layout: CopyLayout, project: str, cage: tuple[str, ...]) -> tuple[Plan, Host]:
    """In a cage the copy is mounted at the workspace's place; otherwise hooks are given paths into the copy."""
    environ = {name: value for name, value in host.environ.items() if name not in _NOT_KEPT} | {"HOME": layout.home}
    if cage:
        environ.pop("TMPDIR", None)
        return plan, replace(host, environ=environ, cage=cage, temp=layout.large_values)
    moved = (plan.request.project_dir, layout.project)
    there = replace(host, environ=environ | {"TMPDIR": layout.temp}, moved=moved, temp=layout.large_values)
    return _led_plan(plan, there), there


def _led_plan(plan: Plan, host: Host) -> Plan:
    payload, project = _led(plan.facts.payload, host), host.led(plan.request.project_dir)
    request = replace(plan.request, payload=payload, project_dir=project)
    return replace(plan, request=request, facts=replace(plan.facts, payload=payload, project_dir=project))


def _led(value: Any, host: Host) -> Any:  # noqa: ANN401  any JSON value
    if isinstance(value, Mapping):
        return {key: _led(it, host) for key, it in value.items()}
    if isinstance(value, list | tuple):
        return [_led(it, host) for it in value]
    return host.led(value) if isinstance(value, str) else value
