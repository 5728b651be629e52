"""The commands of a text, in order: what each would start, with its arguments, folder and input."""

from __future__ import annotations

import os

from .command import Command
from .expand import MOST_VARIANTS, State, assignment, fields, texts
from .redirected import Redirected
from .starts import DEEPEST, Start
from .tokens import UNKNOWN, Part, Token, Unreadable
from .words import document_parts, tokens

_MOST_COMMANDS = 5_000
"""Functions that call others can come to any number."""

_KNOWN = ("HOME", "USER", "LOGNAME", "TMPDIR", "TMP", "TEMP")
_BEGINS = frozenset("if then elif else while until do { ! time coproc".split())
_CLOSES = frozenset("fi done } esac".split())
# What is between one of these and its end may be left out when the text runs.
_BEGINS_PERHAPS = frozenset("if while until".split())
_CLOSES_PERHAPS = frozenset("fi done esac".split())


def commands(text: str, folder: str | None = None, variables: dict[str, str] | None = None) -> list[Command]:
    """Every command in a text that runs in a folder, by default this one.  Raises Unreadable.

    `variables` are those of the environment that are known; by default the home folder and those for temporary files.
    """
    if variables is None:
        variables = {name: os.environ[name] for name in _KNOWN if name in os.environ}
        variables.setdefault("HOME", os.path.expanduser("~"))
        variables.setdefault("TMPDIR", "/tmp")
    state = State(folder or os.getcwd(), {name: [value] for name, value in variables.items()})
    state.variables["PWD"] = [state.folder or UNKNOWN]
    state.variables.setdefault("IFS", [" \t\n"])
    found: list[Command] = []
    _Reader(text, state, found, 0).all()
    return found


class _Reader:
    """Goes through a text; `stdin` is what it reads itself, `elsewhere` whether it runs on this machine."""

    def __init__(
        self,
        text: str | list[Token],
        state: State,
        found: list[Command],
        depth: int,
        stdin: str | None = None,
        elsewhere: bool = False,
        perhaps: int = 0,
    ) -> None:
        if depth > DEEPEST:
            raise Unreadable("the command is nested too deeply")
        self.tokens = tokens(text) if isinstance(text, str) else [*text]
        self.state, self.found, self.depth = state, found, depth
        self.stdin, self.elsewhere = stdin, elsewhere
        self.at = 0
        self.piped, self.source = stdin, None if stdin is None else self._last()
        self.prints: list[str] = []
        self.shells: list[tuple[State, list[str]]] = []
        self.perhaps, self.is_chained = perhaps, False
        self.defined: list[str] = []
        self.traps: list[str] = []

    def all(self) -> str:
        """Reads it to its end; what it prints, UNKNOWN where only a run can tell."""
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "operator":
                self.at += 1
                self._operator(token.text)
            else:
                self._command()
        if self.shells:
            raise Unreadable("`(` is not closed")
        self._end()
        return "".join(self.prints)

    def _end(self) -> None:
        """What a shell runs when it ends, and functions that nothing has called, with what is known by then."""
        self._trap()
        for name in self.defined:
            if name not in self.state.called and name in self.state.functions:
                self.read(self.state.functions[name], self.state.copy(), None, elsewhere=self.elsewhere)

    def _trap(self) -> None:
        for text in self.traps:
            self.read(text, self.state, None, elsewhere=self.elsewhere)

    def _last(self) -> Command | None:
        return self.found[-1] if self.found else None

    def _operator(self, operator: str) -> None:
        if operator == "(":
            self.shells.append((self.state.copy(), self.traps))
            self.traps = []
        elif operator == ")":
            if not self.shells:
                raise Unreadable("`)` closes nothing")
            self._trap()
            self.state, self.traps = self.shells.pop()
            self._group_ends()
        elif operator not in ("|", "|&"):
            self.piped, self.source = self.stdin, None
            self._chain(chained=operator in ("&&", "||"))

    def _chain(self, *, chained: bool) -> None:
        """Commands behind `&&` and `||` may be left out when the text runs."""
        self.perhaps += chained - self.is_chained
        self.is_chained = chained

    def _group_ends(self) -> None:
        """What several commands print together goes to the next one of a pipeline."""
        self.source = None
        self.piped = UNKNOWN if self._next().is_operator("|", "|&") else self.stdin

    def _next(self) -> Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else Token("end")

    def _command(self) -> None:
        """One command, up to the operator behind it."""
        words: list[list[Part]] = []
        redirections: list[Token] = []
        while self._next().kind not in ("operator", "end"):
            token = self._next()
            self.at += 1
            if token.kind != "word":
                redirections.append(token)
            elif words or not self._keyword(token.plain):
                words.append(token.parts)
        if len(words) == 1 and not redirections and self._next().is_operator("("):
            self.at += 1
            if not self._next().is_operator(")"):
                raise Unreadable("`(` cannot stand behind a word")
            self.at += 1
            self._function("".join(it.text for it in words[0]))
        elif words or redirections:
            self._run(words, redirections)

    def _function(self, name: str) -> None:
        """A function, whose body begins here: it is read with the arguments of each call."""
        depth, body = 0, []
        for token in self.tokens[self.at :]:
            depth += token.plain == "{" or token.is_operator("(")
            depth -= token.plain == "}" or token.is_operator(")")
            body.append(token)
            if not depth and not token.is_operator("\n"):
                break
        self.state.functions[name] = body
        self.defined.append(name)
        if len(body) > 1:
            self.at += len(body)

    def _keyword(self, word: str | None) -> bool:
        """Whether a first word is one of the language, which is dealt with then."""
        self.perhaps += (word in _BEGINS_PERHAPS) - (word in _CLOSES_PERHAPS and self.perhaps > 0)
        if word in _CLOSES:
            self._group_ends()
        elif word in ("for", "select"):
            self._loop()
        elif word == "case":
            self._case()
        elif word == "[[":
            self._condition()
        elif word == "function":
            name = self._next().plain or ""
            self.at += 1
            if self._next().is_operator("("):
                self.at += 2
            self._function(name)
        else:
            return word in _BEGINS
        return True

    def _loop(self) -> None:
        """`for NAME in WORDS`: the body is read once, with every value that the variable can have."""
        name = self._next().plain or ""
        self.at += 1
        self.perhaps += 1
        values = [UNKNOWN]
        if self._next().plain == "in":
            self.at += 1
            listed: list[list[Part]] = []
            while self._next().kind == "word":
                listed.append(self._next().parts)
                self.at += 1
            values = [it for parts in listed for way in self._fields([parts]) for it in way]
        self.state.variables[name] = values if 0 < len(values) <= MOST_VARIANTS else [UNKNOWN]

    def _case(self) -> None:
        """`case WORD in PATTERN) …`: the patterns are taken out, so that the commands follow one another."""
        self.perhaps += 1
        while self._next().kind == "word" and self._next().plain != "in":
            self._fields([self._next().parts])
            self.at += 1
        self.at += 1
        kept: list[Token] = []
        at, is_pattern, depth = self.at, True, 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.plain == "esac" and not depth:
                break
            depth += (token.plain == "case") - (token.plain == "esac")
            if is_pattern:
                is_pattern = not token.is_operator(")")
            elif not depth and token.is_operator(";;", ";&", ";;&"):
                kept.append(Token("operator", ";"))
                is_pattern = True
            else:
                kept.append(token)
            at += 1
        self.tokens[self.at : at] = kept

    def _condition(self) -> None:
        """`[[ … ]]`: no word in it is a command, but what is substituted is."""
        while self.at < len(self.tokens):
            token = self._next()
            self.at += 1
            if token.plain == "]]":
                return
            if token.parts:
                self._fields([token.parts])
        raise Unreadable("`[[` is not closed")

    def _fields(self, words: list[list[Part]], state: State | None = None) -> list[list[str]]:
        return fields(words, state or self.state, self._output)

    def _output(self, text: str, stdin: str | None) -> str:
        return self.read(text, self.state.copy(), stdin, elsewhere=self.elsewhere)

    def read(self, text: str | list[Token], state: State, stdin: str | None, *, elsewhere: bool) -> str:
        """What the commands of another text print; they are added to those that were found."""
        return self._reader(text, state, stdin, elsewhere=elsewhere).all()

    def call(self, body: list[Token], state: State, stdin: str | None, *, elsewhere: bool) -> str:
        """What a function prints; the shell then has its variables, and is in its folder."""
        inner = self._reader(body, state, stdin, elsewhere=elsewhere)
        text = inner.all()
        self.state.follow(inner.state)
        return text

    def _reader(self, text: str | list[Token], state: State, stdin: str | None, *, elsewhere: bool) -> _Reader:
        if len(self.found) > _MOST_COMMANDS:
            raise Unreadable("it runs too many commands")
        return _Reader(text, state, self.found, self.depth + 1, stdin, elsewhere, self.perhaps)

    def _run(self, words: list[list[Part]], redirections: list[Token]) -> None:
        set_before: dict[str, list[str]] = {}
        while words and (assigned := assignment(words[0])) is not None:
            name, value, adds = assigned
            set_before[name] = [UNKNOWN] if adds else texts(value, self.state, self._output)
            words = words[1:]
        start = Start(self, self._redirected(redirections))
        state = self.state if not words or not set_before else self.state.copy()
        state.used.clear()
        for name, values in set_before.items():
            state.set(name, values, perhaps=bool(self.perhaps) and state is self.state)
        ways = [it for it in self._fields(words, state) if it] if words else []
        if not ways:
            if redirections:
                start.add([":"], state)
            ways_printed = [""]
        else:
            ways_printed = [start.run(it, state) for it in ways]
        text = ways_printed[0] if len(set(ways_printed)) == 1 else UNKNOWN
        for path in start.redirected.writes if UNKNOWN not in text else ():
            self.state.files[path] = text
        if self._next().is_operator("|", "|&"):
            self.piped, self.source = text, self._last()
        else:
            self.prints.append(text)

    def _redirected(self, redirections: list[Token]) -> Redirected:
        """What stdin is, and where the output goes."""
        found = Redirected(self.piped, self.state.files)
        for it in redirections:
            self.state.used.clear()
            if it.kind == "document":
                parts = document_parts(it.text) if it.expands else [Part("text", it.text, quoted=True)]
                found.stdin, found.reads = texts(parts, self.state, self._output)[0], None
            else:
                for way in self._fields([it.parts]):
                    found.add(it.text, " ".join(way))
            if it.kind == "document" or it.text == "<<<":
                found.variables = frozenset(self.state.used)
        return found
