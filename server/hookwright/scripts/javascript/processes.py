"""Other programs: those that are started with their arguments, and commands that a shell reads."""

from __future__ import annotations

from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Evaluate, Failure, Risk, Run
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import written
from hookwright.scripts.javascript.literals import template_parts
from hookwright.scripts.javascript.stdin import FILES
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.texts import concat
from hookwright.scripts.javascript.things import UNDEFINED, Args, Closure, Native, Record, Row, Thing
from hookwright.scripts.values import UNKNOWN, Literal, Spot, Text, Value

_WORD = late_pattern(r"\s*(?:[A-Za-z_]\w*=\S*\s+)*([\w./@+-]+)")
_CAPTURED = late_pattern(r"(?:\s*\.(?:nothrow|cwd|env)\([^()]*\))*\s*\.(?:text|json|quiet|lines|blob|arrayBuffer)\(")
_SHELL = ("exec", "execSync")
_STARTS = ("spawn", "spawnSync", "execFile", "execFileSync", "fork")
_THROWS = ("execSync", "execFileSync")


def is_starter(name: str) -> bool:
    """Whether a function of `child_process` or Bun starts a program."""
    return name in _SHELL + _STARTS


def start(run: Interpreter, name: str, args: Args, spot: Spot) -> Thing:
    """A call of such a function; its result is that of the program, which is unknown."""
    listed = run.content(args.at(1))
    words = listed if isinstance(listed, Row) else None
    options = next((it for it in (run.content(one) for one in args.things[1:]) if isinstance(it, Record)), None)
    callbacks = [*args.callbacks()]
    if name in _SHELL or _option(options, "shell") not in (UNDEFINED, Literal(value=False)):
        parts = [args.at(0), *(part for it in (words.items if words else ()) for part in (Literal(" "), it))]
        _evaluate(run, name, concat(run, *parts), spot)
    else:
        _run(run, args.at(0), words, options, spot)
    if name in _THROWS:
        run.emit(Risk(Failure.PROGRAM, spot, _program(run.export(args.at(0)))))
    if _inherits(run, options):
        run.vague()
    for callback in callbacks:
        run.call(callback, Args((UNKNOWN, UNKNOWN, UNKNOWN)), spot)
    return Native("child()") if name in ("spawn", "exec", "execFile", "fork") else UNKNOWN


def _evaluate(run: Interpreter, name: str, command: Thing, spot: Spot) -> None:
    run.emit(Evaluate(run.export(command), name, spot))


def _run(run: Interpreter, program: Thing, words: Row | None, options: Record | None, spot: Spot) -> None:
    arguments = tuple(run.export(it) for it in words.items) if words else ()
    if words is not None and words.open:
        arguments = (*arguments, UNKNOWN)
    given = _option(options, "input")
    stdin: Value | None = run.export(given) if given is not UNDEFINED else Literal("")
    if given is UNDEFINED and _inherits(run, options, stdin=True):
        stdin = None
    run.emit(Run(_program(run.export(program)), arguments, spot, stdin))


def _program(value: Value) -> str:
    """The first word of a command; empty if it is not written out."""
    value = value.parts[0] if isinstance(value, Text) else value
    found = _WORD.match(value.value) if isinstance(value, Literal) and isinstance(value.value, str) else None
    return found[1] if found else ""


def _option(options: Record | None, key: str) -> Thing:
    slot = options.slots.get(key) if options is not None else None
    return written(slot.value) if slot is not None else UNDEFINED


def _inherits(run: Interpreter, options: Record | None, *, stdin: bool = False) -> bool:
    """Whether the program prints on the script's own stdout, or reads its stdin."""
    stdio = _option(options, "stdio")
    if stdio == Literal("inherit"):
        return True
    listed = run.content(stdio)
    position = 0 if stdin else 1
    if not isinstance(listed, Row) or len(listed.items) <= position:
        return False
    own = FILES if stdin else (Literal(1), Native("process.stdout"))
    return listed.items[position] in (Literal("inherit"), *own)


def start_bun(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`Bun.spawn([program, …])`."""
    listed = run.content(args.at(0))
    if not isinstance(listed, Row) or not listed.items:
        run.emit(Run("", (), spot, Literal("")))
        return UNKNOWN
    options = next((it for it in (run.content(one) for one in args.things[1:]) if isinstance(it, Record)), None)
    _run(run, listed.items[0], Row(listed.items[1:], listed.open), options, spot)
    if _option(options, "stdout") == Literal("inherit"):
        run.vague()
    return UNKNOWN


def tagged(run: Interpreter, function: Node, template: Node) -> Thing:
    """A tagged template: `$` of Bun runs a command whose values are quoted; other tags are not known."""

    tag = run.evaluate(function)
    parts = template_parts(run, template)
    if tag == Native("String.raw"):
        return concat(run, *parts)
    if isinstance(tag, Closure):
        return run.call(tag, Args(tuple(parts)), template.spot)
    if tag != Native("Bun.$"):
        run.vague()
        return UNKNOWN
    if _CAPTURED.match(template.page.text[template.end : template.end + 200]) is None:
        run.vague()
    words = tuple(run.export(it) for it in parts[1:] if it != Literal(""))
    run.emit(Run(_program(run.export(parts[0])), words, template.spot, Literal("")))
    run.emit(Risk(Failure.PROGRAM, template.spot, _program(run.export(parts[0]))))
    return UNKNOWN
