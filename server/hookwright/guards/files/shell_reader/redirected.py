"""Where the input of a command comes from, and where its output goes."""

from __future__ import annotations

from .tokens import UNKNOWN


class Redirected:
    """Where the input of a command comes from and its output goes to; the words of `Command`.

    `files` are the texts of files that the shell makes, and `variables` are those in a text that is given.
    """

    def __init__(self, stdin: str | None, files: dict[str, str]) -> None:
        self.stdin, self.files = stdin, files
        self.variables: frozenset[str] = frozenset()
        self.reads: str | None = None
        self.writes: list[str] = []
        self.appends: list[str] = []

    def add(self, operator: str, target: str) -> None:
        """Adds a redirection to or from a file or, behind `<<<`, from a text."""
        if operator == "<<<":
            self.stdin, self.reads = target + "\n", None
        elif operator in ("<", "<>"):
            # What a process substitution prints is not a file.
            self.stdin = self.files.get(target, UNKNOWN)
            self.reads = None if target.startswith("/dev/fd/") else target
            self.appends += [target] if operator == "<>" else []
        elif operator in (">>", "&>>"):
            self.appends.append(target)
        elif operator not in ("<&", ">&") or not (target.isdigit() or target == "-"):
            self.writes.append(target)
