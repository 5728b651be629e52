"""Refuses to delete or overwrite what is outside the project, the project itself, its `.git`, and whole disks.

It also refuses to stop the machine, and fork bombs.  Files and folders inside the project may be deleted, and so may
temporary ones.  Where a path cannot be told, such as `rm -rf "$DIR"`, the command is refused.  It cannot stop programs
that delete by themselves: a script that the agent has written before, or a `make clean`.
"""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase

from shell_reader import UNKNOWN, Command, given_code

from .other_code import reason_in_code
from .places import Places, arrivals, is_below
from .saying import ONLY_THE_USER, named, shown
from .searches import EXECUTES, FINDERS, feeds_project, finds_git, is_inside, is_narrow, starts
from .subcommands import matching, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_DELETERS = frozenset("rm rmdir unlink shred trash srm rimraf del-cli".split())
_OF_POWERSHELL = frozenset("remove-item ri del erase rd".split())
_OVERWRITERS = frozenset("mkfs wipefs fdisk sfdisk sgdisk parted blkdiscard mkswap diskutil format-volume".split())
_DELETES_WHOLE = table(
    """
    lvremove
    vgremove
    pvremove
    zfs destroy
    zpool destroy
    btrfs subvolume delete
    cryptsetup luksFormat
    cryptsetup erase
    userdel -r
    userdel --remove
    deluser --remove-home
    crontab -r
    """
)
_STOPS_MACHINE = table(
    """
    shutdown
    reboot
    poweroff
    halt
    init 0
    init 6
    telinit 0
    telinit 6
    systemctl poweroff
    systemctl reboot
    systemctl halt
    systemctl kexec
    systemctl start poweroff.target
    systemctl start reboot.target
    systemctl isolate poweroff.target
    systemctl isolate reboot.target
    Stop-Computer
    Restart-Computer
    """
)
_MODES = frozenset("chmod chown chgrp setfacl".split())
_RECURSIVE = ("-r", "-R", "--recursive")
_DEVICE = re.compile(r"/dev/(?!null\b|zero\b|stdout\b|stderr\b|stdin\b|tty\b|fd/|shm/|random\b|urandom\b|full\b)")
_OF_DRIVE = re.compile(r"[A-Za-z]:\Z")
_FORKS = re.compile(r"\bfork\b(?:\(\))?\s+while\b|\bwhile\s*\(?(?:True|1|true)\)?\s*[:{][^;}]{0,12}\bfork\b")
# What stands for all that is in a folder, such as `*`, `./*` or `.[!.]*`.
_EVERYTHING = re.compile(r"(?:\./)*(?:[.*?]|\[[^]]*\])*/?\Z")


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    name = command.name
    if _is_deleter(name) or UNKNOWN in name:
        return _deletes(command, places)
    if name in FINDERS:
        return _finds(command, places)
    if name.partition(".")[0].lower() in _OVERWRITERS:
        return f"`{name}` overwrites a disk; {ONLY_THE_USER}"
    found = matching(command, _DELETES_WHOLE)
    formats = name.lower() in ("format", "format.com") and any(map(_OF_DRIVE.match, command.arguments))
    if found is not None or formats:
        return f"`{shown(command)}` deletes what cannot be restored; {ONLY_THE_USER}"
    if name == "mv":
        return _moves(command, places)
    if name == "tar" and command.has("--remove-files"):
        return _outside(command, [it for it in command.arguments if it[:1] in "/~."], places, "`tar` deletes")
    if name in _MODES and command.has(*_RECURSIVE):
        return _changes_modes(command, places)
    if name == "rsync" and any(it.startswith(("--del", "--remove-source")) for it in command.options):
        return _outside(command, command.operands[-1:], places, "`rsync --delete` deletes files in")
    return _overwrites(command, places) or reason_in_code(command, places) or _stops_machine(command)


def _stops_machine(command: Command) -> str | None:
    """Why the machine may not be turned off or started again, or be brought to a stop by a fork bomb."""
    if _starts_itself(command):
        return f"`{command.name}` starts itself again and again, until the machine stops; {ONLY_THE_USER}"
    only_says = command.has("--help", "--version", "--show") or (command.name == "shutdown" and command.has("-c"))
    if only_says or command.elsewhere or matching(command, _STOPS_MACHINE) is None:
        return None
    return f"`{shown(command)}` stops the machine, and all programs on it; {ONLY_THE_USER}"


def _starts_itself(command: Command) -> bool:
    """Whether a function pipes into itself, or code forks in a loop."""
    code = given_code(command)
    into_itself = command.source is not None and command.source.words == command.words == [command.name]
    return into_itself or (code is not None and _FORKS.search(code) is not None)


def _is_deleter(name: str) -> bool:
    return name in _DELETERS or name.lower() in _OF_POWERSHELL


def _deletes(command: Command, places: Places) -> str | None:
    sure = _is_deleter(command.name)
    recursive = command.has(*_RECURSIVE) or command.name == "rimraf"
    if not sure and not recursive:
        return None
    words = command.operands
    if command.fed:
        source = command.source
        # What a search runs gets what is below the place where it begins, and that is judged with the search.
        searched = source is not None and bool(EXECUTES.intersection(source.arguments))
        if not searched and not feeds_project(source, places, recursive=recursive):
            return f"only a run can tell what `{shown(command)}` deletes; name the paths"
        words = [it for it in words if it != UNKNOWN]
    if not words and command.name.lower() in _OF_POWERSHELL and command.source is not None:
        words = command.source.operands
    return _outside(command, words, places, "it deletes", recursive=recursive)


def _outside(command: Command, words: list[str], places: Places, what: str, *, recursive: bool = True) -> str | None:
    """Why the paths may not be deleted."""
    reasons = (_why_not(command, it, places, what, recursive=recursive) for it in words)
    moved = (_why_not(move, it, places, what, recursive=recursive) for move, it in _moved(command, words))
    return next((it for it in (*reasons, *moved) if it is not None), None)


def _moved(command: Command, words: list[str]) -> Iterator[tuple[Command, str]]:
    """What earlier commands have moved to the paths: each with the word for the place where it was."""
    moves = [it for it in command.earlier if it.name == "mv" and not it.elsewhere]
    paths = [path for path in map(command.path, words) if path is not None] if moves else []
    for move in moves:
        *sources, target = move.operands or [""]
        for word in sources:
            for now in arrivals(move, [word], target):
                if any(is_below(now, it, itself=True) or is_below(it, now) for it in paths):
                    yield move, word


def _why_not(command: Command, word: str, places: Places, what: str, *, recursive: bool) -> str | None:
    if command.elsewhere:
        unsafe = recursive and (word.startswith("/") or UNKNOWN in word) and not word.startswith(("/tmp/", "/var/tmp/"))
        return f"{what} `{named(word)}` on another machine or in a container; {ONLY_THE_USER}" if unsafe else None
    path = _path(command, word, places)
    if path is None:
        unsafe = recursive or word.startswith("/")
        return f"only a run can tell which path `{named(word)}` is; write it out" if unsafe else None
    if path == places.project or (recursive and _is_everything(word, path, places)):
        return f"{what} the whole project; delete single files or folders of it"
    if is_below(places.project, path):
        return f"{what} `{path}`, and the project in it; {ONLY_THE_USER}"
    git = os.path.join(places.project, ".git")
    if is_below(path, git, itself=True) or (os.path.basename(path)[:1] == "." and fnmatchcase(git, path)):
        return f"{what} the history of the project (`{named(word)}`); {ONLY_THE_USER}"
    if not places.may_change(path):
        return f"{what} `{named(word)}`, which is outside the project; {ONLY_THE_USER}"
    return None


def _is_everything(word: str, path: str, places: Places) -> bool:
    """Whether a path is a pattern for all that is in the project, or in a folder that the project is in."""
    is_around = is_below(places.project, os.path.dirname(path), itself=True)
    return is_around and _EVERYTHING.match(os.path.basename(word.rstrip("/"))) is not None


def _path(command: Command, word: str, places: Places) -> str | None:
    """The path of a word, as far as its beginning tells: what a variable adds below a temporary folder is fine."""
    known = word.partition(UNKNOWN)[0]
    if known == word:
        return command.path(word)
    folder = command.path(os.path.dirname(known)) if "/" in known and ".." not in word else None
    if folder is None:
        return None
    inside = folder + "/x"
    return inside if places.is_temporary(folder) and places.is_temporary(inside) else None


def _finds(command: Command, places: Places) -> str | None:
    fed = (command.stdin or "").split() if command.fed else []
    words = [*command.arguments, *fed]
    runs = [words[at + 1].rpartition("/")[2] for at, it in enumerate(words[:-1]) if it in EXECUTES]
    # A shell may run anything, and what it runs is read by itself, but not where the search begins.
    deletes = "-delete" in words or any(_is_deleter(it) for it in runs)
    if not deletes:
        return None
    for start in starts(command):
        path = None if command.elsewhere else command.path(start)
        if path is None or not is_inside(path, places):
            return f"`{command.name}` deletes files in `{named(start)}`, which is outside the project; {ONLY_THE_USER}"
        is_git = is_below(path, os.path.join(places.project, ".git"), itself=True)
        if is_git or (finds_git(command) and not places.is_temporary(path)):
            return f"`{command.name}` deletes the history of the project (`{named(start)}`); {ONLY_THE_USER}"
        if path == places.project and not is_narrow(command):
            return "it deletes every file of the project; name those that you mean, with `-name`"
    return None


def _moves(command: Command, places: Places) -> str | None:
    *sources, target = command.operands or [""]
    if target.startswith("/dev/null"):
        return f"`mv` to `/dev/null` destroys what is moved; {ONLY_THE_USER}"
    tops = ("/", places.home, places.project)
    for word in sources:
        path = None if command.elsewhere else command.path(word)
        whole = path is not None and "*" in word and os.path.dirname(path) in tops[:2]
        of_system = path is not None and os.path.dirname(path) == "/" and path not in places.temporary
        if path in tops or whole or of_system:
            return f"it moves `{named(word)}` away; {ONLY_THE_USER}"
    return None


def _changes_modes(command: Command, places: Places) -> str | None:
    for word in command.operands[1:] or command.operands:
        path = None if command.elsewhere else command.path(word)
        if path is not None and not is_inside(path, places):
            return f"`{command.name} -R` changes `{named(word)}`, which is outside the project; {ONLY_THE_USER}"
    return None


def _overwrites(command: Command, places: Places) -> str | None:
    """Output that goes to a disk, and what empties a file outside the project."""
    empties = (
        command.name in ("truncate", ":")
        or (command.name in ("echo", "printf") and not "".join(command.operands).strip())
        or (command.name in ("cp", "cat") and "/dev/null" in command.operands)
        or (command.name == "tee" and command.reads == "/dev/null")
    )
    for word in _targets(command):
        path = None if command.elsewhere else command.path(word)
        if path is None:
            continue
        if _DEVICE.match(path):
            return f"it writes over the device `{path}`; {ONLY_THE_USER}"
        if empties and not path.startswith("/dev/") and not places.may_change(path):
            return f"it empties `{named(word)}`, which is outside the project; {ONLY_THE_USER}"
    return None


def _targets(command: Command) -> list[str]:
    targets = [*command.writes]
    if command.name in ("tee", "truncate"):
        targets += command.operands
    elif command.name == "cp":
        targets += command.operands[-1:]
    elif command.name == "dd":
        targets += [it[3:] for it in command.arguments if it.startswith("of=")]
    return targets
