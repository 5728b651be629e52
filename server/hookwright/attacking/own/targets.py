"""What only one guard knows by its name, such as a host or a cluster: it forbids what has the name, or approves that.

A guard of the network may approve some hosts.  Then its holes are calls that reach another one, and have the name of
an approved one somewhere.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import islice

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Danger, Rewording, Seed, dangers
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.examples import GAP, examples
from hookwright.attacking.texts.named_commands import IN_WORDS
from hookwright.files import read_start
from hookwright.patterns import late_pattern

_TOKEN = late_pattern(r"[A-Za-z0-9][\w.-]*[A-Za-z0-9]")
_HINT = late_pattern(
    r"(?i)prod|\blive\b|host|server|target|cluster|context|project|machine|vps|remote|domain|allow|approve|safe|block|deny"
)
"""Words of a line that may have such a name, or of one before its list."""
_COMMENT = late_pattern(r"\s*(?:#|//|\*|\"\"\")")
_END = late_pattern(r"\s*[)\]}]")
_LIST = late_pattern(r"[\w-]+\.(?:txt|conf|list|json|ya?ml|toml)\b")
"""The name of a file with a list that the guard may read."""
_MOST_OF_FILE = 64 * 1024
_LINES = 40
"""How many lines a list may have that are looked at."""
_MOST_NAMES, _MOST_APPROVED = 20, 1
"""About how many names of each kind the guard is asked, and how many that it approves are attacked."""
_HERE = "localhost"
_LABELS = 2
"""So many dots has the name of a host that is below a domain."""
_NO_NAME = late_pattern(
    r"(?i).*\.(?:sh|py|js|mjs|ts|json|txt|md|ya?ml|toml|load|get|argv|stdin|environ|path|compile|search|match)|deny|denied|block(ed)?|allow(ed)?|command"
    r"|reason|decision|bash|(hook|permission)\w+|(host|user|file)names?|local|context|cluster|project|server|delete|apply|\w+_input|0\.0\.0\.0|127\.[\d.]+"
)
"""Names of files and of parts of code, and words of every guard."""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """What is attacked where a name is forbidden, or approved: a command, other forms, and calls of other tools.

    `of_seed` names the danger and the seed with more of them.
    """

    command: str
    why: str
    of_seed: str = ""
    same: tuple[Rewording, ...] = ()
    calls: tuple[Call, ...] = ()
    harmless: tuple[Call, ...] = ()


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    """A command that changes what has the name, and the signs that a guard is about it."""

    command: str
    signs: tuple[str, ...]


class Target(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of what has a name; its names match the `shape`, and the calls that are `asked` show what is meant.

    They may be `of_any_word` of the guard's text, and else only of what its patterns match.  A guard that stops what is
    `alone` forbids a program of that name.  At most so many forbidden names are attacked as `most` says.  Where it has
    `runs`, each of them takes the place of `{run}` in turn.
    """

    kind: str
    other: str
    shape: str
    signs: tuple[str, ...]
    asked: tuple[Call, ...]
    of_any_word: bool = False
    alone: str = ""
    most: int = 2
    runs: tuple[Run, ...] = ()
    forbidden: Side | None = None
    approved: Side | None = None


@lru_cache(maxsize=1)
def targets() -> tuple[Target, ...]:
    """The kinds of what a guard may know by its name."""
    text = (resources.files("hookwright.attacking.own") / "targets.toml").read_text("utf-8")
    every = msgspec.convert(tomllib.loads(text)["targets"], tuple[Target, ...])
    return tuple(one for it in every for one in _of_each_run(it))


def _of_each_run(target: Target) -> Iterator[Target]:
    """The target, or one with each of its runs in the place of `{run}`."""
    if not target.runs:
        yield target
    written = msgspec.json.encode(replace(target, runs=()))
    for it in target.runs:
        command = msgspec.json.encode(it.command)[1:-1]
        made = msgspec.json.decode(written.replace(b"{run}", command), type=Target)
        yield replace(made, kind=f"{target.kind} of `{it.command}`", signs=it.signs)


def names(target: Target, texts: Iterable[str]) -> tuple[str, ...]:
    """The names of that kind which the texts of a guard have near a word such as `host`, those in lists as well."""
    found = dict.fromkeys(it for text in texts for it in _tokens("\n".join(_near(composed(text))), target))
    shape = re.compile(target.shape)
    fit = (it for it in found if shape.fullmatch(it) and not _NO_NAME.fullmatch(it) and it != target.other)
    return tuple(islice(fit, _MOST_NAMES))


def _tokens(text: str, target: Target) -> Iterator[str]:
    """The words of the text, or only those that its patterns match, in small letters if they are hosts."""
    if target.of_any_word:
        yield from (it.lower() for it in _TOKEN.findall(text.replace("\\", "")))
        return
    known = _programs()
    every = (it.replace(GAP, " ") for of_one in examples(text) for it in of_one)
    words = (word for it in every if not IN_WORDS.search(it) for word in _TOKEN.findall(it))
    yield from (it for it in words if it not in known)


@lru_cache(maxsize=1)
def _programs() -> frozenset[str]:
    return frozenset(it.command.split(" ", 1)[0] for danger in dangers().values() for it in danger.seeds)


def lists_of(texts: Iterable[str], folders: Sequence[str]) -> Iterator[str]:
    """The texts of the files with lists that the texts of a guard name, where they are in one of the folders."""
    named = dict.fromkeys(it for text in texts for it in _LIST.findall(text))
    paths = (os.path.join(folder, it) for it in islice(named, _MOST_NAMES) for folder in folders)
    for path in paths:
        if os.path.isfile(path):
            text = read_start(path, _MOST_OF_FILE).decode("utf-8", "replace")
            yield f"hosts = [\n{text}"


def seeds(
    target: Target, named: Iterable[str], stopped: Collection[tuple[str, str]], known: Mapping[str, Danger]
) -> Iterator[tuple[Seed, list[Call], list[Call]]]:
    """A seed, calls and harmless calls for each name that the guard forbids, and for one that it approves."""

    def is_stopped(call: Call, name: str) -> bool:
        return (call.does, filled_in(call.text, name, target.other)) in stopped

    every = [it for it in named if (SHELL, filled_in(target.alone, it, target.other)) not in stopped]
    if target.forbidden is not None:
        is_chosen = not any(is_stopped(it, target.other) for it in target.asked)
        held = [it for it in every if is_chosen and any(is_stopped(call, it) for call in target.asked)]
        for name in held[: target.most]:
            tools = {it.does for it in target.asked if is_stopped(it, name)}
            yield _made(target, name, target.forbidden, known, tools)
    if target.approved is not None:
        stops = [it for it in target.asked if is_stopped(it, target.other)]
        free = [it for it in every if stops and not any(is_stopped(call, it) for call in stops)]
        # The guard may also approve what is below a domain, so the shortest name says most.
        for name in sorted(free, key=lambda it: it.count("."))[:_MOST_APPROVED]:
            tools = {it.does for it in stops}
            yield _made(target, name, target.approved, known, tools)


def _made(
    target: Target, name: str, side: Side, known: Mapping[str, Danger], tools: Collection[str]
) -> tuple[Seed, list[Call], list[Call]]:
    """What is attacked for a name; the guard is asked about these `tools`."""
    own = f"{target.kind} {name}" if side is target.forbidden else f"another {target.kind} than {name}"

    def of_name(it: Call) -> Call:
        command, path, unless = (filled_in(text, name, target.other) for text in (it.command, it.path, it.unless))
        why = filled_in(it.why or side.why, name, target.other)
        return replace(it, command=command, path=path, unless=unless, why=why, seed=own)

    forms, calls = _of_seed(side.of_seed, target.other, name, known) if side.of_seed else ([], [])
    forms += (
        replace(it, command=filled_in(it.command, name, target.other), why=filled_in(it.why, name, target.other))
        for it in side.same
        if _is_another(it.command, name) and _fits(it, name)
    )
    seed = Seed(
        name=own,
        command=filled_in(side.command, name, target.other),
        why=filled_in(side.why, name, target.other),
        same=tuple(forms),
        own=True,
    )
    every = (*calls, *(it for it in side.calls if _is_another(it.path, name)))
    is_fit = {it.does for it in target.asked} - {*tools}
    return (
        seed,
        [of_name(it) for it in every if it.does not in is_fit],
        [of_name(it) for it in side.harmless if it.does not in is_fit and _fits(it, name)],
    )


def _fits(it: Rewording | Call, name: str) -> bool:
    """Whether what is only true of this machine is about it."""
    return name == _HERE or "{here}" not in f"{it.command}{it.why}"


def _is_another(text: str, name: str) -> bool:
    """Whether the text is about another host than the name: one that only ends like it may be below the same domain."""
    return "-{name}" not in text or name.count(".") < _LABELS


def _of_seed(source: str, other: str, name: str, known: Mapping[str, Danger]) -> tuple[list[Rewording], list[Call]]:
    """The forms and calls of a seed of a known danger which name the other one, with the name in its place."""
    danger, _, wanted = source.partition(": ")
    seed = next((it for it in known[danger].seeds if it.name == wanted), None) if danger in known else None
    if seed is None:
        return [], []

    def renamed(text: str) -> str:
        return text.replace(other, name).replace(other.upper(), name.upper())

    forms = [
        replace(it, command=renamed(it.command), signs=()) for it in seed.same if renamed(it.command) != it.command
    ]
    calls = [
        replace(it, path=renamed(it.path), command=renamed(it.command), signs=())
        for it in known[danger].calls
        if it.seed == wanted and renamed(it.text) != it.text
    ]
    return forms, calls


def filled_in(text: str, name: str, other: str) -> str:
    return (
        text.replace("{name}", name).replace("{here}", name).replace("{NAME}", name.upper()).replace("{other}", other)
    )


def _near(text: str) -> Iterator[str]:
    """The lines of code with a word that hints at a name, and those of a list behind such a line."""
    left = 0
    for line in text.split("\n"):
        if _COMMENT.match(line):
            continue
        if _HINT.search(line):
            left = _LINES if line.rstrip().endswith(("(", "[", "{")) else 0
            yield line
        elif left > 0 and not _END.match(line):
            left -= 1
            yield line
        else:
            left = 0
