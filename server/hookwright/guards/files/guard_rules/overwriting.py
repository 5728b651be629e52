"""Which files outside the project a command overwrites, and which of these hold something that would be lost."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase

from shell_reader import Command, given_code
from shell_reader.late import late_pattern

from .disks import DEVICE
from .leads import linked, sources_and_target
from .places import Places, arrivals
from .saying import ONLY_THE_USER, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

OUTPUTS = {"sort": ("-o", "--output"), "curl": ("-o", "--output"), "wget": ("-O", "--output-document")}
"""The options behind which a program is told which file to write."""

IN_PLACE = frozenset("sed gsed perl ruby awk gawk yq".split())
"""What changes the files that it is given, with an option of `IS_IN_PLACE`."""

IS_IN_PLACE = late_pattern(r"-[nErsuzpla0-9]*i|--in-place")
# With these, a file that is there stays, or is kept under another name.
_KEEPS = ("-n", "--no-clobber", "-b", "--backup")
# Files of the home folder and the machine that count even where the guard cannot see them.
_OF_HOME = (
    ".*rc",
    ".*profile",
    ".*login",
    ".*logout",
    ".*_history",
    ".gitconfig",
    ".netrc",
    ".ssh/*",
    ".aws/*",
    ".kube/*",
    ".gnupg/*",
)
_OF_MACHINE = (
    *("/etc/hosts", "/etc/passwd", "/etc/shadow", "/etc/group", "/etc/sudoers*", "/etc/fstab", "/etc/crontab"),
    *("/etc/ssh/*", "/etc/profile", "/etc/environment", "/etc/resolv.conf", "/etc/pam.d/*", "/boot/*"),
)
# Files that take what is written, and lose nothing by it.
_STREAMS = late_pattern(r"/dev/|/proc/(?:self|\d+)/fd/")
_WRITTEN_BY_CODE = late_pattern(
    r"""\bopen\(\s*["']([^"']+)["']\s*,\s*(?:mode\s*=\s*)?["'](?:w|a?\+|x)"""
    r"""|\bPath\(\s*["']([^"']+)["']\s*\)\.write_(?:text|bytes)"""
    r"""|\b(?:writeFile(?:Sync)?|file_put_contents|File\.write|IO\.write|createWriteStream|truncateSync)\(\s*["'`]([^"'`]+)["'`]"""
    r"""|["']\s*\+?>\s*["']?\s*,?\s*["']?((?:/|~)[^"']+)["']"""
)


def lost_file(command: Command, places: Places) -> str | None:
    """Why a command is refused that overwrites a file outside the project, or writes to a disk; None for others."""
    if command.elsewhere:
        return None
    words = [*overwritten(command)]
    behind = [(maker, it) for maker, it in linked(command, words, writes=True)]
    for it, word in (*((command, word) for word in words), *behind):
        path = it.path(word)
        if path is None:
            continue
        if DEVICE.match(path):
            return f"it writes over the device `{path}`; {ONLY_THE_USER}"
        if _is_lost(path, places) or (_empties(command) and not _is_free(path, places)):
            return f"it overwrites `{named(word)}`, which is outside the project; {ONLY_THE_USER}"
    return None


def overwritten(command: Command) -> Iterator[str]:
    """The words for the files that a command overwrites."""
    yield from command.writes
    name = command.name
    if name in ("cp", "mv", "install") or (name == "ln" and command.has("-f", "--force")):
        yield from () if command.has(*_KEEPS) else _arrived(command)
    elif name == "truncate" or (name == "tee" and not command.has("-a", "--append")):
        yield from command.operands
    elif name == "dd" or name in OUTPUTS:
        yield from told_outputs(command)
    elif name in IN_PLACE and any(map(IS_IN_PLACE.match, command.arguments)):
        yield from (it for it in command.operands if it.startswith(("/", "..", "~")))
    code = given_code(command)
    for found in _WRITTEN_BY_CODE.findall(code) if code is not None else ():
        yield next(filter(None, found))


def told_outputs(command: Command) -> list[str]:
    """The files that a program is told to write by an option, or by `of=`."""
    words = command.arguments
    if command.name == "dd":
        return [it[3:] for it in words if it.startswith("of=")]
    options = OUTPUTS[command.name]
    behind = [after for word, after in zip(words, words[1:]) if word in options]
    return behind + [it.partition("=")[2] for it in words if it.startswith(f"{options[1]}=")]


def _arrived(command: Command) -> list[str]:
    sources, target = sources_and_target(command)
    return arrivals(command, sources, target) if sources else []


def _is_free(path: str, places: Places) -> bool:
    return places.may_change(path) or _STREAMS.match(path) is not None


def _is_lost(path: str, places: Places) -> bool:
    """Whether a path is that of a file that is there, and neither in the project nor temporary."""
    if _is_free(path, places):
        return False
    inside = os.path.relpath(path, places.home)
    counts = any(fnmatchcase(inside, it) for it in _OF_HOME) or any(fnmatchcase(path, it) for it in _OF_MACHINE)
    return counts or (os.path.lexists(path) and not os.path.isdir(path))


def _empties(command: Command) -> bool:
    """Whether a command leaves nothing of the files that it writes."""
    return (
        command.name in ("truncate", ":")
        or (command.name in ("echo", "printf") and not "".join(command.operands).strip())
        or (command.name in ("cp", "cat") and "/dev/null" in command.operands)
        or (command.name == "tee" and command.reads == "/dev/null")
    )
