"""What a command starts itself: the programs behind wrappers, in texts for shells, and on other machines."""

from __future__ import annotations

from contextlib import suppress

from .command import Command
from .other_code import joins_words, started_by_code
from .printing import located, printed
from .programs import (
    DECLARES,
    FEEDS,
    FINDERS,
    MOVES,
    PRINTS_TO,
    READS_COMMANDS,
    REMOTE,
    SHELLS,
    WRAPPERS,
    behind_word,
    executed,
    quoted,
    remote,
    shell_texts,
    variables_of,
    wrapped,
)
from .settings import as_started
from .tokens import UNKNOWN, Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from .expand import State
    from .redirected import Redirected
    from .tokens import Token

    class Shell(Protocol):
        """The part of a reader that is needed here: where it is, what it found, and how it reads another text."""

        state: State
        found: list[Command]
        elsewhere: bool
        source: Command | None
        perhaps: int
        traps: list[str]

        def read(self, text: str | list[Token], state: State, stdin: str | None, *, elsewhere: bool) -> str:
            """What the commands of a text print; they are added to those that were found."""

        def call(self, body: list[Token], state: State, stdin: str | None, *, elsewhere: bool) -> str:
            """What a function prints; the shell then has its variables, and is in its folder."""


DEEPEST = 12
"""A command that is nested more deeply is not read."""

_MOST_COMMANDS = 2_000
_MOST_LINES = 16
_VALUED_OF_SHELLS = ("-o", "+o", "-O", "+O", "--rcfile", "--init-file")


class Start:
    """Starts commands that share their redirections; `fed` is whether more arguments come from elsewhere."""

    def __init__(self, shell: Shell, redirected: Redirected) -> None:
        self.shell, self.redirected, self.stdin = shell, redirected, redirected.stdin
        self.elsewhere, self.source = shell.elsewhere, shell.source
        self.fed = False

    def add(self, words: list[str], state: State) -> Command:
        """Adds a command to those that were found."""
        found = self.shell.found
        if len(found) >= _MOST_COMMANDS:
            raise Unreadable("the command starts too many programs")
        it = Command(words, None if self.elsewhere else state.folder, found)
        it.stdin, it.reads = self.stdin, self.redirected.reads
        it.variables, it.given = frozenset(state.used), self.redirected.variables
        it.writes, it.appends = tuple(self.redirected.writes), tuple(self.redirected.appends)
        it.elsewhere, it.fed, it.source = self.elsewhere, self.fed, self.source
        it.settings = dict(state.variables) if it.name == "git" else {}
        it.files = dict(state.files)
        found.append(it)
        return it

    def run(self, words: list[str], state: State, depth: int = 0) -> str:
        """Adds a command and all that it starts itself; what it prints."""
        if depth > DEEPEST:
            raise Unreadable("the command is nested too deeply")
        it = self.add(as_started(words, state), state)
        if it.name in ("ln", "cp", "mv") and len(it.operands) == 2:
            source, target = it.operands
            state.links[it.path(target) or target] = source
        text = self._own(it, state, depth)
        if text is not None:
            return text
        if it.name in SHELLS:
            return self._shell(it, state)
        if it.name in WRAPPERS:
            return self._wrapper(it, state, depth)
        self._inner(it, state, depth)
        if it.name == "pwd":
            return it.folder or UNKNOWN
        return printed(it.name, it.arguments, self.stdin)

    def _own(self, it: Command, state: State, depth: int) -> str | None:
        """What the shell itself does with a command, and what that prints; None if it starts a program."""
        shell = self.shell.state
        if it.name in shell.aliases:
            alias = shell.aliases.pop(it.name)
            return self._text(" ".join([alias, *map(quoted, it.arguments)]), state)
        if it.name in MOVES:
            self._move(it, shell)
            return ""
        if it.name in DECLARES or it.name in PRINTS_TO:
            self._set(it, shell)
            return printed(it.name, it.arguments, self.stdin) if it.name == "printf" else ""
        if it.name == "shift":
            shell.shift(int(it.arguments[0]) if it.arguments[:1] and it.arguments[0].isdigit() else 1)
            return ""
        if it.name == "trap":
            # By the time that it runs, the variables may have other values.
            self.shell.traps += [word for word in it.operands[:1] if word != "-"]
            return ""
        if it.name == "eval":
            return self._text(" ".join(it.arguments), shell)
        return self._script(it, state, depth)

    def _script(self, it: Command, state: State, depth: int) -> str | None:
        """What a script or a function prints whose text is known; None for others."""
        shell, words = self.shell.state, it.words
        if it.name in ("source", ".") and it.arguments:
            text = self.stdin if it.arguments[0] == "/dev/stdin" else shell.files.get(it.arguments[0])
            return self._text(text, shell) if text is not None and UNKNOWN not in text else None
        if words[0] in shell.files and "/" in words[0]:
            return self._text(shell.files[words[0]], _with_arguments(state, words))
        if words[0] in shell.functions:
            inner = _with_arguments(state, words)
            # It calls itself only with what a run can tell.
            body = inner.functions.pop(words[0])
            shell.called.add(words[0])
            it.forks = _forks(words[0], body)
            return self.shell.call(body, inner, self.stdin, elsewhere=self.elsewhere)
        if words[:2] == ["set", "--"]:
            shell.take([shell.value("0"), *words[2:]])
        return None

    def _inner(self, it: Command, state: State, depth: int) -> None:
        """What programs other than wrappers run."""
        self._texts(it, state)
        behind = behind_word(it.name, it.arguments)
        if behind:
            self.run(behind, state, depth + 1)
        if it.name in FINDERS:
            self.fed, self.source = True, it
            for inner in executed(it.arguments):
                self.run(inner, state, depth + 1)
        elif it.name in REMOTE:
            self.elsewhere = True
            inner, joins = remote(it.name, it.arguments)
            if inner and joins:
                self._text(" ".join(inner), state.copy())
            elif inner:
                self.run(inner, state.copy(), depth + 1)

    def _texts(self, it: Command, state: State) -> None:
        """The texts that a program gives to a shell, and what code of another language starts."""
        stdin = self.stdin if it.name in READS_COMMANDS and self.stdin and UNKNOWN not in self.stdin else None
        for text in (*shell_texts(it.name, it.arguments), *([stdin] if stdin else [])):
            self._text(text, state.copy())
        words = started_by_code(it)
        for text in words:
            # Most texts of code are no commands.
            with suppress(Unreadable):
                self._text(text, state.copy())
        # What joins the others, as in `" ".join(words)`, is none of them.
        words = [text for text in words if text.strip()]
        if len(words) > 1:
            self.add(words, state)
            if joins_words(it):
                with suppress(Unreadable):
                    self._text(" ".join(words), state.copy())

    def _wrapper(self, it: Command, state: State, depth: int) -> str:
        settings, inner, text = wrapped(it.name, it.arguments)
        if text is not None:
            return self._text(text, state)
        folder = _folder_for(it)
        if settings or folder is not None:
            state = state.copy()
            state.folder = it.path(folder) if folder is not None else state.folder
            for setting in settings:
                name, _, value = setting.partition("=")
                state.variables[name] = [value]
        if it.name in FEEDS:
            self.fed = True
            options = it.arguments[: len(it.arguments) - len(inner)]
            if any(UNKNOWN in word for word in inner) and self.stdin and UNKNOWN not in self.stdin:
                for line in self.stdin.splitlines()[:_MOST_LINES]:
                    self.run([word.replace(UNKNOWN, line) for word in inner], state, depth + 1)
                return UNKNOWN
            inner = [*inner, *self._fed_words(options)] if inner else []
        return self.run(inner, state, depth + 1) if inner else located(it.name, it.arguments)

    def _fed_words(self, options: list[str]) -> list[str]:
        """What `xargs` adds to a command, where its input tells; with options, it may add them one by one."""
        if self.stdin and options in (["-0"], ["--null"]):
            # A NUL between words looks like what only a run can tell.
            return [word for word in self.stdin.split(UNKNOWN) if word]
        is_known = self.stdin is not None and UNKNOWN not in self.stdin
        return (self.stdin or "").split() if is_known and not options else []

    def _text(self, text: str, state: State, stdin: str | None = None) -> str:
        """Reads a text that a shell runs; what only a run can tell is an unknown variable in it."""
        return self.shell.read(text.replace(UNKNOWN, "$_"), state, stdin, elsewhere=self.elsewhere)

    def _shell(self, it: Command, state: State) -> str:
        words = it.arguments
        while words and words[0][:1] in ("-", "+") and words[0] not in ("--", "-"):
            if words[0][:1] == "-" and "c" in words[0] and not words[0].startswith("--"):
                return self._text(words[1], _with_arguments(state, words[2:]), self.stdin) if words[1:] else UNKNOWN
            words = words[2 if words[0] in _VALUED_OF_SHELLS else 1 :]
        script = next((word for word in words if word not in ("--", "-", "/dev/stdin")), "")
        text = state.files.get(script) if script and "-s" not in it.arguments else self.stdin
        if text is None or UNKNOWN in text:
            return UNKNOWN
        return self._text(text, _with_arguments(state, ["sh", *words]))

    def _move(self, it: Command, shell: State) -> None:
        where = it.operands[:1]
        if it.name == "popd" or where == ["-"]:
            shell.folder = None
        elif not where:
            home = shell.value("HOME")
            shell.folder = None if UNKNOWN in home else home
        else:
            shell.folder = it.path(where[0])
        shell.variables["PWD"] = [shell.folder or UNKNOWN]

    def _set(self, it: Command, shell: State) -> None:
        """Sets the variables that `export`, `read` and others set, and aliases."""
        perhaps = bool(self.shell.perhaps)
        line = self.stdin.partition("\n")[0] if self.stdin and it.name == "read" and len(it.operands) == 1 else None
        for name, value in variables_of(it.name, it.arguments):
            value = line if it.name == "read" and line else value
            if it.name == "alias":
                self._text(value or "", shell.copy())
                shell.aliases[name] = value or ""
            else:
                shell.set(name, [UNKNOWN if value is None else value], perhaps=perhaps)


def _forks(name: str, body: list[Token]) -> bool:
    """Whether a function starts itself as it was started, beside itself: in the background or in a pipeline."""
    around = zip([None, *body], body, [*body[1:], None])
    return any(
        it.plain == name
        and (
            (after is not None and after.is_operator("&", "|", "|&"))
            or (before is not None and before.is_operator("|"))
        )
        for before, it, after in around
    )


def _folder_for(it: Command) -> str | None:
    """The folder that `env -C` goes to before it runs a command."""
    if it.name != "env":
        return None
    pairs = zip(it.arguments, it.arguments[1:])
    given = next((word for option, word in pairs if option in ("-C", "--chdir")), None)
    long = next((word.partition("=")[2] for word in it.arguments if word.startswith("--chdir=")), None)
    return given or long


def _with_arguments(state: State, words: list[str]) -> State:
    inner = state.copy()
    inner.take(words)
    return inner
