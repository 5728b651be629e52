"""What a shell command is made of, as values; every `start` and `end` is an index into the command's text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.shell.programs import WRAPPERS

HOME = "HOME"

_TILDE = late_pattern(r"~(?=/|\Z)")
_PATTERN = late_pattern(r"[*?\[\]{}]")
_PLACEHOLDER = late_pattern(r"\{\{|\}\}")
_VALUE_OR_DEFAULT = late_pattern(r"\$\{\w+:?[-=?][^{}`$]*\}\Z")


class PartKind(StrEnum):
    """What a part of a word is."""

    TEXT = "text"
    VARIABLE = "variable"
    COMMANDS = "the output of commands"
    OTHER = "what only a shell can tell"


class WordPart(Struct, frozen=True, gc=False):
    """A part of a word: its text without quotes and escapes, the name of a variable, or something else.

    `quote` is the mark that it is quoted with, a backslash for one character.  `plain` is a variable without an
    operator.  `inner` are the expansions inside of this one.
    """

    kind: PartKind
    text: str
    start: int
    end: int
    quote: str = ""
    plain: bool = True
    inner: tuple[WordPart, ...] = ()


class Word(Struct, frozen=True, gc=False):
    """A word as it is written; `quotes` are the extents of its quoted pieces, `open` the quote that is not closed."""

    text: str
    start: int
    end: int
    parts: tuple[WordPart, ...] = ()
    quotes: tuple[tuple[int, int], ...] = ()
    open: str = ""

    kind: ClassVar[str] = "word"

    @property
    def bare(self) -> str | None:
        """The word without quotes; None if it has expansions."""
        # Most have one part.
        text, parts = "", self.parts
        for it in parts:
            if it.kind is not PartKind.TEXT:
                return None
            text += it.text
        return text

    def expand(self, value: Callable[[str], str | None]) -> str | None:
        """What the word comes to with these values of variables; None if that cannot be told."""
        if self.open:
            return None
        found = [self._expanded(it, value) for it in self.parts]
        return None if None in found else "".join(it for it in found if it)

    def written(self, part: WordPart) -> str:
        """A part as it is written."""
        return self.text[part.start - self.start : part.end - self.start]

    def _expanded(self, part: WordPart, value: Callable[[str], str | None]) -> str | None:
        text = part.text
        if part.kind is PartKind.VARIABLE:
            return value(text) if part.plain or _VALUE_OR_DEFAULT.match(self.written(part)) else None
        if part.kind is not PartKind.TEXT or _PLACEHOLDER.search(text):
            return None
        # Outside of quotes, a backslash before a letter is part of a Windows path.
        if part.quote == "\\" and text.isalnum():
            return None
        if part.quote:
            return text
        if part.start == self.start and text.startswith("~"):
            tilde = _TILDE.match(text)
            home = value(HOME) if tilde and (len(text) > 1 or len(self.text) == 1) else None
            text = text[1:]
            return None if home is None or _PATTERN.search(text) else home + text
        return None if _PATTERN.search(text) else text


class Redirection(Struct, frozen=True):
    """A redirection, with the number before its operator; `text` is the target's, or the body of a heredoc.

    A heredoc's body begins at `body` and has the expansions in `parts`; `closed` is false if its last line is
    missing.
    """

    operator: str
    number: str
    target: Word
    text: str
    start: int
    end: int
    body: int = 0
    parts: tuple[WordPart, ...] = ()
    closed: bool = True

    @property
    def is_heredoc(self) -> bool:
        """Whether its text is a body."""
        return self.operator in ("<<", "<<-")

    @property
    def to_stderr(self) -> bool | None:
        """Whether stdout goes to stderr by it; None if it goes elsewhere."""
        if self.operator.startswith("<") or self.number == "2":
            return False
        if (self.operator == ">&" and self.text == "2") or self.text == "/dev/stderr":
            return True
        return None


class CommandKind(StrEnum):
    """What a command is by its first word."""

    SIMPLE = "a program, a function or a builtin with its arguments"
    TEST = "a condition between double brackets, or arithmetic"
    HEAD = "what begins a loop, a choice or a function"
    END = "the keyword or bracket that ends a compound command"


class Stage(Struct, frozen=True):
    """A place in a pipeline; both count from their first, pipelines from 1."""

    pipeline: int
    number: int


class Flow(Struct, frozen=True):
    """How a command is joined to those around it: by keywords, and by the operators before and after it.

    `subshells` are those that it runs in, by their numbers, outermost first.
    """

    keywords: tuple[str, ...] = ()
    before: str = ""
    after: str = ""
    subshells: tuple[int, ...] = ()
    stage: Stage | None = None


class Substitution(Struct, frozen=True):
    """Where the output of a command goes: into the words of another one, by its index, or into a variable's value."""

    command: int | None
    variable: str | None


class ShellCommand(Struct, frozen=True, dict=True):
    """A command: its words, the program first, and its redirections, behind its own those of the compounds around.

    `substitution` is there where the command is in one, however deep.
    """

    kind: CommandKind
    words: tuple[Word, ...]
    assignments: tuple[Word, ...]
    redirections: tuple[Redirection, ...]
    own_redirections: tuple[Redirection, ...]
    start: int
    end: int
    flow: Flow
    substitution: Substitution | None

    @cached_property
    def name(self) -> str:
        """The program without its folder; empty if only the shell can tell."""
        return (self.words[0].bare or "").rpartition("/")[2] if self.words and self.runs else ""

    @property
    def runs(self) -> bool:
        """Whether its first word is something that is run."""
        return self.kind is CommandKind.SIMPLE

    @property
    def is_test(self) -> bool:
        """Whether it asks whether something is so."""
        return self.kind is CommandKind.TEST or (bool(self.words) and self.words[0].text in ("[", "test"))

    @cached_property
    def arguments(self) -> tuple[str, ...]:
        """The words after the program, without quotes; those with expansions as they are written."""
        return tuple(it.text if it.bare is None else it.bare for it in self.words[1:])

    @cached_property
    def program(self) -> tuple[str, tuple[str, ...]]:
        """The program that runs in the end, behind `sudo` and its kin, and its arguments."""
        words = (self.name, *self.arguments)
        while (wrapper := WRAPPERS.get(words[0])) is not None and not wrapper.feeds:
            wrapped = wrapper.read(words[1:])
            behind = words[1 + wrapped.start :]
            if not behind or wrapper.joins or not wrapper.texts.isdisjoint(wrapped.options):
                break
            words = (behind[0].rpartition("/")[2], *behind[1:])
        return words[0], words[1:]

    @property
    def to_stderr(self) -> bool | None:
        """Whether its stdout goes to stderr; None if it goes to neither."""
        told = [it.to_stderr for it in self.redirections]
        return None if None in told else any(told)


class Context(StrEnum):
    """Where a variable is, as far as it matters to what the shell does with its value."""

    BARE = "bare"
    QUOTED = "inside double quotes"
    WHOLE = "where the shell does not split"


class Use(Struct, frozen=True):
    """A variable that is expanded: its name, the whole expansion, and what becomes of the value.

    `plain` is one without an operator, such as `$A` or `${A}`; `braces` tells the two apart.  `command` is the index
    of the command that it is in, `target` the assigned variable whose value it becomes part of.
    """

    name: str
    start: int
    end: int
    context: Context
    braces: bool
    plain: bool
    command: int
    target: str | None


class ShellFault(Struct, frozen=True):
    """Why the shell cannot parse the command."""

    message: str
    start: int
    end: int


class MarkKind(StrEnum):
    """What is between words."""

    OPERATOR = "operator"
    KEYWORD = "keyword"
    COMMENT = "comment"


class Mark(Struct, frozen=True, gc=False):
    """An operator, a keyword or a comment."""

    kind: MarkKind
    start: int
    end: int


class Shell(Struct, frozen=True, dict=True):
    """A command's text, parsed.  `assigned` are the variables that it sets itself, `functions` those it defines.

    `readable` is false if the text is not quite understood: what is said of it then is not to be relied on.
    `fault` is there only where a shell refuses the text for certain.  `fields` are expansions such as `${a.b}`, which
    every shell refuses when it comes to them.
    """

    commands: tuple[ShellCommand, ...] = ()
    uses: tuple[Use, ...] = ()
    marks: tuple[Mark, ...] = ()
    assigned: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    fields: tuple[WordPart, ...] = ()
    fault: ShellFault | None = None
    readable: bool = True

    @cached_property
    def sequence(self) -> tuple[ShellCommand, ...]:
        """The commands in their order, without those in substitutions."""
        return tuple(it for it in self.commands if it.substitution is None)

    @cached_property
    def names_used(self) -> Mapping[int, Sequence[str]]:
        """The variables that each command expands, by its index."""
        found: dict[int, list[str]] = {}
        for use in self.uses:
            found.setdefault(use.command, []).append(use.name)
        return found

    def pipeline(self, command: ShellCommand) -> tuple[ShellCommand, ...]:
        """The commands of the pipeline that one is in, in the order of the text; none if it is in none."""
        stage = command.flow.stage
        return self._pipelines.get(stage.pipeline, ()) if stage is not None else ()

    def feeding(self, command: ShellCommand) -> tuple[ShellCommand, ...]:
        """The commands of the stages before it in its pipeline."""
        return tuple(it for it in self.pipeline(command) if _number(it) < _number(command))

    def fed_by(self, command: ShellCommand) -> tuple[ShellCommand, ...]:
        """The commands of the stages behind it in its pipeline."""
        return tuple(it for it in self.pipeline(command) if _number(it) > _number(command))

    @cached_property
    def _pipelines(self) -> Mapping[int, tuple[ShellCommand, ...]]:
        found: dict[int, list[ShellCommand]] = {}
        for it in self.commands:
            if it.flow.stage is not None:
                found.setdefault(it.flow.stage.pipeline, []).append(it)
        return {number: tuple(every) for number, every in found.items()}

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is one command of words and variables only, which no shell refuses."""
        if self.fault or self.marks or len(self.commands) != 1:
            return False
        (command,) = self.commands
        return (
            command.runs
            and not command.assignments
            and all(_is_plain(it) for word in command.words for it in word.parts)
        )


def every_part(parts: tuple[WordPart, ...]) -> Iterator[WordPart]:
    """The parts with those inside of them, in order."""
    for it in parts:
        yield it
        yield from every_part(it.inner)


def _number(command: ShellCommand) -> int:
    return command.flow.stage.number if command.flow.stage is not None else 0


def _is_plain(part: WordPart) -> bool:
    return part.kind is PartKind.TEXT or (part.kind is PartKind.VARIABLE and part.plain)
