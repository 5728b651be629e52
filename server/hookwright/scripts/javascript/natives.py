"""What the functions of the language, Node, Bun and Deno do, by their path; those without a row do nothing of note."""

from __future__ import annotations

from hookwright.scripts.effects import ReadArgument
from hookwright.scripts.javascript import files, language, questions, stdin
from hookwright.scripts.javascript.exits import leave_script
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.language import Handler
from hookwright.scripts.javascript.members import asked_for
from hookwright.scripts.javascript.methods import each, listening
from hookwright.scripts.javascript.modules import import_module
from hookwright.scripts.javascript.prints import CONSOLE, print_line, stream_of, write
from hookwright.scripts.javascript.processes import is_starter, start, start_bun
from hookwright.scripts.javascript.texts import concat
from hookwright.scripts.javascript.things import (
    UNDEFINED,
    Args,
    Closure,
    Native,
    Record,
    Ref,
    Slot,
    Thing,
)
from hookwright.scripts.values import UNKNOWN, Argument, Literal, PayloadText, Spot

_LISTEN = ("on", "once", "addListener")
_UNCAUGHT = ("uncaughtException", "unhandledRejection")
_SAME_NAMES = """
    String Object Promise.resolve structuredClone Object.freeze Object.seal Buffer.from util.promisify
    promisify  url.fileURLToPath url.pathToFileURL fs.realpathSync path.resolve path.normalize
    Bun.fileURLToPath decodeURIComponent  Array.from Promise.all Promise.allSettled URL Bun.pathToFileURL
    fs.promises.realpath
"""
_SAME = frozenset(_SAME_NAMES.split())


def call_native(run: Interpreter, name: str, args: Args, spot: Spot) -> Thing:
    """What a call of a function that comes with the runtime comes to."""
    handler = _TABLE.get(name)
    if handler is not None:
        return handler(run, args, spot)
    root, _, last = name.rpartition(".")
    if name in questions.PACKAGES or root in questions.PACKAGES:
        return questions.asked_by_package(run, name, spot)
    if root == "console":
        if last in CONSOLE:
            print_line(run, CONSOLE[last], args, spot)
        return UNDEFINED
    if root in ("fs", "fs.promises") and (found := files.call_file(run, last, args, spot)) is not None:
        return found
    if root == "child_process" and is_starter(last):
        return start(run, last, args, spot)
    if last in _LISTEN and (root == "process" or stdin.is_stream(Native(root))):
        return _listen(run, root, last, args, spot)
    if last in _LISTEN and root not in ("process.stdout", "process.stderr"):
        return listening(run, Native(root), args, spot)
    if name in _SAME:
        return _same(run, name, args)
    return _quiet(run, args, spot)


def _same(run: Interpreter, name: str, args: Args) -> Thing:
    """What gives back what it is given, as far as is said here."""
    value = args.at(0)
    if name in ("path.resolve", "url.fileURLToPath", "fs.realpathSync") and value != Native("itself"):
        return run.unknown(*args.things)
    if value is UNDEFINED:
        return Literal("") if name == "String" else UNDEFINED
    if name == "String" and isinstance(value, Literal):
        return concat(run, value)
    return value


def _quiet(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """Nothing of note, but what its callbacks do."""
    value = run.unknown(*(it for it in args.things if not isinstance(it, Closure)))
    return run.unknown(value, each(run, args, value, spot))


def _listen(run: Interpreter, emitter: str, method: str, args: Args, spot: Spot) -> Thing:
    """`process.stdin.on(…)`, `process.on(…)`."""
    event, callback = args.at(0), args.at(1)
    if emitter != "process":
        stdin.listen(run, event, callback, spot, once=method == "once")
    elif isinstance(event, Literal) and isinstance(callback, Closure) and run.alive:
        if event.value in _UNCAUGHT:
            run.guards.append((callback, spot))
        elif event.value in ("exit", "beforeExit"):
            run.vague()
    return Native(emitter)


def _read_text(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return stdin.read_stdin(run, spot)


def _read_json(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return stdin.parsed(run, stdin.read_stdin(run, spot), spot)


def _consume_text(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return stdin.read_stdin(run, spot) if stdin.is_stream(args.at(0)) else _quiet(run, args, spot)


def _consume_json(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return _read_json(run, args, spot) if stdin.is_stream(args.at(0)) else _quiet(run, args, spot)


def _read_piece(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return PayloadText()


def _stdin_itself(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return Native("process.stdin")


def _awaited(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`await once(process.stdin, "end")`."""
    if stdin.is_stream(args.at(0)):
        stdin.flush(run)
    return UNKNOWN


def _interface(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`readline.createInterface({ input: process.stdin })`."""
    if stdin.is_stream(args.at(0)):
        return Native("readline()")
    options = run.content(args.at(0))
    source = options.slots.get("input") if isinstance(options, Record) else None
    return Native("readline()") if source is not None and stdin.is_stream(source.value) else UNKNOWN


def _question(run: Interpreter, args: Args, spot: Spot) -> Thing:
    run.vague()
    return _quiet(run, args, spot)


def _slice(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`process.argv.slice(2)` has the arguments."""
    if args.at(0) == Literal(2):
        return Argument(0)
    run.emit(ReadArgument(0, spot))
    return run.unknown(Argument(0))


def _all_arguments(run: Interpreter, args: Args, spot: Spot) -> Thing:
    run.emit(ReadArgument(0, spot))
    return _quiet(run, args, spot)


def _required(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return import_module(run, args.at(0))


def _write_to(name: str) -> Handler:
    stream = stream_of(Native(name))

    def handler(run: Interpreter, args: Args, spot: Spot) -> Thing:
        if stream is not None:
            write(run, stream, args.at(0), spot)
        for callback in args.callbacks():
            run.call(callback, Args(), spot)
        return Literal(value=True)

    return handler


def _bun_file(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return Native("Bun.stdin") if args.at(0) in stdin.FILES else UNKNOWN


def _bun_write(run: Interpreter, args: Args, spot: Spot) -> Thing:
    stream = stream_of(args.at(0))
    if stream is not None:
        write(run, stream, args.at(1), spot)
    return UNKNOWN


def _spawned(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return start_bun(run, args, spot)


_TABLE: dict[str, Handler] = {
    **language.TABLE,
    "process.exit": leave_script,
    "Deno.exit": leave_script,
    "Object.hasOwn": lambda run, args, spot: asked_for(run, args.at(0), args.at(1), spot),
    "process.abort": _question,
    "process.kill": _question,
    "process.stdin.read": _read_piece,
    "process.stdin.pipe": _question,
    "tty.isatty": lambda _run, _args, _spot: Literal(value=False),
    "process.argv.slice": _slice,
    "process.argv.includes": _all_arguments,
    "process.argv.find": _all_arguments,
    "process.argv.indexOf": _all_arguments,
    "process.argv.some": _all_arguments,
    "process.argv.filter": _all_arguments,
    "process.stdout.write": _write_to("process.stdout"),
    "process.stderr.write": _write_to("process.stderr"),
    **{f"process.stdin.{it}": _stdin_itself for it in ("setEncoding", "resume", "pause", "ref", "unref")},
    "Bun.stdin.stream": lambda _run, _args, _spot: Native("Bun.stdin.stream()"),
    "Bun.stdin.text": _read_text,
    "Bun.stdin.json": _read_json,
    "Bun.readableStreamToText": _consume_text,
    "Bun.readableStreamToJSON": _consume_json,
    "Bun.file": _bun_file,
    "Bun.write": _bun_write,
    "Bun.spawn": _spawned,
    "Bun.spawnSync": _spawned,
    "stream.consumers.text": _consume_text,
    "stream.consumers.json": _consume_json,
    "stream.consumers.buffer": _consume_text,
    "events.once": _awaited,
    "stream.promises.finished": _awaited,
    "readline.createInterface": _interface,
    "readline.promises.createInterface": _interface,
    "readline().question": questions.asked,
    "require": _required,
    "import": _required,
    "module.createRequire": lambda _run, _args, _spot: Native("require"),
}


def new_native(run: Interpreter, name: str, args: Args, spot: Spot) -> Thing:
    """What `new name(…)` comes to."""
    if name == "Promise":
        return stdin.promised(run, args.at(0), spot)
    if name == "Function":
        return _TABLE["Function"](run, args, spot)
    if name.endswith("Error"):
        return Ref(run.new(Record({"message": Slot(args.at(0), spot)}, open=True)))
    if name == "Response" and stdin.is_stream(args.at(0)):
        return Native("Bun.stdin")
    if name == "URL" and args.at(0) == Native("itself"):
        return args.at(0)
    if name == "RegExp":
        return Native("RegExp()")
    return _quiet(run, args, spot)
