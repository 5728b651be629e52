"""What calls of known functions of the library come to."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import partial

from hookwright.scripts.effects import Effect, Exit, Print, ReadArgument, Stream
from hookwright.scripts.python.arguments import Given, made_of
from hookwright.scripts.python.binding import element
from hookwright.scripts.python.library import SAME_PATH
from hookwright.scripts.python.logs import LOGGER, configured
from hookwright.scripts.python.members import ARGUMENTS, ENVIRONMENT, attribute_of
from hookwright.scripts.python.methods import method
from hookwright.scripts.python.paths import added_folder, folder_of, join_paths, same_path
from hookwright.scripts.python.payload import STDIN, parse_text, read_stdin
from hookwright.scripts.python.processes import asked_for, evaluated, shell_text
from hookwright.scripts.python.questions import (
    TERMINAL,
    asked_by_click,
    input_line,
    no_terminal,
    opened_terminal,
    password,
)
from hookwright.scripts.python.streams import as_json, json_written, printed
from hookwright.scripts.python.things import (
    NONE,
    Beside,
    Chosen,
    Dictionary,
    Known,
    Listing,
    Partial,
    Ref,
    Super,
    Thing,
    choices,
    choose,
    text_of,
)
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Argument, Json, Literal, Payload, PayloadText, Text

_STDIN_PATHS = frozenset({"/dev/stdin", "/proc/self/fd/0"})


def _loaded(walk: Walk, given: Given) -> Thing:
    """`json.load`."""
    if given.arg(0, "fp") == STDIN:
        return parse_text(walk, read_stdin(walk, given.node), given.node)
    return UNKNOWN


def _parsed(walk: Walk, given: Given) -> Thing:
    """`json.loads`."""
    return parse_text(walk, given.arg(0, "s") or UNKNOWN, given.node)


def _opened(walk: Walk, given: Given) -> Thing:
    """`open`, `Path`, `io.TextIOWrapper`: stdin, where they are given it."""
    it = given.arg(0)
    if isinstance(it, Beside):
        return join_paths(walk, given)
    if it == STDIN or it == Literal(0) or text_of(it or NONE) in _STDIN_PATHS:
        return STDIN
    return opened_terminal(walk, given) if it == Literal(TERMINAL) else made_of(walk, *given.args)


def _read_descriptor(walk: Walk, given: Given) -> Thing:
    return read_stdin(walk, given.node) if given.arg(0) == Literal(0) else UNKNOWN


def _variable(walk: Walk, given: Given) -> Thing:
    return method(walk, ENVIRONMENT, "get", given) or UNKNOWN


def _first(walk: Walk, given: Given) -> Thing:
    """What gives its argument back, more or less."""
    return given.args[0] if given.args else UNKNOWN


def _as_text(walk: Walk, given: Given) -> Thing:
    """`str(…)`."""
    if not given.args:
        return Literal("")
    if isinstance(given.args[0], Beside):
        return given.args[0]
    kept = [it for it in choices(given.args[0]) if isinstance(it, Payload | PayloadText | Literal | Text | Json)]
    return given.args[0] if len(kept) == len(choices(given.args[0])) else made_of(walk, given.args[0])


def _as_number(walk: Walk, given: Given) -> Thing:
    it = given.args[0] if given.args else Literal(0)
    if isinstance(it, Literal) and it.value is not None:
        try:
            return Literal(int(it.value))
        except (TypeError, ValueError, OverflowError):
            return UNKNOWN
    return made_of(walk, it)


def _as_dictionary(walk: Walk, given: Given) -> Thing:
    """`dict(…)`."""
    if given.args and isinstance(given.args[0], Payload):
        return given.args[0]
    made = walk.make(Dictionary({}, open=given.open))
    return made if method(walk, made, "update", given) is not None else UNKNOWN


def _as_list(walk: Walk, given: Given) -> Thing:
    """`list(…)` and its like."""
    if not given.args:
        return walk.make(Listing(()))
    it = walk.object(given.args[0])
    return walk.make(it if isinstance(it, Listing) else Listing((element(walk, given.args[0]),), open=True))


def _super(walk: Walk, _: Given) -> Thing:
    """`super()`."""
    owner = walk.returns[-1].owner if walk.returns else None
    return Super(owner) if isinstance(owner, Ref) else UNKNOWN


def _copied(walk: Walk, given: Given) -> Thing:
    """`copy.deepcopy(…)`."""
    it = walk.object(given.args[0]) if given.args else None
    return walk.make(it) if it is not None else _first(walk, given)


def _length(walk: Walk, given: Given) -> Thing:
    if given.args == [ARGUMENTS]:
        return Chosen((UNKNOWN,), (Argument(0),))
    it = walk.object(given.args[0]) if given.args else None
    return Literal(len(it.things)) if isinstance(it, Listing) and not it.open else made_of(walk, *given.args)


def _enumerated(walk: Walk, given: Given) -> Thing:
    inner = element(walk, given.args[0]) if given.args else UNKNOWN
    return walk.make(Listing((walk.make(Listing((UNKNOWN, inner))),), open=True))


def _zipped(walk: Walk, given: Given) -> Thing:
    return walk.make(Listing((walk.make(Listing(tuple(element(walk, it) for it in given.args))),), open=True))


def _any_of(walk: Walk, given: Given) -> Thing:
    return _one_of(walk, given, [Literal(value=True), Literal(value=False)])


def _next(walk: Walk, given: Given) -> Thing:
    """`next(…)`: an item, or what is given for none."""
    item = element(walk, given.args[0]) if given.args else UNKNOWN
    return _one_of(walk, given, [item, *given.args[1:2]])


def _one_of(walk: Walk, given: Given, ways: list[Thing]) -> Thing:
    """One of several things; what decides is about the items of the argument."""
    item = element(walk, given.args[0] if given.args else UNKNOWN)
    return choose(ways, [*getattr(item, "about", ()), made_of(walk, item)])


def _partial(_: Walk, given: Given) -> Thing:
    """`functools.partial(…)`."""
    return Partial(given.args[0], tuple(given.args[1:]), given.keywords) if given.args and not given.open else UNKNOWN


def _wrapped(walk: Walk, given: Given) -> Thing:
    """`getattr(…)`: the attribute, where its name is written out."""
    name = text_of(given.args[1]) if len(given.args) > 1 else None
    return attribute_of(walk, given.args[0], name, given.node) if name else made_of(walk, *given.args)


def _arguments(walk: Walk, given: Given) -> Thing:
    """`parse_args`."""
    if not given.args:
        walk.emit(ReadArgument(0, walk.spot(given.node)))
    found: Thing = Argument(0)
    return walk.make(Listing((found, UNKNOWN))) if "known" in ast.unparse(given.node.func) else found


def _usage_error(walk: Walk, given: Given) -> Thing:
    """`parser.error(…)`."""
    ends: list[Effect] = [
        Print(Stream.STDERR, made_of(walk, *given.args), walk.spot(given.node)),
        Exit(2, walk.spot(given.node)),
    ]
    walk.stop(*ends)
    return UNKNOWN


def _stream_handler(_: Walk, given: Given) -> Thing:
    stream = given.arg(0, "stream")
    return Known("logging.StreamHandler(sys.stdout)" if stream == Known("sys.stdout") else "logging.StreamHandler()")


def _printed_error(walk: Walk, given: Given) -> Thing:
    """`traceback.print_exc()`, `warnings.warn(…)`."""
    walk.emit(Print(Stream.STDERR, made_of(walk, *given.args), walk.spot(given.node)))
    return NONE


def _keeps(name: str) -> Callable[[Walk, Given], Thing]:
    return lambda _, __: Known(name)


_PARSER = "argparse.ArgumentParser()"
HANDLERS: Mapping[str, Callable[[Walk, Given], Thing]] = {
    "print": printed,
    "input": input_line,
    "getpass.getpass": password,
    **dict.fromkeys(("click.confirm", "click.prompt", "typer.confirm", "typer.prompt"), asked_by_click),
    "os.isatty": no_terminal,
    "json.load": _loaded,
    "json.loads": _parsed,
    "json.dumps": as_json,
    "json.dump": json_written,
    **dict.fromkeys(("open", "io.open", "os.fdopen", "pathlib.Path", "io.TextIOWrapper", "io.open_code"), _opened),
    "fileinput.input": _keeps("sys.stdin"),
    "os.read": _read_descriptor,
    "os.getenv": _variable,
    "os.environ.get": _variable,
    **dict.fromkeys(("asyncio.run", "asyncio.loop().run_until_complete"), _first),
    "typing.cast": lambda _, given: given.args[-1] if given.args else UNKNOWN,
    "str": _as_text,
    "os.path.join": join_paths,
    "os.path.dirname": folder_of,
    **dict.fromkeys(SAME_PATH, same_path),
    **dict.fromkeys(("sys.path.insert", "sys.path.append"), added_folder),
    "bool": _first,
    **dict.fromkeys(("copy.copy", "copy.deepcopy"), _copied),
    "super": _super,
    "functools.partial": _partial,
    "functools.wraps": _keeps("functools.wraps()"),
    "int": _as_number,
    "dict": _as_dictionary,
    **dict.fromkeys(("list", "tuple", "set", "frozenset", "sorted", "reversed"), _as_list),
    "len": _length,
    "enumerate": _enumerated,
    "zip": _zipped,
    **dict.fromkeys(("any", "all"), _any_of),
    "next": _next,
    "getattr": _wrapped,
    "shutil.which": asked_for,
    "os.system": partial(shell_text, "os.system"),
    "os.popen": partial(shell_text, "os.popen"),
    "eval": partial(evaluated, "eval"),
    "exec": partial(evaluated, "exec"),
    **dict.fromkeys(("asyncio.get_event_loop", "asyncio.new_event_loop"), _keeps("asyncio.loop()")),
    "argparse.ArgumentParser": _keeps(_PARSER),
    **dict.fromkeys((f"{_PARSER}.parse_args", f"{_PARSER}.parse_known_args"), _arguments),
    f"{_PARSER}.error": _usage_error,
    "logging.getLogger": _keeps(LOGGER.name),
    "logging.basicConfig": configured,
    "logging.StreamHandler": _stream_handler,
    # What a module has that is loaded by its path is not known.
    **dict.fromkeys(("importlib.import_module", "importlib.util.module_from_spec"), _keeps("?")),
    **{
        name: _keeps(f"{name}()")
        for name in (
            "logging.FileHandler",
            "logging.NullHandler",
            "logging.handlers.RotatingFileHandler",
            "logging.handlers.TimedRotatingFileHandler",
        )
    },
    **dict.fromkeys(("traceback.print_exc", "traceback.print_exception", "warnings.warn"), _printed_error),
}
