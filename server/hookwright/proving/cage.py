"""Keeps an agent away from the user: a copy of the project, nothing of their home, and no network but the loopback.

bubblewrap does it where it works.  Without it nothing protects the disk; `unshare` then still cuts the network off.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

import hookwright
from hookwright.engine.process import Command, run
from hookwright.engine.scratch.cage import CopyLayout
from hookwright.host import Host

_TRY_SECONDS = 5.0
_NEVER_HIDDEN = ("/", "/usr", "/etc")
_TEMP = "/tmp"
# What programs are found by, and how they speak.
_SHOWN = (
    *("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "PATH", "TZ"),
    *("ASDF_DATA_DIR", "ASDF_DIR", "MISE_DATA_DIR", "NVM_DIR", "PYENV_ROOT", "RBENV_ROOT", "VOLTA_HOME"),
)
_ALWAYS = {"TERM": "dumb", "NO_COLOR": "1", "NO_PROXY": "127.0.0.1,localhost", "CI": ""}
_UNSHARED = ("--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--new-session", "--die-with-parent")
_WITHOUT_NETWORK = ("unshare", "--map-root-user", "--net")
_CAGED = "the agent and the hooks had a copy of the project, an empty home, and no network but the loopback"
_OPEN = (
    "nothing kept the agent and the hooks from the rest of the disk, since bubblewrap is not installed or may not work"
)
_NO_NETWORK = "they had no network but the loopback"
_NETWORK = "they could reach the network, which this system does not let anybody cut off"


class Cage(Struct, frozen=True):
    """The words before a command that keep it in; `notes` are sentences on what is kept away, and what is not."""

    words: tuple[str, ...]
    notes: tuple[str, ...]
    protects: bool


def clean_environment(host: Host, layout: CopyLayout) -> dict[str, str]:
    """All the variables that the agent gets besides its own: nothing of the user's but what programs are found by."""
    found = {name: host.environ[name] for name in _SHOWN if name in host.environ}
    return {"PATH": os.defpath, **found, **_ALWAYS, "HOME": layout.home}


async def cage_for(
    layout: CopyLayout, project: str, objects: str | None, shown: Sequence[str], managed: Sequence[str], host: Host
) -> Cage:
    """The strongest cage that works here.

    `shown` are further folders that the agent needs, to be read only; `managed` are such that are not to be seen.
    """
    bwrap = host.program("bwrap")
    if bwrap is not None:
        words = (bwrap, *_words(layout, project, objects, shown, managed, host), "--")
        if await _works(words, project, host):
            return Cage(words, (_CAGED,), protects=True)
    if host.program(_WITHOUT_NETWORK[0]) is not None and await _works(_WITHOUT_NETWORK, layout.project, host):
        return Cage(_WITHOUT_NETWORK, (_OPEN, _NO_NETWORK), protects=False)
    return Cage((), (_OPEN, _NETWORK), protects=False)


async def _works(words: Sequence[str], folder: str, host: Host) -> bool:
    tried = await run(Command((*words, "/bin/sh", "-c", ":"), folder, host.environ, b"", _TRY_SECONDS))
    return tried.exit_code == 0


def _words(
    layout: CopyLayout, project: str, objects: str | None, shown: Sequence[str], managed: Sequence[str], host: Host
) -> Iterator[str]:
    """The order counts: what comes later lies above what came before."""
    own = (it for it in managed if os.path.isdir(it) and it not in _NEVER_HIDDEN)
    hidden = tuple(dict.fromkeys(map(os.path.realpath, (*_homes(host), "/run", *own))))
    yield from ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
    for it in hidden:
        yield from ("--tmpfs", it)
    yield from ("--bind", layout.temp, _TEMP)
    hidden = (*hidden, _TEMP)
    for it in dict.fromkeys(_needed(shown, host)):
        # On the way to it there may be links, which lead into what is hidden, or out of it.
        for place in dict.fromkeys((it, os.path.realpath(it))):
            if any(_is_below(place, above) for above in hidden):
                yield from ("--ro-bind", it, place)
    yield from ("--bind", layout.folder, layout.folder)
    yield from ("--bind", layout.project, project)
    if objects is not None:
        yield from ("--ro-bind", objects, layout.objects)
    yield from _UNSHARED


def _homes(host: Host) -> Iterator[str]:
    """The user's home, as the environment and as the system has it; never all of the disk."""
    found = [host.home]
    with suppress(ImportError, KeyError):
        import pwd

        found.append(pwd.getpwuid(os.getuid()).pw_dir)
    for it in found:
        if os.path.isdir(it) and os.path.realpath(it) not in _NEVER_HIDDEN:
            yield it


def _needed(shown: Sequence[str], host: Host) -> Iterator[str]:
    """Folders that hold programs: those of the PATH, of the agent, and of what runs this program."""
    package = os.path.dirname(os.path.abspath(hookwright.__file__))
    own = (sys.prefix, sys.base_prefix, os.path.dirname(package))
    path = host.environ.get("PATH", os.defpath).split(os.pathsep)
    for it in (*_roots(path), *shown, *own):
        if os.path.isdir(it):
            yield it


def _roots(path: Iterable[str]) -> Iterator[str]:
    """The folders of a PATH, each with what is beside it where that belongs to it.

    That is so of an installation with programs and libraries, and of the stand-ins of a manager of versions.
    """
    for it in filter(os.path.isabs, path):
        above, name = os.path.split(it.rstrip(os.sep))
        is_own = name == "bin" and os.path.isdir(os.path.join(above, "lib")) and os.path.basename(above) != ".local"
        yield above if is_own or name == "shims" else it


def _is_below(path: str, folder: str) -> bool:
    """Whether a path is inside of a folder, and not the folder itself."""
    return path.startswith(folder.rstrip(os.sep) + os.sep)
