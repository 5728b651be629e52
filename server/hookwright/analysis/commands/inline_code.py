"""Python and JavaScript inside of a shell command: behind `python3 -c` or `node -e`, or in a here-document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from hookwright.shell.code_words import code_word, has_code
from hookwright.shell.programs import INTERPRETERS, Interpreter, known_as
from hookwright.shell.tree import Shell, ShellCommand


class InlineCode(Struct, frozen=True, eq=False):
    """Code of a `language`, and the command that runs it; `start` and `end` are where the command's text has it.

    Where it is `on_stdin`, the interpreter reads the code from its standard input, so nothing else can come there.
    """

    language: str
    text: str
    command: ShellCommand
    start: int
    end: int
    on_stdin: bool = False

    def place_in(self, written: str, name: str) -> tuple[int, int] | None:
        """Where a name is in the command's text, of which the code is a part; None if quoting has changed it."""
        form = rf"(?<![\w.]){re.escape(name)}(?!\w)" if name.startswith(".") else rf"(?<!\w){re.escape(name)}(?!\w)"
        found = re.compile(form).search(written, self.start, self.end)
        return found.span() if found is not None else None


def inline_codes(shell: Shell) -> Iterator[InlineCode]:
    """Every such code whose text is in the command as it is."""
    for command in shell.commands:
        name, arguments = command.program if command.runs else ("", ())
        interpreter = INTERPRETERS.get(known_as(name)) if name else None
        if interpreter is None or not has_code(interpreter):
            continue
        words = command.words[len(command.words) - len(arguments) :]
        found = code_word(interpreter, words)
        if found is not None and found.bare is not None:
            yield InlineCode(interpreter.language, found.bare, command, found.start, found.end)
        elif found is None and (not words or words[0].text == "-"):
            yield from _here_documents(interpreter, command)


def _here_documents(interpreter: Interpreter, command: ShellCommand) -> Iterator[InlineCode]:
    for it in command.redirections:
        if it.is_heredoc and it.closed and not it.parts:
            end = it.body + len(it.text)
            yield InlineCode(interpreter.language, it.text, command, it.body, end, on_stdin=True)
