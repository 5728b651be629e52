"""What waits for an answer of the user: `readline`, packages that ask, and the terminal itself."""

from __future__ import annotations

from hookwright.scripts.asking import AskUser, Source
from hookwright.scripts.effects import Failure, Risk
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.things import FOREIGN, UNDEFINED, Args, Thing
from hookwright.scripts.values import UNKNOWN, Literal, Spot
from hookwright.shell.programs import word_set

TERMINAL = Literal("/dev/tty")
# Packages by what reads the answer, and their functions that ask; what they export themselves asks, too.
_SOURCES = {
    "inquirer": Source.STDIN,
    "@inquirer/prompts": Source.STDIN,
    "prompts": Source.STDIN,
    "enquirer": Source.STDIN,
    "@clack/prompts": Source.STDIN,
    "readline-sync": Source.TERMINAL,
}
PACKAGES = frozenset(_SOURCES)
_ASKS = word_set(
    "prompt confirm input number password select checkbox editor search rawlist expand text multiselect "
    "question questionNewPassword questionInt questionEMail keyIn keyInYN keyInYNStrict keyInSelect keyInPause"
)


def asked(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`rl.question("…")` of `readline`; without a text it only reads a line."""
    if args.at(0) not in (Literal(""), UNDEFINED):
        run.emit(AskUser("question", Source.STDIN, spot))
    run.vague()
    for callback in args.callbacks():
        run.call(callback, Args((UNKNOWN,)), spot)
    return UNKNOWN


def asked_by_package(run: Interpreter, name: str, spot: Spot) -> Thing:
    """A call of something that a package exports."""
    package = name if name in _SOURCES else name.rpartition(".")[0]
    if package in _SOURCES and (name == package or name.rpartition(".")[2] in _ASKS):
        run.emit(AskUser(package, _SOURCES[package], spot))
    run.vague()
    return FOREIGN


def opened_terminal(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`fs.openSync("/dev/tty")` and its like, to read from it."""
    mode = args.at(1)
    if not (isinstance(mode, Literal) and isinstance(mode.value, str) and mode.value[:1] in ("w", "a")):
        run.emit(AskUser("/dev/tty", Source.TERMINAL, spot))
        run.emit(Risk(Failure.OTHER, spot))
    return UNKNOWN
