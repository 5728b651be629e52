"""Exit codes: `process.exit(…)`, and what else the script sets of what comes with the runtime."""

from __future__ import annotations

from hookwright.scripts.effects import Exit, Failure, Print, Risk, SetExitCode, Stream
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.texts import concat
from hookwright.scripts.javascript.things import NOTHING, UNDEFINED, Args, Record, Thing
from hookwright.scripts.values import UNKNOWN, Literal, Spot

_MOST = 1 << 53


def leave_script(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`process.exit(…)`."""
    if not run.alive:
        return UNDEFINED
    code = args.at(0)
    as_set = code in NOTHING
    if as_set:
        code = run.variable(run.exit_code)
    run.emit(Exit(exit_code(code), spot, as_set=as_set))
    run.alive = False
    return UNDEFINED


def exit_code(thing: Thing) -> int | None:
    """The exit code that a value stands for; None if only a run can tell."""
    if thing in NOTHING:
        return 0
    value = thing.value if isinstance(thing, Literal) else None
    if isinstance(value, str) and value.strip().isdigit():
        value = int(value)
    return int(value) & 0xFF if isinstance(value, int | float) and abs(value) <= _MOST else None


def throw(run: Interpreter, error: Thing, spot: Spot) -> None:
    """`throw …`; what nothing catches is printed among other lines."""
    content = run.content(error)
    message = content.slots.get("message") if isinstance(content, Record) else None
    run.thrown.append(error)
    if not run.catching and not run.guards:
        said = concat(run, UNKNOWN, Literal("Error: "), message.value if message else UNKNOWN, UNKNOWN)
        run.emit(Print(Stream.STDERR, run.export(said), spot))
    run.emit(Risk(Failure.OTHER, spot, certain=True))
    run.alive = False


def set_exit_code(run: Interpreter, value: Thing, spot: Spot) -> None:
    """`process.exitCode = …`."""
    run.write(run.exit_code, value)
    run.emit(SetExitCode(exit_code(value), spot))
