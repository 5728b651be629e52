"""Exit codes: `process.exit(…)`, and what else the script sets of what comes with the runtime."""

from __future__ import annotations

from hookwright.scripts.effects import Exit, SetExitCode
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.things import NOTHING, UNDEFINED, Args, Thing
from hookwright.scripts.values import Literal, Spot


def leave_script(run: Interpreter, args: Args, spot: Spot) -> Thing:
    code = args.at(0)
    if code in NOTHING:
        code = run.variable(run.exit_code)
    run.emit(Exit(exit_code(code), spot))
    run.alive = False
    return UNDEFINED


def exit_code(thing: Thing) -> int | None:
    """The exit code that a value stands for; None where only a run can tell."""
    if thing in NOTHING:
        return 0
    value = thing.value if isinstance(thing, Literal) else None
    if isinstance(value, str) and value.strip().isdigit():
        value = int(value)
    return int(value) & 0xFF if isinstance(value, int | float) else None


def set_exit_code(run: Interpreter, value: Thing, spot: Spot) -> None:
    """`process.exitCode = …`."""
    run.write(run.exit_code, value)
    run.emit(SetExitCode(exit_code(value), spot))
