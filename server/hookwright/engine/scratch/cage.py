"""Keeps the hooks of one firing away from the rest of the machine, by bubblewrap where it is there and works."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct

from hookwright.engine.process import Command, Finished, run
from hookwright.host import Host
from hookwright.paths import is_in

_TRY_SECONDS = 5.0
_TEMP = "/tmp"
_PACKAGES = "/node_modules/"

_EVERYTHING = ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
_UNSHARED = ("--unshare-net", "--unshare-pid", "--unshare-ipc", "--die-with-parent")


class CopyLayout(Struct, frozen=True):
    """What a scratch folder holds: the copy, a home, a folder for temporary files, and the way to git's objects."""

    folder: str
    project: str
    home: str
    temp: str
    objects: str
    large_values: str


def layout_in(folder: str, name: str) -> CopyLayout:
    """The layout, with its folders made; the copy has the name of the workspace's folder."""
    found = CopyLayout(
        folder=folder,
        project=os.path.join(folder, "around", name),
        home=os.path.join(folder, "home"),
        temp=os.path.join(folder, "temp"),
        objects=os.path.join(folder, "objects"),
        large_values=os.path.join(folder, "values"),
    )
    for path in (found.project, found.home, found.temp, found.large_values):
        os.makedirs(path)
    return found


async def can_cage(host: Host) -> bool:
    """Whether bubblewrap is there, and works; `cage_for` tries once more, with what a firing really needs."""
    bwrap = host.program("bwrap")
    if bwrap is None:
        return False
    tried = await _tried((bwrap, *_EVERYTHING, *_UNSHARED, "--"), os.sep, host)
    return tried.exit_code == 0


async def cage_for(
    layout: CopyLayout, project: str, objects: str | None, host: Host, scripts: Sequence[str] = ()
) -> tuple[str, ...]:
    """The words that go before a command to cage it; none if there is no bubblewrap, or it may not work here.

    The folders of `scripts` among the temporary files can be read, as those elsewhere can.
    """
    bwrap = host.program("bwrap")
    if bwrap is None:
        return ()
    if objects is not None:
        os.makedirs(layout.objects)
    shown = tuple(_hidden(scripts, project))
    words = (bwrap, *_words(layout, project, objects, shown), "--")
    tried = await _tried(words, project, host)
    if tried.exit_code == 0:
        return words
    if objects is not None:
        os.rmdir(layout.objects)
    return ()


async def _tried(words: tuple[str, ...], folder: str, host: Host) -> Finished:
    return await run(Command((*words, "/bin/sh", "-c", ":"), folder, host.environ, b"", _TRY_SECONDS))


def _hidden(scripts: Sequence[str], project: str) -> Iterator[str]:
    """The folders of scripts that the cage's own folder for temporary files would hide, with the packages they need."""
    for it in scripts:
        path = os.path.realpath(it)
        folder = path.partition(_PACKAGES)[0] if _PACKAGES in path else os.path.dirname(path)
        if is_in(folder, _TEMP) and folder != _TEMP and not is_in(path, project) and os.path.isfile(path):
            yield folder


def _words(layout: CopyLayout, project: str, objects: str | None, shown: Sequence[str]) -> tuple[str, ...]:
    """The whole disk read-only, no network, no other processes; the copy where the workspace is.

    The order counts: what comes later lies above what came before.
    """
    shared = ("--ro-bind", objects, layout.objects) if objects is not None else ()
    return (
        *_EVERYTHING,
        *("--bind", layout.temp, _TEMP),
        *chain.from_iterable(("--ro-bind", it, it) for it in dict.fromkeys(shown)),
        *("--bind", layout.home, layout.home),
        *("--ro-bind", layout.large_values, layout.large_values),
        *("--bind", layout.project, project),
        *shared,
        *_UNSHARED,
    )
