"""What a command does: functions of the script, the shell's own commands, common programs, and unknown ones."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hookwright.scripts.effects import PLACEHOLDER, Evaluate, Failure, Risk, Run, Stream
from hookwright.scripts.shell.builtins import BUILTINS, asks_for, assign
from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.conditions import of_draft
from hookwright.scripts.shell.ends import exit_script, is_in_subshell, settle
from hookwright.scripts.shell.filters import filtered
from hookwright.scripts.shell.frames import Gone
from hookwright.scripts.shell.launching import enter, is_there, lacked, path_printed
from hookwright.scripts.shell.nested_code import run_code
from hookwright.scripts.shell.other_code import run_code_of
from hookwright.scripts.shell.programs_beside import (
    missing,
    operand,
    run_at,
    run_beside,
    run_by_one_of,
    run_lost,
    run_words,
)
from hookwright.scripts.shell.questions import ask_for_password
from hookwright.scripts.shell.redirecting import redirect
from hookwright.scripts.shell.state import DONE, USUAL, Outcome, unknown
from hookwright.scripts.shell.templates import Template, text_of
from hookwright.scripts.shell.units import end_of
from hookwright.scripts.shell.utilities import FILTERS, PRINTING, QUIET_IN_GIT, SILENT
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import is_from_payload, template_of, value_of, words_of
from hookwright.scripts.source import Lack
from hookwright.scripts.values import UNKNOWN, Items, Literal, OneOf, Spot, Value, payload_paths
from hookwright.shell.nested import code_index
from hookwright.shell.programs import INTERPRETERS, SHELLS, WRAPPERS, known_as, word_set
from hookwright.shell.scopes import Draft
from hookwright.shell.tree import CommandKind, Word

MISSING = 127
_CHANGE_FOLDER = frozenset({"cd", "pushd", "popd"})
_NO_PROGRAMS = word_set("echo printf [ test true : false exit return set local export declare read shift trap eval")
_TRUTHS = frozenset({Literal("true"), Literal("false")})


def run(walk: Walk, draft: Draft, *, tail: bool = False) -> Outcome:
    """Does a command with its redirections, and what it comes to."""
    kept, walk.substituted = walk.substituted, None
    spot = walk.unit.spot(draft.start, end_of(draft))
    sinks, given = walk.sinks, walk.given
    try:
        if draft.redirections:
            redirect(walk, draft)
        if draft.kind is CommandKind.TEST:
            return of_draft(walk, draft)
        if not draft.words:
            return _assignments(walk, draft)
        for it in draft.assignments:
            assign(walk, it)
        outcome = called(walk, Call(_name(walk, draft.words), tuple(draft.words), draft, spot, tail))
        if type(walk.sinks.get(2)) is str:
            _catch_errors(walk, draft, spot)
        walk.sinks, walk.given = sinks, given
        if draft.words[0].text == "exec" and len(draft.words) == 1:
            redirect(walk, draft)
            sinks, given = walk.sinks, walk.given
        walk.risk(walk.risks_of_words())
        return outcome
    finally:
        walk.sinks, walk.given, walk.substituted = sinks, given, kept


def _catch_errors(walk: Walk, draft: Draft, spot: Spot) -> None:
    """What a program may print on stderr, where only that is caught, as by `2>&1 > /dev/null`."""
    name, errors = draft.words[0].text, walk.sinks.get(2)
    only = isinstance(errors, str) and not isinstance(errors, Stream) and errors != walk.sinks.get(1)
    if only and walk.state.alive and name not in walk.functions and name not in _NO_PROGRAMS:
        walk.print(UNKNOWN, spot, newline=False, on=2)


def _assignments(walk: Walk, draft: Draft) -> Outcome:
    for it in draft.assignments:
        assign(walk, it)
    return walk.substituted or DONE


def _name(walk: Walk, words: Sequence[Word]) -> str:
    bare = words[0].bare
    return bare if bare is not None else ""


def called(walk: Walk, call: Call) -> Outcome:
    """Does a command by its name."""
    lack = lacked(walk, call.words) if call.name not in walk.functions else None
    return _lacking(walk, call, lack) if lack is not None else _called(walk, call)


def _called(walk: Walk, call: Call) -> Outcome:
    if call.name == "":
        return _computed(walk, call)
    if call.name == "exec" and len(call.words) == 1:
        # It only redirects.
        return DONE
    if call.name in walk.functions or call.name in walk.lacks:
        return _own_or_missing(walk, call, call.name)
    name = call.name.rpartition("/")[2] if "/" in call.name else call.name
    if name in ("command", "builtin") and len(call.words) > 1:
        if call.words[1].bare in ("-v", "-V"):
            return asks_for(walk, call)
        return called(walk, _behind(walk, call, 1))
    handler = BUILTINS.get(name)
    if handler is not None and (name == call.name or name not in (".", "[", "source")):
        return handler(walk, Call(name, call.words, call.draft, call.spot, call.tail))
    if name in _CHANGE_FOLDER:
        values = call.values(walk)
        about = tuple(it for it in values if not isinstance(it, Literal))
        return enter(walk, name, values) or Outcome(fails=1, about=about, usual=0)
    if known_as(name) in WRAPPERS and not WRAPPERS[known_as(name)].feeds and len(call.words) > 1:
        return _wrapped(walk, call, known_as(name))
    if name in FILTERS:
        return filtered(walk, Call(name, call.words, call.draft, call.spot, call.tail))
    return run_at(walk, call, call.name) or _program(walk, call, name)


def _own_or_missing(walk: Walk, call: Call, name: str) -> Outcome:
    """A function of the script, or a program that is missing."""
    values = call.values(walk)
    return walk.call(name, values, tail=call.tail) if name in walk.functions else missing(walk, call, name)


def _lacking(walk: Walk, call: Call, lack: Lack) -> Outcome:
    """A command that fails as it comes to start a program that is missing; what it prints before is not known."""
    values = call.values(walk)
    if lack.program not in walk.lacks:
        return _unknown(walk, call, lack.program, values, None if is_there(walk, lack.program) else lack)
    if lack.prints and walk.sinks.get(1) is not Stream.STDOUT:
        walk.print(UNKNOWN, call.spot, newline=False)
    return replace(missing(walk, call, lack.program), status=lack.code)


def _behind(walk: Walk, call: Call, start: int) -> Call:
    words = call.words[start:]
    return Call(_name(walk, words), words, call.draft, call.spot, call.tail)


def _wrapped(walk: Walk, call: Call, name: str) -> Outcome:
    """A command behind `timeout`, `env`, `exec` and so on."""
    wrapped = WRAPPERS[name].read([it.bare for it in call.words[1:]])
    if WRAPPERS[name].hides(wrapped) or 1 + wrapped.start >= len(call.words):
        return _program(walk, call, name)
    if name == "sudo":
        ask_for_password(walk, call, wrapped.start)
    behind = _behind(walk, call, 1 + wrapped.start)
    if name == "exec" and walk.source.launch is not None and not is_in_subshell(walk):
        begun = len(walk.out)
        outcome = called(walk, replace(behind, tail=True))
        settle(walk, outcome, lambda: call.spot, begun, tail=True)
        return outcome
    outcome = called(walk, behind)
    if name == "exec" and walk.state.alive:
        status = outcome.status if outcome.status is not None else outcome.usual
        exit_script(walk, Literal(status) if status is not None else UNKNOWN, call.spot)
    return outcome


def _computed(walk: Walk, call: Call) -> Outcome:
    """A command whose name is the value of an expansion."""
    value = value_of(walk, call.words[0])
    if isinstance(value, Items) and value.items:
        if len(call.words) == 1 and (done := run_words(walk, call, value.items)) is not None:
            return done
        value = value.items[0]
    if isinstance(value, Literal):
        name = text_of(value).split()
        if not name and walk.lacks and call.words[0].text.startswith('"'):
            return Outcome(status=MISSING)
        if not name:
            return called(walk, _behind(walk, call, 1)) if len(call.words) > 1 else walk.substituted or DONE
        if name[0] in walk.lacks:
            return _own_or_missing(walk, call, name[0])
        if name[0] in walk.functions or name[0] in BUILTINS or name[0] in FILTERS:
            return called(walk, Call(name[0], call.words, call.draft, call.spot, call.tail))
        return run_at(walk, call, name[0]) or _program(walk, call, name[0].rpartition("/")[2])
    if len(call.words) == 1 and isinstance(value, OneOf) and not _TRUTHS.isdisjoint(value.values):
        # `$FOUND && …`, where the variable is `true` or `false`.
        return Outcome(fails=1)
    if any(payload_paths(value)) or is_from_payload(value):
        walk.emit(Evaluate(value, "an expansion as a command", call.spot))
    arguments = call.values(walk)
    found = run_beside(walk, call, "", value, arguments) or run_by_one_of(walk, call, value, arguments)
    return found if found is not None else _unknown(walk, call, PLACEHOLDER, arguments)


def _program(walk: Walk, call: Call, name: str) -> Outcome:
    """A program that is not the script's own."""
    interpreter = INTERPRETERS.get(known_as(name))
    if known_as(name) in SHELLS and (found := _shell_code(walk, call)) is not None:
        return found
    if (found := run_code_of(walk, call, name)) is not None:
        return found
    values = call.values(walk)
    if interpreter is not None and (at := operand(values)) is not None:
        found = run_beside(walk, call, name, values[at], values[at + 1 :]) or run_lost(walk, call, name, values[at])
        if found is not None:
            return found
    about = tuple(dict.fromkeys(it for it in values if not isinstance(it, Literal)))[:4]
    if (printed := path_printed(walk, name, values)) is not None:
        walk.print(printed, call.spot)
        return DONE
    if name in SILENT:
        if walk.catching is not None:
            walk.print(unknown(values), call.spot)
        return Outcome(usual=0, about=about)
    if (name in PRINTING or name == "git") and interpreter is None:
        if name != "git" or walk.catching is not None or text_of_first(values) not in QUIET_IN_GIT:
            walk.print(unknown(values), call.spot)
        usual = None if name == "git" and any(it == Literal("--quiet") for it in values) else 0
        return Outcome(usual=usual, fails=1 if usual is None else None, about=about or (UNKNOWN,))
    return _unknown(walk, call, name, values)


def text_of_first(values: Sequence[Value]) -> str:
    """The first argument that is no option."""
    texts = (text_of(it) for it in values if isinstance(it, Literal))
    return next((it for it in texts if not it.startswith("-")), "")


def _unknown(walk: Walk, call: Call, name: str, values: Sequence[Value], lack: Lack | None = None) -> Outcome:
    """A program of which nothing is known but what it is given, and that it may lack here."""
    given = walk.state.variables.get(walk.given, Literal("")) if walk.given is not None else None
    walk.emit(Run(name, tuple(values), call.spot, given, hushed=walk.hushed, missing=lack is not None))
    made = unknown([*values, *([given] if given is not None else [])])
    if walk.sinks.get(1) is not Stream.STDOUT:
        walk.print(made, call.spot)
    if any(isinstance(walk.sinks.get(it), Stream) for it in (1, 2)):
        walk.not_whole()
    if walk.sinks.get(1) is Gone.NOWHERE and name == PLACEHOLDER:
        walk.not_whole()
    reads = walk.source.launch is not None or (given is not None and bool(payload_paths(given)))
    program = name if name != PLACEHOLDER else ""
    code = MISSING if lack is None else lack.code
    risks = (Risk(Failure.PROGRAM, call.spot, program, goes_on=True, code=code),) if program and reads else ()
    return Outcome(about=(made,) if made.of else (), risks=risks, present=frozenset({program}))


def _shell_code(walk: Walk, call: Call) -> Outcome | None:
    """`bash -c "…"`: a value in its text is code."""
    index = code_index([it.bare or (None if it.parts else "") for it in call.words])
    if index is None:
        index = next((at + 1 for at, it in enumerate(call.words) if it.bare in ("-c", "-lc", "-ec")), None)
    if index is None or index >= len(call.words):
        return None
    word = call.words[index]
    code: Template = template_of(walk, word.parts, word)
    rest = words_of(walk, call.words[index + 1 :])
    if code.holes:
        walk.emit(Evaluate(code.value(), f"{call.name or 'sh'} -c", call.spot))
        walk.not_whole()
        return Outcome(about=tuple(code.holes)[:4])
    before = walk.arguments
    found: list[Outcome] = []

    def inner() -> None:
        walk.arguments = rest[1:]
        walk.state.options = frozenset()
        frames, walk.frames = walk.frames, walk.frames[-1:]
        try:
            found.append(run_code(walk, code))
        finally:
            walk.frames = frames

    try:
        walk.subshell(inner)
    finally:
        walk.arguments = before
    return Outcome(status=walk.status) if walk.status is not None else USUAL
