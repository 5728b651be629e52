"""Python and JavaScript that a script runs: code in its words or in a here-document, and files beside it."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from hookwright.scripts.effects import (
    Block,
    Bounds,
    Branch,
    Effect,
    Evaluate,
    Exit,
    Failure,
    Language,
    Print,
    ReadInput,
    ReadKey,
    ReadVariable,
    Risk,
    Run,
    Scope,
    Script,
    SetExitCode,
    Stream,
    effects,
)
from hookwright.scripts.read import read_script
from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.outcomes import MOST_ABOUT
from hookwright.scripts.shell.state import Outcome, unknown
from hookwright.scripts.shell.templates import Template
from hookwright.scripts.shell.transplants import Surroundings, printed_by
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import template_of, words_of
from hookwright.scripts.source import Source
from hookwright.scripts.values import Literal, Spot, Value, payload_paths
from hookwright.shell.code_words import JAVASCRIPT, PYTHON, code_index, has_code
from hookwright.shell.programs import INTERPRETERS, Interpreter, known_as

MISSING = 127
_LANGUAGES = {PYTHON: Language.PYTHON, JAVASCRIPT: Language.JAVASCRIPT}
_SHOWS = ("-p", "--print", "-pe")


class Code(Struct):
    """Code with its language and the arguments behind it; `file` is the one that it is in, empty for the script's own.

    Where it is `on_stdin`, nothing else comes from there.
    """

    language: Language
    text: Template
    arguments: tuple[Value, ...]
    on_stdin: bool = False
    file: str = ""


def language_of(program: str) -> Language | None:
    """The language of the code that an interpreter runs; None if no front end knows it."""
    interpreter = INTERPRETERS.get(known_as(program))
    return _LANGUAGES.get(interpreter.language) if interpreter is not None else None


def run_code_of(walk: Walk, call: Call, name: str) -> Outcome | None:
    """Does what the code says that an interpreter is given; None if it is given none."""
    interpreter = INTERPRETERS.get(known_as(name))
    if interpreter is None or not has_code(interpreter):
        return None
    code = _code(walk, call, interpreter)
    if code is None:
        return None
    walk.emit(Run(name, code.arguments, call.spot, _given(walk, code), hushed=walk.hushed))
    evaluated = any(payload_paths(it) for it in code.text.holes)
    if evaluated:
        flag = "-e" if code.language is Language.JAVASCRIPT else "-c"
        walk.emit(Evaluate(code.text.value(), f"{name} {'-' if code.on_stdin else flag}", call.spot))
    return outcome_of_code(walk, call, code, call.name)


def _code(walk: Walk, call: Call, interpreter: Interpreter) -> Code | None:
    words = call.words[1:]
    language = _LANGUAGES[interpreter.language]
    index = code_index(interpreter, words)
    if index is not None:
        text = template_of(walk, words[index].parts, words[index])
        if words[index - 1].text in _SHOWS:
            text = _shown(text)
        return Code(language, text, tuple(words_of(walk, words[index + 1 :])))
    heredoc = next((it for it in call.draft.redirections if it.is_heredoc and it.closed), None)
    if heredoc is None or (words and words[0].text != "-"):
        return None
    text = Template()
    if heredoc.parts:
        text = template_of(walk, heredoc.parts)
    else:
        text.write(heredoc.text, heredoc.body)
    return Code(language, text, tuple(words_of(walk, words[1:])), on_stdin=True)


def _shown(text: Template) -> Template:
    """Code whose value is printed."""
    found = Template()
    start = text.place(0)
    found.write("console.log(", start, exact=False)
    found.add(text)
    found.write(")", text.end(len(text.text)), exact=False)
    return found


def _given(walk: Walk, code: Code) -> Value | None:
    if code.on_stdin:
        return Literal("")
    return walk.state.variables.get(walk.given, Literal("")) if walk.given is not None else None


def outcome_of_code(walk: Walk, call: Call, code: Code, program: str) -> Outcome:
    """Does what the code says; `program` is the one that has to be there for it."""
    folder, _, _ = code.file.rpartition("/")
    path = str(Path(walk.source.path).parent / code.file) if code.file else walk.source.path

    def within(name: str) -> str:
        return f"{folder}/{name}" if folder else name

    script = read_script(code.language, Source(code.text.text, path, lambda it: walk.source.beside(within(it))))
    text = code.text

    def spot(it: Spot) -> Spot:
        if it.file or code.file:
            return Spot(it.start, it.end, within(it.file) if it.file else code.file)
        return walk.unit.spot(text.place(it.start), text.end(it.end))

    given = _given(walk, code)
    around = Surroundings(given, code.arguments, walk.state.variables, walk.sinks, text.holes, spot)
    body = around.block(script.body)
    if script.fault or (not script.whole and around.streams):
        walk.not_whole()
    risks = (Risk(Failure.PROGRAM, call.spot, program, goes_on=True, code=MISSING),) if program else ()
    if call.tail and around.streams.get(Stream.STDOUT) is not None:
        _last(walk, body, script, risks)
        return Outcome(status=0)
    _embed(walk, body)
    if Stream.STDOUT not in around.streams:
        walk.print(_output(around, script, given), call.spot)
    return _outcome(body, given, risks)


def _output(around: Surroundings, script: Script, given: Value | None) -> Value:
    if not script.whole and not any(isinstance(it, Print) for it in effects(script.body)):
        return unknown([given] if given is not None else [around.base])
    return around.value(printed_by(script.body))


def _last(walk: Walk, body: Block, script: Script, risks: tuple[Risk, ...]) -> None:
    """Does it where nothing follows in the script: it ends as the code does."""
    walk.emit(*(replace(it, goes_on=False) for it in risks if it.program not in walk.state.present))
    uncaught = script.uncaught
    walk.emit(*(replace(it, code=uncaught) if isinstance(it, Risk) and it.code is None else it for it in body))
    walk.state.alive = False


def _embed(walk: Walk, body: Block) -> None:
    """Writes down what it reads, and all that it does where it prints something that somebody sees."""
    if any(isinstance(it, Print) for it in effects(body)):
        walk.emit(Scope(_without_risks(body), Bounds.SUBSHELL))
    else:
        kinds = ReadInput | ReadKey | ReadVariable | Evaluate | Run
        walk.emit(*dict.fromkeys(it for it in effects(body) if isinstance(it, kinds)))


def _without_risks(body: Block) -> Block:
    """The effects without the failures that would only end the code itself."""
    found: list[Effect] = []
    for it in body:
        if isinstance(it, Branch):
            found.append(replace(it, then=_without_risks(it.then), otherwise=_without_risks(it.otherwise)))
        elif isinstance(it, Scope):
            found.append(replace(it, body=_without_risks(it.body)))
        elif not isinstance(it, Risk):
            found.append(it)
    return tuple(found)


def _outcome(body: Block, given: Value | None, risks: tuple[Risk, ...]) -> Outcome:
    every = [*effects(body)]
    codes = {it.code for it in every if isinstance(it, Exit | SetExitCode)}
    about = dict.fromkeys(value for it in every if isinstance(it, Branch) for value in it.about if payload_paths(value))
    if not about and given is not None:
        about = {unknown([given]): None}
    failing = codes - {0}
    fails = next(iter(failing)) if len(failing) == 1 else None
    return Outcome(
        fails=fails,
        about=tuple(about)[:MOST_ABOUT],
        risks=risks,
        usual=None if failing else 0,
        present=frozenset(it.program for it in risks),
    )
