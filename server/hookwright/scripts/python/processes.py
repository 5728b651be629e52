"""Programs that a script starts, and texts that it has read as code."""

from __future__ import annotations

import os.path

from hookwright.scripts.effects import Evaluate, Failure, Risk, Run
from hookwright.scripts.python.arguments import Given
from hookwright.scripts.python.library import QUIET_PROGRAMS
from hookwright.scripts.python.things import NONE, Chosen, Known, Listing, Thing, choices, text_of
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Literal, Text, Value
from hookwright.shell.programs import SHELLS

STARTERS = frozenset(["run", "call", "check_call", "check_output", "Popen", "getoutput", "getstatusoutput"])
_ALWAYS_CHECKED = frozenset({"check_call", "check_output"})
_CAUGHT = frozenset({"check_output", "getoutput", "getstatusoutput", "popen"})
_THROWN_AWAY = Known("subprocess.DEVNULL")
_CODE_AT = 2


def started(walk: Walk, name: str, given: Given) -> Thing:
    """`subprocess.run` and its like; `name` is the function's."""
    what = given.arg(0, "args")
    if what is None:
        walk.doubt()
        return UNKNOWN
    shell = name.startswith("get") or given.flag("shell")
    if shell is not False:
        how = f"subprocess.{name}" if name.startswith("get") else f"subprocess.{name}(shell=True)"
        walk.emit(Evaluate(walk.plain(what), how, walk.spot(given.node)))
        _failing(walk, "", name, given)
        if not is_caught(name, given):
            walk.doubt()
    for it in choices(what) if shell is False else ():
        _program(walk, it, name, given)
    return Known("subprocess.Popen()") if name == "Popen" else UNKNOWN


def _program(walk: Walk, what: Thing, name: str, given: Given) -> None:
    it = walk.object(what)
    words = [*it.things] if isinstance(it, Listing) else [what]
    if not words:
        return
    program = "python" if words[0] == Known("sys.executable") else _name(walk.plain(words[0]))
    arguments = tuple(walk.plain(one) for one in words[1:])
    hushed = given.keywords.get("stderr") == _THROWN_AWAY
    walk.emit(Run(program, arguments, walk.spot(given.node), _input(walk, given), hushed=hushed))
    if os.path.basename(program) in SHELLS and len(arguments) >= _CODE_AT and arguments[0] in _CODES:
        walk.emit(Evaluate(arguments[1], f"{program} -c", walk.spot(given.node)))
    _failing(walk, program, name, given)
    if not is_caught(name, given) and os.path.basename(program) not in QUIET_PROGRAMS:
        walk.doubt()


_CODES = frozenset(Literal(it) for it in ("-c", "-lc", "-ic"))


def _name(value: Value) -> str:
    return value.value if isinstance(value, Literal) and isinstance(value.value, str) else ""


def _failing(walk: Walk, program: str, name: str, given: Given) -> None:
    """A program that is missing, fails or takes too long raises."""
    checked = name in _ALWAYS_CHECKED or given.flag("check") is not False
    may_lack = program not in ("", "python")
    if may_lack or checked or "timeout" in given.keywords:
        walk.emit(Risk(Failure.PROGRAM, walk.spot(given.node), program))


def _input(walk: Walk, given: Given) -> Value | None:
    """What a program reads on stdin; None for the script's own."""
    if "input" in given.keywords:
        return walk.plain(given.keywords["input"])
    source = given.keywords.get("stdin")
    if source == _THROWN_AWAY:
        return Literal("")
    return None if source is None or source == NONE else UNKNOWN


def is_caught(name: str, given: Given) -> bool:
    """Whether what a program prints on stdout does not come out of the script."""
    if name in _CAUGHT or given.flag("capture_output"):
        return True
    out = given.keywords.get("stdout")
    return out is not None and out != NONE and out != Known("sys.stdout") and out != Known("sys.stderr")


def shell_text(name: str, walk: Walk, given: Given) -> Thing:
    """`os.system` and `os.popen`."""
    if given.args:
        walk.emit(Evaluate(walk.plain(given.args[0]), name, walk.spot(given.node)))
    if name != "os.popen":
        walk.doubt()
    return UNKNOWN


def evaluated(name: str, walk: Walk, given: Given) -> Thing:
    """`eval` and `exec`."""
    if given.args:
        walk.emit(Evaluate(walk.plain(given.args[0]), name, walk.spot(given.node)))
    walk.doubt()
    return UNKNOWN


def asked_for(walk: Walk, given: Given) -> Thing:
    """`shutil.which`."""
    for it in choices(given.args[0]) if given.args else ():
        name = text_of(it)
        if name is not None:
            walk.emit(Run(name, (), walk.spot(given.node), asks=True))
    return Chosen((NONE, Text((UNKNOWN, Literal("/")))))
