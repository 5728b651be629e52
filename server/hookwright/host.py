"""What is known of the machine: the user's environment and home folder, and where programs are."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct


class Host(Struct, frozen=True):
    """The environment that hooks inherit, and the user's home folder, empty if no user's files are to be found.

    `cage` are the words that go before every command; `moved` is a folder and the one that hooks are given paths into
    instead; `temp` is where files for hooks are put, None for the machine's own place.
    """

    environ: Mapping[str, str]
    home: str
    cage: tuple[str, ...] = ()
    moved: tuple[str, str] | None = None
    temp: str | None = None

    @classmethod
    def real(cls, home: str | None = None) -> Host:
        """The machine as this process sees it now, with another home folder where one is given."""
        return cls(dict(os.environ), home or os.path.expanduser("~"))

    @property
    def user(self) -> str:
        """The user's name as the environment has it, else the home folder's; empty if neither has it."""
        said = (self.environ.get(it) for it in ("USER", "LOGNAME", "USERNAME"))
        return next(filter(None, said), os.path.basename(self.home))

    def led(self, path: str) -> str:
        """Where a path leads: into the copy, if it is one of the workspace that was moved."""
        old, new = self.moved or ("", "")
        inside = self.moved is not None and (path == old or path.startswith(old + os.sep))
        return new + path[len(old) :] if inside else path

    def program(self, name: str) -> str | None:
        """The path of a program on the host's PATH, None if it is not there."""
        try:
            return _program(name, self.environ.get("PATH", os.defpath))
        except FileNotFoundError:
            return None


NOBODY = Host({}, "")
"""No machine and no user: only what lies in the project."""


@lru_cache(maxsize=256)
def _program(name: str, path: str) -> str:
    import shutil

    # Raising keeps a miss out of the cache: the program may be installed later.
    found = shutil.which(name, path=path)
    if found is None:
        raise FileNotFoundError(name)
    return found
