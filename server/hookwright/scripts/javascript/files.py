"""Functions of `fs`: what they read or write may be the script's own stdin, stdout and stderr."""

from __future__ import annotations

from hookwright.scripts.effects import Failure, Risk
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.patterns import assign_name
from hookwright.scripts.javascript.prints import stream_of, write
from hookwright.scripts.javascript.questions import TERMINAL, opened_terminal
from hookwright.scripts.javascript.stdin import FILES, read_stdin
from hookwright.scripts.javascript.things import Args, Closure, Native, Thing, alternatives
from hookwright.scripts.values import UNKNOWN, PayloadText, Spot

_READS = ("readFileSync", "readFile")
_OPENS = (*_READS, "openSync", "open", "createReadStream")
_WRITES = ("writeFileSync", "appendFileSync", "writeSync", "writeFile", "appendFile", "write")
_FAILS_NAMES = """
    readdirSync readdir statSync lstatSync stat lstat accessSync access openSync open unlinkSync unlink
    renameSync rename  copyFileSync copyFile rmdirSync readlinkSync
"""
_FAILS = frozenset(_FAILS_NAMES.split())


def call_file(run: Interpreter, name: str, args: Args, spot: Spot) -> Thing | None:
    """What a function of `fs` comes to; None if there is nothing to say of it."""
    callback = args.things[-1] if args.things and isinstance(args.things[-1], Closure) else None
    if args.at(0) == TERMINAL and name in _OPENS and callback is None:
        return opened_terminal(run, args, spot)
    if name in _READS:
        found = _read(run, args.at(0), spot, fails=callback is None)
    elif name in _WRITES and (stream := stream_of(args.at(0))) is not None:
        write(run, stream, args.at(1), spot)
        found = UNKNOWN
    elif name == "readSync" and args.at(0) in FILES:
        return _read_into(run, args, spot)
    elif name == "createReadStream" and args.at(0) in FILES:
        return Native("process.stdin")
    elif name in _FAILS and callback is None and not _only_if_there(args):
        run.emit(Risk(Failure.OTHER, spot))
        return run.unknown(args.at(0))
    elif callback is None:
        return None
    else:
        found = UNKNOWN
    if callback is not None:
        run.call(callback, Args((UNKNOWN, found)), spot)
    return found


def _read(run: Interpreter, file: Thing, spot: Spot, *, fails: bool) -> Thing:
    """The text of a file; `file || 0` may be stdin."""
    options = alternatives(file)
    if any(it in FILES for it in options):
        return join(read_stdin(run, spot), *([UNKNOWN] * (len(options) > 1)))
    if fails:
        run.emit(Risk(Failure.OTHER, spot))
    return run.unknown(file)


def _read_into(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`fs.readSync(0, buffer)`."""
    read_stdin(run, spot)
    if len(args.nodes) > 1 and args.nodes[1].kind == "identifier":
        assign_name(run, args.nodes[1].text, PayloadText())
    return UNKNOWN


def _only_if_there(args: Args) -> bool:
    """`{ throwIfNoEntry: false }`."""
    return any("throwIfNoEntry" in it.text for it in args.nodes[1:])
