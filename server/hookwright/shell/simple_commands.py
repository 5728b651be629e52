"""The simple commands of a shell command, in order: their words, their redirections, and what stands around them.

It goes by operators and keywords alone, and is for what follows a command from one place to the next: the scripts that
it runs and the folders that it enters, what a branch prints before it exits.  It also reads texts that are unfinished
or templates.  What is in one command, its variables above all, is told by `shell.parse`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hookwright.shell.words import Word, shell_words

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=")
_BEFORE_COMMANDS = frozenset(
    {"if", "then", "else", "elif", "fi", "while", "until", "do", "done", "esac", "!", "{", "}", "time"}
)
_NO_COMMANDS = frozenset({"for", "case", "select", "function", "coproc", "[["})


@dataclass(slots=True)
class SimpleCommand:
    """One command with its arguments; the words of assignments and keywords before it are left out.

    `before` and `after` are the operators around it, `keywords` what stands before it, such as `then`; `group` tells
    in which subshells it runs, outermost first.
    """

    group: tuple[int, ...]
    before: str
    after: str = ""
    words: list[Word] = field(default_factory=list)
    targets: list[Word] = field(default_factory=list)
    assigned: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)

    @property
    def is_test(self) -> bool:
        """Whether it asks whether something is so."""
        return bool(self.words) and self.words[0].raw in ("[", "[[", "test")

    @property
    def runs(self) -> bool:
        """Whether its first word is something that is run."""
        return bool(self.words) and self.words[0].raw not in _NO_COMMANDS


def simple_commands(command: str) -> tuple[SimpleCommand, ...]:
    """Every simple command of a text, those inside substitutions left out; never raises."""
    found: list[SimpleCommand] = []
    group: list[int] = []
    groups = 0
    current = SimpleCommand((), "")
    redirection = ""
    for token in shell_words(command):
        if isinstance(token, Word):
            _add(current, token, redirection)
            redirection = ""
        elif token.redirects:
            redirection = token.text
        else:
            current.after = token.text
            found.append(current)
            if token.text == "(":
                groups += 1
                group.append(groups)
            elif token.text == ")" and group:
                group.pop()
            current = SimpleCommand(tuple(group), token.text)
    return tuple(it for it in (*found, current) if it.words or it.targets or it.assigned or it.keywords)


def _add(command: SimpleCommand, word: Word, redirection: str) -> None:
    if redirection:
        if not redirection.startswith("<<"):
            command.targets.append(word)
    elif command.words:
        command.words.append(word)
        if command.words[0].raw in ("export", "local", "readonly", "declare", "read", "for"):
            command.assigned.append(_assigned(word) or word.raw)
    elif assigned := _assigned(word):
        command.assigned.append(assigned)
    elif word.raw in _BEFORE_COMMANDS:
        command.keywords.append(word.raw)
    else:
        command.words.append(word)


def _assigned(word: Word) -> str | None:
    found = _ASSIGNMENT.match(word.raw)
    return found[1] if found else None
