"""What a program does with its arguments, as far as that decides what else runs: in steps, which are followed later."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hookwright.shell.programs import INTERPRETERS, WRAPPERS, Interpreter
from hookwright.workflows.consent.imports import pieces_of
from hookwright.workflows.consent.programs import (
    COPIERS,
    DATA_ONLY,
    EVALUATORS,
    FETCHERS,
    GIT_READS,
    GIT_RUNS,
    RUNNERS,
    TEXT_TOOLS,
    TextTool,
    is_loader,
)

Words = Sequence[str | None]
"""What words come to, None where only a run can tell."""

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=")
_SUBSTITUTION = re.compile(r"\$\(|`")
_QUIET_OPTIONS_OF_GIT = ("--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs")


@dataclass(frozen=True, slots=True)
class Unread:
    """What may run anything."""

    what: str


@dataclass(frozen=True, slots=True)
class Script:
    """A file that the program `by` runs or loads, as what `kind` runs, else as what it says of itself.

    `searched`: it is looked for on the PATH first.
    """

    word: str
    by: str
    kind: Interpreter | None = None
    searched: bool = False


@dataclass(frozen=True, slots=True)
class ShellText:
    """Commands for a shell."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A program in another language, which the command shows."""

    text: str
    kind: Interpreter


@dataclass(frozen=True, slots=True)
class Module:
    """What `python -m` runs."""

    name: str


@dataclass(frozen=True, slots=True)
class Program:
    """Another program with its arguments; `written` is how it is named where its name cannot be told."""

    words: Words
    written: str = ""


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Arguments that may name what is run; of those with `scripts_only` just what can be run counts."""

    words: Words
    scripts_only: bool = False


@dataclass(frozen=True, slots=True)
class Input:
    """An interpreter, or a program that nothing is known of (None), reads its standard input."""

    name: str
    kind: Interpreter | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """Files that are written, or folders with such files, and what is written to them."""

    words: Words
    sources: Words = ()


@dataclass(frozen=True, slots=True)
class Repository:
    """Git reads, and runs what its configuration says; `folder` is what `-C` names."""

    command: str
    folder: str | None = None


Step = Unread | Script | ShellText | Code | Module | Program | Mentioned | Input | Written | Repository


def steps_of(name: str, words: Words, *, by_path: bool) -> Iterator[Step]:
    """What a program of that name does; `by_path`: it is named by a path."""
    way = _WAYS.get(name)
    if name in EVALUATORS and any(it and _SUBSTITUTION.search(it) for it in words) and not _only_prints(name, words):
        yield Unread(f"what `{name}` evaluates")
    if way is not None:
        yield from way(words)
    elif name in INTERPRETERS:
        yield from _interpreter(INTERPRETERS[name], name, words)
    elif name in TEXT_TOOLS:
        yield from _text_tool(TEXT_TOOLS[name], name, words)
    elif name in WRAPPERS:
        yield from _wrapped(name, words)
    elif name in RUNNERS:
        yield Unread(f"`{name}`")
    else:
        yield from _others(name, words, by_path=by_path)


def _others(name: str, words: Words, *, by_path: bool) -> Iterator[Step]:
    if name in COPIERS:
        yield _copied(name, words)
    elif name not in DATA_ONLY:
        yield Mentioned(words, scripts_only=by_path)
        if name in FETCHERS:
            # What comes from an address is kept under its last name.
            yield Written([name for it in pieces_of(words) for name in (it, it.rpartition("/")[2])], words)
        if not by_path:
            yield Input(name)


def _copied(name: str, words: Words) -> Written:
    named = [it for it in words if it is None or not it.startswith("-")]
    several = name == "tee" or any(it is not None and it.startswith(("-t", "--target")) for it in words)
    return Written(named if several else named[-1:], named)


def _only_prints(name: str, words: Words) -> bool:
    return name == "printf" and words[0] != "-v"


def _interpreter(kind: Interpreter, name: str, words: Words) -> Iterator[Step]:
    rest = [*words]
    while rest:
        word = rest.pop(0)
        if word is None:
            yield Unread(f"what `{name}` runs")
            return
        letter, attached = _telling_letter(kind, word)
        option, given, value = word.partition("=")
        following = (rest[0] or "") if rest and word in kind.valued else ""
        if kind.elsewhere.match(word + following):
            yield Unread(f"`{name} {word}`")
        if letter or word in kind.code:
            tell = _module if letter == kind.module else _inline
            yield from tell(kind, name, [attached, *rest] if attached else rest)
            return
        if option in kind.loads:
            yield from _named_script(kind, name, value if given else rest.pop(0) if rest else None)
        elif word in kind.valued or (kind.shell and word[:1] == "-" and word[-1:] in ("o", "O")):
            del rest[:1]
        elif word == "-" or (kind.shell and word[:1] == "-" and word[:2] != "--" and "s" in word):
            break
        elif word.startswith(("-", "+")):
            yield Mentioned([word])
        elif word not in kind.verbs:
            yield from _named_script(kind, name, word)
            yield Mentioned(rest, scripts_only=True)
            return
    yield Input(name, kind)


def _telling_letter(kind: Interpreter, word: str) -> tuple[str, str]:
    """The letter of an option, alone or among others, that code or a module follows, and what is attached to it."""
    if not word.startswith("-") or word.startswith("--"):
        return "", ""
    for index, letter in enumerate(word[1:], start=2):
        if f"-{letter}" in kind.code or letter == kind.module:
            return letter, "" if kind.shell else word[index:]
        if f"-{letter}" in kind.valued and not kind.shell:
            break
    return "", ""


def _named_script(kind: Interpreter, name: str, word: str | None) -> Iterator[Step]:
    yield Script(word, name, kind) if word else Unread(f"what `{name}` runs")


def _inline(kind: Interpreter, name: str, words: Words) -> Iterator[Step]:
    code = words[0] if words else None
    if code is None:
        yield Unread(f"what `{name}` runs")
        return
    yield ShellText(code) if kind.shell else Code(code, kind)
    yield Mentioned(words[1:], scripts_only=True)


def _module(_: Interpreter, name: str, words: Words) -> Iterator[Step]:
    module = words[0] if words else None
    if module is None:
        yield Unread(f"what `{name} -m` runs")
        return
    if module in RUNNERS:
        yield Unread(f"`{module}`")
    yield Module(module)
    yield Mentioned(words[1:], scripts_only=True)


def _text_tool(tool: TextTool, name: str, words: Words) -> Iterator[Step]:
    read = _Read(tool, [*words])
    read.all()
    for it in read.loaded:
        yield Script(it, name) if it else Unread(f"what `{name}` runs")
    if None in read.programs:
        yield Unread(f"what `{name}` runs")
    if read.is_strange or not all(it is None or tool.plain.fullmatch(it) for it in read.programs):
        yield Mentioned(words)
    if read.writes:
        yield Written(read.data)


class _Read:
    """The arguments of a text tool, told apart."""

    def __init__(self, tool: TextTool, rest: list[str | None]) -> None:
        self.tool, self.rest = tool, rest
        self.programs: list[str | None] = []
        self.loaded: list[str | None] = []
        self.data: list[str | None] = []
        self.is_strange = self.writes = False

    def all(self) -> None:
        ended = False
        while self.rest:
            word = self.rest.pop(0)
            if word == "--" and not ended:
                ended = True
            elif word is not None and len(word) > 1 and word.startswith("-") and not ended:
                self._option(word)
            elif not self.programs and not self.loaded:
                self.programs.append(word)
            else:
                self.data.append(word)

    def _option(self, word: str) -> None:
        if word.startswith("--"):
            option, given, value = word.partition("=")
            if not self._takes(option, value if given else None):
                self.is_strange = True
            return
        for index, letter in enumerate(word[1:], start=2):
            if letter == self.tool.writes:
                self.writes = True
                return
            if self._takes(f"-{letter}", word[index:] or None):
                return
            self.is_strange |= letter not in self.tool.letters

    def _takes(self, option: str, value: str | None) -> bool:
        """Whether the option has a value, which is behind it or the next word."""
        count = self.tool.valued.get(option, 0)
        if option in self.tool.code | self.tool.loads:
            found = value if value is not None else self.rest.pop(0) if self.rest else None
            (self.programs if option in self.tool.code else self.loaded).append(found)
            return True
        del self.rest[: max(0, count - (value is not None))]
        return count > 0


def _wrapped(name: str, words: Words) -> Iterator[Step]:
    """What runs the program behind it; `command -v` only looks for one."""
    wrapper = WRAPPERS[name]
    operands, elsewhere = wrapper.operands, tuple(wrapper.moves | wrapper.splits)
    if words and words[0] in wrapper.asks:
        return
    index = 0
    while index < len(words) and (word := words[index]) is not None:
        assigned = _ASSIGNMENT.match(word) if name in ("env", "sudo", "doas") else None
        if word.startswith(elsewhere):
            yield Unread(f"`{name} {word}`")
            return
        if assigned is not None and is_loader(assigned[1]):
            yield Unread(f"`{assigned[1]}`")
        elif word in wrapper.valued:
            index += 1
        elif assigned is None and (not word.startswith("-") or word == "-"):
            if not operands:
                break
            operands -= 1
        index += 1
    behind = words[index:]
    yield Program(_with_input(words[:index], behind) if wrapper.feeds else behind, f"{name} …")


def _with_input(options: Words, words: Words) -> Words:
    """What `xargs` runs: what it reads comes behind the words, or in the place of a text in them."""
    given = [it or "" for it in options]
    replaced = next((index for index, it in enumerate(given) if it.startswith(("-I", "-i", "--replace"))), None)
    if replaced is None:
        return [*words, None] if words else words
    text = given[replaced].removeprefix("-I").removeprefix("-i").removeprefix("--replace").removeprefix("=")
    text = text or (given[replaced + 1] if given[replaced] == "-I" and replaced + 1 < len(given) else "{}")
    return [None if it is None or text in it else it for it in words]


def _sourced(words: Words) -> Iterator[Step]:
    word = next((it for it in words if it != "--"), None)
    # A shell looks for a name without a folder on the PATH first.
    yield Unread("what `.` reads") if not word else Script(word, ".", INTERPRETERS["sh"], searched="/" not in word)


def _evaluated(words: Words) -> Iterator[Step]:
    known = [it for it in words if it is not None and it != "--"]
    yield Unread("what `eval` runs") if None in words else ShellText(" ".join(known))


def _trapped(words: Words) -> Iterator[Step]:
    return _evaluated([it for it in words if it != "--"][:1])


def _renamed(words: Words) -> Iterator[Step]:
    if words:
        yield Unread("`alias`, `hash` or `enable`")


def _found_and_run(words: Words) -> Iterator[Step]:
    yield Mentioned(words)
    for index, word in enumerate(words):
        if word in ("-exec", "-ok"):
            behind = [None if it is None or "{}" in it else it for it in words[index + 1 :]]
            yield Program(behind, "find -exec …")
        elif word in ("-execdir", "-okdir"):
            yield Unread(f"`find {word}`")
        elif word in ("-fprint", "-fprint0", "-fprintf", "-fls"):
            yield Written(words[index + 1 : index + 2])


def _git(words: Words) -> Iterator[Step]:
    rest: list[str | None] = [*words]
    folder: str | None = None
    while rest and (rest[0] is None or rest[0].startswith("-")):
        option = rest.pop(0)
        if option == "-C" and rest and folder is None and rest[0] is not None:
            folder = rest.pop(0)
        elif option not in _QUIET_OPTIONS_OF_GIT:
            yield Unread("`git`")
            return
    if not rest or not _only_reads(rest[0] or "", rest[1:]):
        yield Unread(f"`git {rest[0]}`" if rest else "`git`")
    else:
        yield Repository(f"git {rest[0]}", folder)


def _only_reads(command: str, words: Words) -> bool:
    if any(it is not None and GIT_RUNS.match(it) for it in words):
        return False
    if command == "config":
        named = [it for it in words if it is None or not it.startswith("-")]
        return "--get" in words or "--list" in words or "-l" in words or (len(named) == len(words) == 1)
    return command in GIT_READS


_WAYS = {
    ".": _sourced,
    "source": _sourced,
    "eval": _evaluated,
    "trap": _trapped,
    "alias": _renamed,
    "hash": _renamed,
    "enable": _renamed,
    "find": _found_and_run,
    "git": _git,
}
