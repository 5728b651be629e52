"""What a reading of a command has found so far, and where the reading is."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, field

from hookwright.paths import is_in, named_by
from hookwright.shell.programs import INTERPRETERS, WRAPPERS, Interpreter

_MOST_FILES = 400
_MOST_BYTES = 8 * 1024 * 1024


class Reach(Struct, frozen=True):
    """`files` are absolute paths, those too that are not there yet; `programs` are the paths of those on the PATH.

    `unread` names what may run anything else; `deeper` the same inside of the files, and what loads files that were not
    read.
    """

    files: tuple[str, ...] = ()
    programs: tuple[tuple[str, str | None], ...] = ()
    unread: tuple[str, ...] = ()
    deeper: tuple[str, ...] = ()


def together(found: Sequence[Reach]) -> Reach:
    """All of them, each thing once."""
    return Reach(
        tuple(dict.fromkeys(it for each in found for it in each.files)),
        tuple(dict.fromkeys(it for each in found for it in each.programs)),
        tuple(dict.fromkeys(it for each in found for it in each.unread)),
        tuple(dict.fromkeys(it for each in found for it in each.deeper)),
    )


class Surroundings(Struct, frozen=True):
    """Where a command would run: its folder, its project, all variables, and how a program is found on the PATH."""

    folder: str
    project: str
    variables: Mapping[str, str]
    program: Callable[[str], str | None]


class Pending(Struct, frozen=True):
    """A file that is still to be read: as a script of that language, else of the one that it says itself.

    `folder` is the one that it is run in, None if that cannot be told; `depth` counts the scripts around it.
    """

    path: str
    language: str | None
    folder: str | None
    depth: int


class Found(Struct):
    """What has been found so far; `run` are those of the files that are run, `written` what the command writes.

    A file is read once for each language and folder that it is run with, as it may reach something else with each.
    `given` take in the arguments of scripts, which count where not all is known: where something was not read, or not
    `is_certain`, as it was read by what its text looks like.  `left` are the bytes of scripts that may still be read.
    """

    around: Surroundings
    files: dict[str, None] = field(default_factory=dict)
    pending: deque[Pending] = field(default_factory=deque)
    run: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    programs: dict[str, str | None] = field(default_factory=dict)
    unread: dict[str, None] = field(default_factory=dict)
    deeper: dict[str, None] = field(default_factory=dict)
    given: list[Callable[[], None]] = field(default_factory=list)
    left: int = _MOST_BYTES
    is_certain: bool = True
    _seen: set[tuple[str, str | None, str | None]] = field(default_factory=set)

    def add(self, it: Pending) -> None:
        """Notes a file, which is read later unless it has been."""
        key = it.path, it.language, it.folder
        if key in self._seen:
            return
        if len(self._seen) >= _MOST_FILES:
            self.unread[f"more than {_MOST_FILES} files"] = None
            return
        self._seen.add(key)
        self.files[it.path] = None
        self.pending.append(it)

    @property
    def all_is_known(self) -> bool:
        """Whether everything was read so far, and nothing of it by what its text looks like only."""
        return self.is_certain and not self.unread and not self.deeper and self.run.isdisjoint(self.written)

    def stands_for(self, name: str) -> bool:
        """Whether there is a program of that name, or one that is known."""
        return name in INTERPRETERS or name in WRAPPERS or self.around.program(name) is not None

    def reach(self) -> Reach:
        """All of it."""
        # What is written first is run as nobody has seen it.
        own = [f"`{it}`, which it writes itself" for it in sorted(self.run) if it in self.written]
        return Reach(tuple(self.files), tuple(self.programs.items()), (*self.unread, *own), tuple(self.deeper))


Stdin = Callable[[Interpreter | None, str], None]
"""Reads what a program of that name is given on its standard input."""


class Position(Struct, frozen=True):
    """Where the reading is: the folder that a command runs in, if known, and the script that it is in, if any.

    `depth` counts the scripts around it.  `stdin` is None if the standard input is the hook's.
    """

    found: Found
    folder: str | None
    depth: int = 0
    script: str | None = None
    stdin: Stdin | None = None

    def cannot_tell(self, what: str) -> None:
        """Notes what was not read; scripts are agreed to as they are, so inside of them it is only said."""
        noted = self.found.deeper if self.depth else self.found.unread
        noted[what] = None

    def also_loads(self, what: str) -> None:
        """Notes what loads files that were not read, and that the user agrees to as it is."""
        self.found.deeper[what] = None

    def path(self, word: str | None) -> str | None:
        """The path that a word names."""
        path = named_by(word, self.folder) if word else None
        if path is None or word is None or ".." not in word.split("/"):
            return path
        # The system goes through links on the way up, a path that is only shortened does not.
        followed = os.path.realpath(os.path.join(self.folder or "", word))
        return path if followed == os.path.realpath(path) else followed

    def is_of_project(self, path: str) -> bool:
        """Whether a path, or what it leads to by links, is in the project."""
        project = self.found.around.project
        return is_in(path, project) or is_in(os.path.realpath(path), os.path.realpath(project))

    def add_files(self, paths: Iterable[str], kind: Interpreter | None = None, *, run: bool = True) -> None:
        """Takes in files, which are read later for what they run or load themselves, as what `kind` runs."""
        for path in paths:
            if run:
                self.found.run.add(path)
            self.found.add(Pending(path, None if kind is None else kind.language, self.folder, self.depth + 1))
