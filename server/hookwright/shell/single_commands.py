"""The single commands that a shell command is made of, as Claude Code tells them without running a shell."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct, field

from hookwright.patterns import late_pattern
from hookwright.shell.parse import parse, shell_of
from hookwright.shell.tree import CommandKind, MarkKind, PartKind, Redirection, Shell, ShellCommand, Word, WordPart

_LONGEST = 10_000
# Blanks that no shell splits at, what is not seen at all, and a line that goes on in the middle of a word.
_ODD = late_pattern(
    r"[\x00-\x08\x0b-\x1f\x7f\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]|\S\\\n|(?<!\\)\\\Z"
    r"|(?:&&|\|\|)\s*#"
)
_BRACES = late_pattern(r"\{[^{}]*(?:,|\.\.)[^{}]*\}")
_SUM = late_pattern(r"\$\(\([\d\s()*/%+-]*\)\)")
_ASSIGNED = late_pattern(r"([A-Za-z_]\w*)\+?=(.*)", re.DOTALL)
_GROUPS = frozenset({"{", "}", "case", "esac", "select", "function"})
_DECLARING = frozenset({"declare", "typeset", "local", "export", "readonly"})
# What runs or sets something by its arguments, so that they have to be known.
_NEED_ARGUMENTS = _DECLARING | {"xargs", "time", "timeout", "test", "[", "eval", "env", "nohup", "nice", "sudo", "exec"}
_UNKNOWN = "…"


class Singles(Struct, frozen=True):
    """The commands, without quotes, assignments and redirections.

    `unsure`: some of their arguments are known only when the shell runs them.
    """

    texts: tuple[str, ...]
    unsure: bool = False


class _TooComplex(Exception):
    pass


@lru_cache(maxsize=64)
def single_commands(command: str) -> Singles | None:
    """Every command in a list, pipeline, substitution, loop or condition; None if it is too complex.

    What `xargs` without options runs is one too.  Too complex are groups in braces, functions, heredocs that the shell
    fills in, and words that only the shell can tell, and what no shell can parse.
    """
    if len(command) > _LONGEST or _ODD.search(command):
        return None
    reader = parse(command)
    if reader.given_up:
        return None
    if reader.fault is not None:
        return Singles((command.strip(),)) if _ends_in_quote(shell_of(reader)) else None
    try:
        return _Told(command, shell_of(reader)).singles()
    except _TooComplex:
        return None


def _ends_in_quote(shell: Shell) -> bool:
    words = shell.commands[-1].words if shell.commands else ()
    return bool(words) and words[-1].open == "'"


class _Told(Struct):
    """What is told of one text."""

    text: str
    shell: Shell
    known: dict[str, str] = field(default_factory=lambda: {"HOME": _UNKNOWN})
    unsure: bool = False

    def singles(self) -> Singles:
        if any(it.kind is MarkKind.KEYWORD and self.text[it.start : it.end] in _GROUPS for it in self.shell.marks):
            raise _TooComplex
        kept = {id(it): self._literal(it) for it in self.shell.commands}
        texts = tuple(it for one in self.shell.commands if not kept[id(one)] for it in self._of(one))
        if self.unsure and not self._is_plain():
            raise _TooComplex
        return Singles(texts, self.unsure)

    def _is_plain(self) -> bool:
        """Whether all is one command, beside those whose output its arguments are."""
        first, *others = self.shell.sequence
        if others or not first.words or first.words[0].text != first.words[0].bare:
            return False
        return not (first.flow.keywords or first.assignments or first.redirections or first.name in _NEED_ARGUMENTS)

    def _literal(self, command: ShellCommand) -> bool:
        """Whether it is a `cat` in a substitution that gives a heredoc as it is written."""
        own = command.own_redirections
        return (
            command.substitution is not None
            and command.name == "cat"
            and len(command.words) == len(own) == 1
            and own[0].is_heredoc
        )

    def _of(self, command: ShellCommand) -> list[str]:
        for it in command.own_redirections:
            self._check(it)
        if command.kind is CommandKind.END:
            if command.own_redirections:
                raise _TooComplex
            return []
        if command.kind is CommandKind.HEAD:
            if not command.words or command.words[0].text != "for":
                raise _TooComplex
            return []
        self._assign(command)
        return self._run(command) if command.words else []

    def _run(self, command: ShellCommand) -> list[str]:
        tests = command.kind is CommandKind.TEST or command.words[0].text == "["
        declares = command.name in _DECLARING
        words = [self._word(it, first=place == 0, value=declares) for place, it in enumerate(command.words)]
        if tests:
            if self.unsure or None in words:
                raise _TooComplex
            words = ["[[", *words[1:-1]]
        text = " ".join(it for it in words if it is not None)
        prefixes = [it for it in command.flow.keywords if it in ("time", "coproc")]
        found = [" ".join((*prefixes, text))]
        if command.words[0].bare == "xargs" and len(words) > 1 and not command.words[1].text.startswith("-"):
            found.append(" ".join(it for it in words[1:] if it is not None))
        return found

    def _check(self, redirection: Redirection) -> None:
        target = redirection.target
        if redirection.is_heredoc:
            rest = self.text[target.end :].partition("\n")[0]
            if target.text == target.bare or rest.strip():
                raise _TooComplex
        elif target.bare is None:
            raise _TooComplex

    def _assign(self, command: ShellCommand) -> None:
        if len(command.assignments) > 1 and not command.words:
            raise _TooComplex
        for it in command.assignments:
            found = _ASSIGNED.match(it.text)
            if found is None or found[2].startswith(("(", "~")):
                raise _TooComplex
            value = self._word(it, value=True)
            if not command.words and value is not None and _UNKNOWN not in value:
                self.known[found[1]] = value.partition("=")[2]

    def _word(self, word: Word, *, first: bool = False, value: bool = False) -> str | None:
        """The word without quotes; None if only the shell can tell what it is."""
        found = [self._part(word, it, first=first, value=value) for it in word.parts]
        if None not in found:
            return "".join(it for it in found if it is not None)
        if first or (word.text.startswith(('"$', "'")) and len(word.parts) > 1):
            raise _TooComplex
        self.unsure = True
        return None

    def _part(self, word: Word, part: WordPart, *, first: bool, value: bool) -> str | None:
        if part.kind is PartKind.TEXT:
            if (part.quote == "\\" and part.text.isspace()) or (not part.quote and _BRACES.search(part.text)):
                raise _TooComplex
            return part.text
        if part.kind is PartKind.VARIABLE:
            return self._variable(word, part, first=first, value=value)
        written = word.written(part)
        if part.kind is PartKind.OTHER:
            if not _SUM.fullmatch(written):
                raise _TooComplex
            return _UNKNOWN
        return self._output(word, part, written, first=first, value=value)

    def _variable(self, word: Word, part: WordPart, *, first: bool, value: bool) -> str | None:
        known = self.known.get(part.text)
        if word.written(part).startswith("${"):
            raise _TooComplex
        if known is not None and (part.quote or not re.search(r"\s", known)):
            return known
        if first or value or part.quote or len(word.parts) > 1:
            raise _TooComplex
        return None

    def _output(self, word: Word, part: WordPart, written: str, *, first: bool, value: bool) -> str | None:
        if first or not written.startswith(("$(", "`")):
            raise _TooComplex
        inner = [it for it in self.shell.commands if it.substitution is not None and part.start <= it.start < part.end]
        if len(inner) == 1 and self._literal(inner[0]):
            self._check(inner[0].own_redirections[0])
            return inner[0].own_redirections[0].text
        if value:
            if part.quote == '"' or not written.startswith("$("):
                raise _TooComplex
            return _UNKNOWN
        mixed = len(word.parts) > 1 and written.startswith("$(") and all(it.quote == '"' for it in word.parts)
        return _UNKNOWN if mixed else None
