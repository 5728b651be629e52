"""What `logging` prints: warnings and worse on stderr, as long as nothing else is said."""

from __future__ import annotations

from hookwright.scripts.effects import Print, Stream
from hookwright.scripts.python.arguments import Given
from hookwright.scripts.python.streams import stream_of
from hookwright.scripts.python.texts import formatted
from hookwright.scripts.python.things import NONE, Known, Listing, Thing, text_of
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Text

LOGGER = Known("logging.getLogger()")
_LEVELS = {
    "debug": 10,
    "info": 20,
    "warning": 30,
    "warn": 30,
    "error": 40,
    "exception": 40,
    "critical": 50,
    "fatal": 50,
}
_TO_FILES = ("FileHandler()", "RotatingFileHandler()", "TimedRotatingFileHandler()", "NullHandler()", "SysLogHandler()")


def configured(walk: Walk, given: Given) -> Thing:
    """`logging.basicConfig(…)`."""
    level = given.keywords.get("level")
    if isinstance(level, Known):
        walk.log_level = _LEVELS.get(level.name.rpartition(".")[2].lower(), walk.log_level)
    elif level is not None:
        walk.log_level = 0
    if "filename" in given.keywords:
        walk.log_stream = None
    elif "handlers" in given.keywords:
        it = walk.object(given.keywords["handlers"])
        for one in it.things if isinstance(it, Listing) else (UNKNOWN,):
            _add(walk, one)
    elif "stream" in given.keywords:
        walk.log_stream = stream_of(given.keywords["stream"])
        if walk.log_stream is None:
            walk.doubt()
    return NONE


def _add(walk: Walk, handler: Thing) -> None:
    """A handler, which says where records go."""
    if isinstance(handler, Known) and handler.name.endswith(_TO_FILES):
        walk.log_stream = None
    elif handler == Known("logging.StreamHandler()"):
        walk.log_stream = Stream.STDERR
    elif handler == Known("logging.StreamHandler(sys.stdout)"):
        walk.log_stream = Stream.STDOUT
    else:
        walk.doubt()


def logged(walk: Walk, method: str, given: Given) -> Thing:
    """A method of `logging` or of a logger."""
    if method == "addHandler":
        _add(walk, given.args[0] if given.args else UNKNOWN)
    level = _LEVELS.get(method)
    if level is None or not given.args or level < walk.log_level or walk.log_stream is None:
        return LOGGER if method == "getChild" else NONE
    pattern = text_of(given.args[0])
    values = walk.make(Listing(tuple(given.args[1:])))
    value = walk.plain(given.args[0]) if pattern is None else formatted(walk, pattern, values)
    # The level and the logger's name come before it.
    walk.emit(Print(walk.log_stream, Text((UNKNOWN, value)), walk.spot(given.node)))
    return NONE
