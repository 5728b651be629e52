"""What Python scripts do."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

from msgspec.structs import replace

from hookwright.patterns import late_pattern
from hookwright.scripts.effects import (
    Block,
    Branch,
    Effect,
    Handler,
    Language,
    Loop,
    ReadKey,
    Scope,
    Script,
    SetExitCode,
    Try,
)
from hookwright.scripts.source import MOST_BYTES, Source
from hookwright.scripts.values import Literal, Path, Spot

_EXITS_BY_NAME = late_pattern(r"\b(?:exit|_exit|quit|SystemExit)\((\w+)\)")
_SHARED = late_pattern(r"^[ \t]+(?:global|nonlocal)[ \t]+(.+)$", re.MULTILINE)


def read(source: Source) -> Script:
    """What a script does; never raises for what it says."""
    if len(source.text.encode("utf-8", "replace")) > MOST_BYTES:
        return Script(Language.PYTHON, (), whole=False)
    try:
        return _read(source)
    except RecursionError:
        return Script(Language.PYTHON, (), whole=False)


def _read(source: Source) -> Script:
    from hookwright.scripts.python.calls import call_with
    from hookwright.scripts.python.codes import codes_of
    from hookwright.scripts.python.expressions import EXPRESSIONS
    from hookwright.scripts.python.frames import Scope as Names
    from hookwright.scripts.python.lacking import lacking
    from hookwright.scripts.python.parse import parse
    from hookwright.scripts.python.places import Places
    from hookwright.scripts.python.statements import EXECUTORS
    from hookwright.scripts.python.things import Beside
    from hookwright.scripts.python.walk import Walk

    found = parse(source.text)
    walk = Walk(source, EXPRESSIONS, EXECUTORS, call_with)
    walk.exit_names = frozenset(it[1] for it in _EXITS_BY_NAME.finditer(source.text))
    if "global" in source.text or "nonlocal" in source.text:
        walk.shared = frozenset(name.strip() for it in _SHARED.finditer(source.text) for name in it[1].split(","))
    if not found.fault:
        walk.lacking = lacking(found.tree, source.text)
    places = Places(source.text)
    frame = walk.frame(None)
    walk.places_of[frame] = places
    walk.scope = Names(frame, places)
    walk.bind("__name__", Literal("__main__"))
    walk.bind("__file__", Beside(posixpath.basename(source.path) or "script.py"))
    walk.scope.codes = codes_of(walk, found.tree, carries=False)
    walk.coding = len(walk.scope.codes)
    walk.run(found.tree.body)
    if (walk.carried or walk.sets_code) and walk.live:
        walk.emit(SetExitCode(0, Spot(len(source.text), len(source.text))))
    body = tuple(_with_others(walk.block, walk.instead)) if walk.instead else tuple(walk.block)
    whole = walk.whole and not found.fault
    return Script(Language.PYTHON, body, whole, fault=found.fault, files=tuple(walk.files))


def _with_others(block: Iterable[Effect], instead: dict[Path, dict[Path, None]]) -> Block:
    """The block, in which every read of a key names those that are read instead of it."""

    def inner(it: Block) -> Block:
        return _with_others(it, instead)

    found: list[Effect] = []
    for it in block:
        match it:
            case ReadKey(path=path) if path in instead:
                found.append(replace(it, instead=tuple(instead[path])))
            case Branch(about=about, then=then, otherwise=otherwise, spot=spot, empty=empty):
                found.append(Branch(about, inner(then), inner(otherwise), spot, empty))
            case Loop(body=body, spot=spot):
                found.append(Loop(inner(body), spot))
            case Scope(body=body, bounds=bounds):
                found.append(Scope(inner(body), bounds))
            case Try(body=body, handlers=handlers, final=final, spot=spot):
                each = tuple(Handler(one.catches, inner(one.body), one.spot, one.exits) for one in handlers)
                found.append(Try(inner(body), each, inner(final), spot))
            case _:
                found.append(it)
    return tuple(found)
