"""The single commands that a shell command is made of, as far as that can be told without running a shell."""

from __future__ import annotations

import re

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=(?:'[^']*'|\"(?:[^\"\\]|\\.)*\"|\\.|[^\s'\"\\])*\s+", re.DOTALL)
_OPENERS = ("(", "{", "!")
_MOST_CHARACTERS = 200_000
_BREAK = re.compile(r"&&|\|\||\|&|;;|[;&|\n]")


def single_commands(command: str) -> tuple[str, ...] | None:
    """Every command in a list, pipeline or substitution, leading assignments taken off; None where it is unclear."""
    found: list[str] = []
    pending = [command]
    budget = _MOST_CHARACTERS
    while pending:
        text = pending.pop()
        # What is nested is read once more a level.
        budget -= len(text)
        read = _read(text, pending) if budget >= 0 else None
        if read is None:
            return None
        found += read
    return tuple(stripped for it in found if (stripped := _without_assignments(it)))


def _read(text: str, inner: list[str]) -> list[str] | None:
    """The commands of one level; the insides of its substitutions are added to `inner`."""
    commands, start, index, quote = [], 0, 0, ""
    while index < len(text):
        char = text[index]
        if quote == "'":
            quote = "" if char == "'" else quote
        elif char == "\\":
            index += 1
        elif char == "`" or text.startswith("$(", index):
            end = _substitution_end(text, index)
            if end is None:
                return None
            inner.append(text[index + (1 if char == "`" else 2) : end])
            index = end
        elif char in "'\"":
            quote = char if not quote else "" if char == quote else quote
        elif text.startswith("<<", index) and not quote:
            return None
        elif not quote and (found := _BREAK.match(text, index)) and not _is_redirection(text, index):
            commands.append(text[start:index])
            start = found.end()
            index = start - 1
        index += 1
    return None if quote else [*commands, text[start:]]


def _substitution_end(text: str, index: int) -> int | None:
    """Where the substitution that begins at `index` is closed."""
    if text[index] == "`":
        end = text.find("`", index + 1)
        return end if end > 0 else None
    depth, quote = 0, ""
    index += 1
    while index < len(text):
        char = text[index]
        if char == "\\" and quote != "'":
            index += 1
        elif char in "'\"":
            quote = char if not quote else "" if char == quote else quote
        elif not quote and char in "()":
            depth += 1 if char == "(" else -1
            if depth == 0:
                return index
        index += 1
    return None


def _is_redirection(text: str, index: int) -> bool:
    return text[index] == "&" and (text[index - 1 : index] in ("<", ">") or text[index + 1 : index + 2] == ">")


def _without_assignments(command: str) -> str:
    command = command.strip()
    if command.startswith(_OPENERS):
        command = command.lstrip("({! \t").rstrip(")} \t")
    while found := _ASSIGNMENT.match(command):
        command = command[found.end() :]
    return command
