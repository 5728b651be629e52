"""Code that commands are given: by `eval`, `source`, `trap` and `sh -c`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hookwright.scripts.effects import Block, Bounds, Effect, Evaluate, Exit, Handler, Print, Run, Scope, Try, effects
from hookwright.scripts.shell.assigned import ASSIGNMENT, assigned_by
from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.ends import exit_script
from hookwright.scripts.shell.frames import Frame
from hookwright.scripts.shell.launching import beside
from hookwright.scripts.shell.lost_files import ends_without_source, lost_source
from hookwright.scripts.shell.state import DONE, FAILED, USUAL, Outcome, merged
from hookwright.scripts.shell.templates import Template, split_at, text_of
from hookwright.scripts.shell.units import Unit, imported_unit, unit_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import template_of, value_of
from hookwright.scripts.values import UNKNOWN, Literal, Text, Value
from hookwright.shell.tree import Word

_MOST_NESTED = 4
_DASH_ENDS = 2
_SIGNALS = frozenset({"INT", "TERM", "HUP", "QUIT", "PIPE", "ALRM", "USR1", "USR2", "WINCH", "DEBUG", "RETURN", "CHLD"})


def evaluate(walk: Walk, call: Call) -> Outcome:
    """`eval`: what is written out is followed; values are code, but where `@sh` of `jq` has quoted them."""
    code = _joined(walk, call.words[1:])
    if not code.holes:
        return run_code(walk, code)
    value = code.value()
    if isinstance(value, Text) and (assigned := _quoted_assignments(value)) is not None:
        walk.state.variables.update(assigned)
        return USUAL
    walk.emit(Evaluate(value, call.name, call.spot))
    walk.not_whole()
    return Outcome(about=tuple(code.holes)[:4])


def _joined(walk: Walk, words: Sequence[Word]) -> Template:
    found = Template()
    for it in words:
        if found.text:
            found.write(" ", it.start, exact=False)
        found.add(template_of(walk, it.parts, it))
    return found


def _quoted_assignments(value: Text) -> dict[str, Value] | None:
    """The variables that `NAME='…'` sets, where nothing else is said; None if more is, or a value is not quoted."""
    pieces = split_at(value, "'")
    if len(pieces) % 2 == 0:
        return None
    found: dict[str, Value] = {}
    for before, quoted in zip(pieces[::2], pieces[1::2], strict=False):
        name = text_of(before).strip(" \t\n;") if isinstance(before, Literal) else ""
        named = ASSIGNMENT.fullmatch(name.removeprefix("export ").removeprefix("local ").strip())
        if named is None:
            return None
        found[named[1]] = quoted
    last = pieces[-1]
    return found if isinstance(last, Literal) and not text_of(last).strip(" \t\n;") else None


def run_code(walk: Walk, code: Template, *, tail: bool = False) -> Outcome:
    """Does code that is written out in words."""
    unit = unit_of(code.text, walk.unit.file, code.places)
    return run_unit(walk, unit, tail=tail)


def run_unit(walk: Walk, unit: Unit, *, tail: bool = False) -> Outcome:
    """Does all of a text."""
    if not unit.readable or walk.nested >= _MOST_NESTED:
        walk.not_whole()
        return Outcome()
    kept, walk.unit = walk.unit, unit
    walk.nested += 1
    walk.assigned |= frozenset(assigned_by(unit.reader.drafts))
    try:
        walk.block(unit.reader.block, tail=tail)
    finally:
        walk.unit = kept
        walk.nested -= 1
    return Outcome(status=walk.status) if walk.status is not None else USUAL


def sourced(walk: Walk, call: Call) -> Outcome:
    """`source`: the text of a file of the script's folder is followed."""
    if len(call.words) < 2:
        return DONE
    path = value_of(walk, call.words[1])
    found = file_beside(walk, path)
    if found is None and (lacking := lost_source(walk, path)) is not None:
        walk.emit(Run(lacking, (), call.spot, Literal(""), missing=True))
        if ends_without_source(walk):
            exit_script(walk, Literal(_DASH_ENDS), call.spot)
        return FAILED
    if found is None or (found[0] in walk.files and walk.nested):
        walk.not_whole()
        return USUAL
    if walk.source.launch is None or "return" not in found[1]:
        return run_file(walk, *found)
    return _left_by_return(walk, lambda: run_file(walk, *found))


def _left_by_return(walk: Walk, do: Callable[[], Outcome]) -> Outcome:
    """Does a file that `return` leaves as it does a function."""
    frame, outcomes = Frame(Bounds.FUNCTION), list[Outcome]()
    walk.frames.append(frame)
    try:
        done = walk.inside(lambda: outcomes.append(do()))
    finally:
        walk.frames.pop()
    if not frame.ends:
        walk.emit(*done)
        return outcomes[0]
    walk.emit(Scope(done, Bounds.FUNCTION))
    walk.state = merged((*frame.ends, walk.state))
    return USUAL


def run_file(walk: Walk, name: str, text: str, *, tail: bool = False) -> Outcome:
    """Does all of a file of shell code."""
    note_file(walk, name)
    return run_unit(walk, imported_unit(text, name), tail=tail)


def note_file(walk: Walk, name: str) -> None:
    """Notes that a file was followed."""
    if name not in walk.files:
        walk.files.append(name)


def file_beside(walk: Walk, path: Value) -> tuple[str, str] | None:
    """The file of the script's folder that a path means, with its text; None if it is elsewhere.

    Where it is known how the script is started, it may lie elsewhere too.
    """
    known = beside(walk, path)
    for name in [*([known] if known is not None else []), *_names(path)]:
        text = walk.source.beside(name)
        if text is not None:
            return name, text
    return None


def _names(path: Value) -> list[str]:
    """The paths from the script's folder on that a path may mean, the likeliest first.

    What is before the last text that is written out may be that folder, or one around it.
    """
    last = path.parts[-1] if isinstance(path, Text) else path
    text = text_of(last) if isinstance(last, Literal) else ""
    steps = [it for it in text.split("/") if it not in ("", ".")]
    if ".." in steps or (path is not last and not text.startswith("/")):
        return []
    return ["/".join(steps[index:]) for index in range(len(steps))]


def trapped(walk: Walk, call: Call) -> Outcome:
    """`trap`: what is done at the end of the script, or where a command fails."""
    words = call.words[1:]
    if words and words[0].text in ("--", "-p", "-l"):
        words = words[1:]
    names = {(it.bare or "").upper().removeprefix("SIG") for it in words[1:]}
    if not names or names <= _SIGNALS or (words[0].bare in ("-", "")):
        return DONE
    code = template_of(walk, words[0].parts, words[0])
    action = _action(walk, code)
    if names & {"ERR", "ZERR"}:
        if walk.out is walk.root and not walk.nested:
            walk.wrap(lambda body: _handled(body, action, call))
            walk.state.options |= {"err"}
        else:
            walk.not_whole()
    if names & {"EXIT", "0"} and any(isinstance(it, Exit | Print) for it in effects(action)):
        if walk.out is walk.root:
            walk.wrap(lambda body: Try(body, (), action, call.spot))
        else:
            walk.not_whole()
    return DONE


def _handled(body: Block, action: Block, call: Call) -> Effect:
    return Try(body, (Handler(None, action, call.spot),), (), call.spot)


def _action(walk: Walk, code: Template) -> Block:
    """What the code of a trap does; an exit with the status that the script has anyway is none."""
    if code.holes:
        walk.not_whole()
        return ()
    before = walk.state
    walk.state = before.copy()
    walk.state.status = UNKNOWN
    with walk.guard():
        done = walk.inside(lambda: run_code(walk, code))
    walk.state = before
    return tuple(it for it in done if not (isinstance(it, Exit) and it.code is None))
