"""The disk of a spec: the real one, where what a fix creates outside of the spec's own folders is kept apart."""

from __future__ import annotations

import os.path
from dataclasses import dataclass
from pathlib import Path

from hookwright.analysis.disk import RealDisk


@dataclass(frozen=True, slots=True)
class SpecDisk:
    """Specs name scripts such as `/opt/tools/check`; `elsewhere` is the folder that has those that a fix created."""

    real: RealDisk
    elsewhere: Path

    def is_file(self, path: str) -> bool:
        return self.real.is_file(self._found(path))

    def is_executable(self, path: str) -> bool:
        return self.real.is_executable(self._found(path))

    def first_line(self, path: str) -> str | None:
        return self.real.first_line(self._found(path))

    def text(self, path: str) -> str | None:
        return self.real.text(self._found(path))

    def in_git_index(self, index: str, name: str) -> bool | None:
        return self.real.in_git_index(index, name)

    def is_open_to_all(self, path: str) -> bool:
        return self.real.is_open_to_all(self._found(path))

    def home(self) -> str:
        return self.real.home()

    def has_program(self, name: str) -> bool:
        return self.real.has_program(name)

    def _found(self, path: str) -> str:
        created = f"{self.elsewhere}{path}"
        return created if os.path.isabs(path) and self.real.is_file(created) else path
