"""Where ShellCheck and the shells are, and what they say of commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from hookwright.analysis.shell_lint import Remark, ShellText, arguments, read_remarks
from hookwright.analysis.shell_refusal import SHELLS, read_refusal
from hookwright.shell.tree import Fault
from hookwright.workflows.answers import Answers, find_program, told

_NAME = "shellcheck"
_Said = TypeVar("_Said")


class ShellCheck(Answers[Remark]):
    """What ShellCheck remarks on commands."""

    def __init__(self, program: str) -> None:
        super().__init__()
        self._program = program

    async def ask(self, command: ShellText) -> tuple[Remark, ...]:
        """The remarks on a command."""
        finished = await told((self._program, *arguments(command.shell)), command.text)
        return read_remarks(finished.stdout, command.text)


class Shells(Answers[Fault]):
    """Why the shells themselves refuse commands, each asked with `-n`, which runs nothing; by the shell's name."""

    def __init__(self, programs: Mapping[str, str]) -> None:
        super().__init__()
        self.programs = programs

    async def ask(self, command: ShellText) -> tuple[Fault, ...]:
        """The first fault of a command."""
        finished = await told((self.programs[command.shell], "-n"), command.text)
        return read_refusal(finished.exit_code, finished.stderr, command)


class Experts:
    """Who is there to be asked; either may be missing, and it is false where both are."""

    def __init__(self, shellcheck: ShellCheck | None = None, shells: Shells | None = None) -> None:
        self.shellcheck = shellcheck
        self.shells = shells

    def __bool__(self) -> bool:
        return self.shellcheck is not None or self.shells is not None


def find_experts(search_path: str, folders: Iterable[str] = ()) -> Experts:
    """ShellCheck and the shells on the search path, none of them from inside the folders."""
    folders = tuple(folders)
    program = find_program(_NAME, search_path, folders)
    found = {it: path for it in SHELLS if (path := find_program(it, search_path, folders))}
    return Experts(ShellCheck(program) if program else None, Shells(found) if found else None)


class Asked:
    """What one judgement asks; `missing` and `unread` are the commands that ShellCheck, and shells, are to be asked."""

    def __init__(self, experts: Experts) -> None:
        self._experts = experts
        self.missing: list[ShellText] = []
        self.unread: list[ShellText] = []

    def remarks(self, command: ShellText) -> tuple[Remark, ...]:
        """What ShellCheck remarks on a command, nothing where that is not known yet."""
        return _known(self._experts.shellcheck, command, self.missing)

    def refusal(self, command: ShellText) -> Fault | None:
        """Why the shell itself refuses a command; None where it does not, or where that is not known yet."""
        shells = self._experts.shells
        found = _known(shells if shells and command.shell in shells.programs else None, command, self.unread)
        return found[0] if found else None

    @property
    def misses(self) -> bool:
        """Whether there is anything left to be asked."""
        return bool(self.missing or self.unread)

    async def learn(self) -> bool:
        """Asks what is left, the shells first, and tells whether anything is said of any command."""
        said = [await it.learn(left) for it, left in self._left()]
        return any(said)

    def _left(self) -> Iterable[tuple[Answers[Fault] | Answers[Remark], list[ShellText]]]:
        if self._experts.shells is not None:
            yield self._experts.shells, self.unread
        if self._experts.shellcheck is not None:
            yield self._experts.shellcheck, self.missing


def _known(expert: Answers[_Said] | None, command: ShellText, missing: list[ShellText]) -> tuple[_Said, ...]:
    """What the expert says; the command is noted as missing where that is not known."""
    found = expert.known(command) if expert is not None else ()
    if found is None:
        missing.append(command)
    return found or ()
