"""What is in a shell command, for all of analysis, completion, matching and quoting: one parse, kept by its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from hookwright.patterns import late_pattern
from hookwright.shell.grammar import read_list
from hookwright.shell.reader import Ended, Misplaced, Reader
from hookwright.shell.scopes import Draft
from hookwright.shell.tokens import word_at
from hookwright.shell.tree import (
    CommandKind,
    Context,
    Flow,
    PartKind,
    Shell,
    ShellCommand,
    Substitution,
    Use,
    Word,
    WordPart,
    every_part,
)

LONGEST = 20_000
_LONG = 1000
_TEMPLATE = "{{"
_NAME = late_pattern(r"[A-Za-z_]\w*")
_ASSIGNMENT = late_pattern(r"([A-Za-z_]\w*)(?:\[.*\])?\+?=", re.DOTALL)
_ASSIGNED_NAME = late_pattern(r"([A-Za-z_]\w*)(?:(?:\[.*\])?\+?=|\Z)", re.DOTALL)
_FIELD = late_pattern(r"\$\{[A-Za-z_]\w*\.[\w.]+\}")
_DEFAULT = late_pattern(r"\$\{\w+:?=")
_DECLARING = frozenset({"declare", "typeset", "local", "export", "readonly"})
_SETS_ITS_ARGUMENTS = _DECLARING | {"read", "mapfile", "readarray", "getopts", "printf", "let", "unset"}
_LOOPS = frozenset({"for", "select"})


def read_shell(text: str) -> Shell:
    """What the command says; never raises, and runs nothing."""
    if len(text) > LONGEST or "\0" in text:
        return Shell(readable=False)
    return _remembered(text) if len(text) <= _LONG else _remembered_long(text)


def parse(text: str) -> Reader:
    """Reads a command from end to end, however long, finished or not."""
    r = Reader(text, read_list)
    try:
        read_list(r, frozenset())
    except Ended:
        pass
    except RecursionError:
        r.given_up = True
    return r


def word_of(text: str, start: int) -> Word:
    """The word that begins at a place, and ends at an unquoted blank or operator."""
    r = Reader(text, read_list, start)
    try:
        return word_at(r)
    except (Ended, Misplaced, RecursionError):
        return Word(text[start:], start, len(text), (WordPart(PartKind.OTHER, text[start:], start, len(text)),))


def shell_of(r: Reader) -> Shell:
    """What a reader has found."""
    drafts = sorted(r.drafts, key=lambda it: it.start)
    found = _Found(r, drafts)
    fault = r.fault if _TEMPLATE not in r.text else None
    return Shell(
        tuple(found.commands),
        tuple(sorted(found.uses, key=lambda it: it.start)),
        tuple(r.marks),
        frozenset(found.assigned),
        frozenset(r.functions),
        tuple(found.fields),
        fault,
        r.readable and r.fault is None and not r.given_up,
    )


def _read(text: str) -> Shell:
    return shell_of(parse(text))


# A keystroke changes one command of a file, and makes a new text; the others are judged again as they were.
_remembered = lru_cache(maxsize=4096)(_read)
# What is said of a command takes a hundred times its length: up to 2 MB of these.
_remembered_long = lru_cache(maxsize=16)(_read)


class _Found:
    """Turns drafts, in the order of the text, into commands and what is in them."""

    def __init__(self, r: Reader, drafts: Sequence[Draft]) -> None:
        self.text = r.text
        self.commands: list[ShellCommand] = []
        self.uses: list[Use] = []
        self.fields: list[WordPart] = []
        self.assigned: set[str] = set()
        # By where a substitution begins: the command in whose words it is, and the variable that its output goes to.
        self.owners: dict[int, Substitution] = {}
        for it in drafts:
            self._add(it)

    def _add(self, draft: Draft) -> None:
        index = len(self.commands)
        substitution = self.owners.get(draft.scope.start, Substitution(None, None)) if draft.scope.outer else None
        target = substitution.variable if substitution is not None else None
        words = draft.words or draft.assignments
        every = [*words, *(it.target for it in draft.redirections)] if not draft.words else words
        start, end = (every[0].start, every[-1].end) if every else (draft.start, draft.start)
        redirections = (*draft.redirections, *(it for outer in draft.ends for it in outer.redirections))
        flow = Flow(draft.keywords, draft.before, draft.after, draft.group, draft.stage)
        own = tuple(draft.redirections)
        command = ShellCommand(
            draft.kind, tuple(draft.words), tuple(draft.assignments), redirections, own, start, end, flow, substitution
        )
        self.commands.append(command)
        self._assign(command)
        for word, context, name in _contexts(command):
            self._parts(
                word.parts, index, context, name or target, inside=index if name is None and command.runs else None
            )
        for it in draft.redirections:
            whole = it.is_heredoc or it.operator == "<<<"
            parts = it.parts if it.is_heredoc else it.target.parts
            context = Context.WHOLE if whole else Context.BARE
            self._parts(parts, index, context, target, inside=index, in_body=it.is_heredoc)

    def _assign(self, command: ShellCommand) -> None:
        self.assigned.update(found[1] for it in command.assignments if (found := _ASSIGNMENT.match(it.text)))
        first = command.words[0].text if command.words else ""
        if command.name in _SETS_ITS_ARGUMENTS:
            names = (_ASSIGNED_NAME.match(it.text) for it in command.words[1:])
            self.assigned.update(it[1] for it in names if it)
        elif command.kind is CommandKind.HEAD and first in _LOOPS and len(command.words) > 1:
            self.assigned.add(command.words[1].text)

    def _parts(
        self,
        parts: Sequence[WordPart],
        index: int,
        context: Context,
        target: str | None,
        *,
        inside: int | None,
        in_body: bool = False,
    ) -> None:
        for it in every_part(tuple(parts)):
            if it.kind is PartKind.COMMANDS:
                self.owners[it.start] = Substitution(inside, target)
            elif it.kind is PartKind.VARIABLE and _NAME.fullmatch(it.text):
                here = Context.QUOTED if it.quote == '"' and not in_body else context
                braces = self.text.startswith("{", it.start + 1)
                self.uses.append(Use(it.text, it.start, it.end, here, braces, it.plain, index, target))
                if _DEFAULT.match(self.text, it.start):
                    self.assigned.add(it.text)
            elif it.kind is PartKind.OTHER and _FIELD.match(it.text):
                self.fields.append(it)


def _contexts(command: ShellCommand) -> Iterator[tuple[Word, Context, str | None]]:
    """The words, what becomes of the values in them, and the variable that they are assigned to."""
    for it in command.assignments:
        found = _ASSIGNMENT.match(it.text)
        yield it, Context.WHOLE, found[1] if found else None
    usual = Context.BARE if command.runs else Context.WHOLE
    declares = command.name in _DECLARING
    for it in command.words:
        found = _ASSIGNMENT.match(it.text) if declares else None
        yield it, Context.WHOLE if found else usual, found[1] if found else None
