"""What is on the real file system, as far as rules may ask."""

from __future__ import annotations

import os.path
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RealDisk:
    """The file system of this machine, with the home directory that it is told."""

    home_folder: str

    def is_file(self, path: str) -> bool:
        """Whether a file is there; a path that no file can have is none."""
        try:
            return os.path.isfile(path)
        except ValueError:
            return False

    def home(self) -> str:
        """The user's home directory."""
        return self.home_folder
