"""Guards that only speak of reading files: what changes such a file, and shows nothing of it, is harmless for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call
from hookwright.attacking.forms.variants import Aim
from hookwright.patterns import late_pattern

_READS = late_pattern(r"(?i)\bread(?:s|ing)?\b(?! (?:the )?(?:event|input|json|payload|hook|stdin|tool))")
_CHANGES = late_pattern(r"(?i)writ|edit|modif|chang|overwrit|delete|deleti|protect|access to|touch")
_PRINTS = late_pattern(r"(?<!\$)\b(?:(?:cat|less|more|head|tail|bat)\b|grep\|)[^\n$\"]{0,160}(?<!\w)\.env\b")
"""A pattern about programs that print, with the file behind them."""
_PIPES = late_pattern(r">&\d|\d?>/dev/null|[=-]>")
"""What a script has for itself, and not for a file that it writes."""
_WRITES = late_pattern(r"(?i)>|\b(?:tee|cp|mv|rm|dd|truncate|touch|chmod|perl|python3?)\b|sed\b.{0,6}-i")
_FILE = late_pattern(r"(?<!\w)\.env\b")
_CHANGING = frozenset({"Write", "Edit"})
_SECRETS, _PROTECTED = "secrets", "protected"
_APPENDED = Call(
    command="echo 'MODE=test' >> .env",
    why="It adds a line to the file and shows nothing of it, and the guard only speaks of reading.",
    seed="env file",
)


def only_reads(texts: Iterable[str], tools: frozenset[str]) -> bool:
    """Whether a guard is asked about no tool that changes files, and its texts speak of reading and of no change.

    `tools` are their usual names.
    """
    whole = "\n".join(texts)
    return _CHANGING.isdisjoint(tools) and _READS.search(whole) is not None and not _CHANGES.search(whole)


def only_prints(text: str, tools: frozenset[str]) -> bool:
    """Whether a guard is asked about no tool that changes files, and has patterns of what prints `.env` only."""
    lines = [_PIPES.sub("", it) for it in text.split("\n") if _FILE.search(it)]
    changes = (_WRITES.search(it) or _CHANGES.search(it) for it in lines)
    return _CHANGING.isdisjoint(tools) and any(map(_PRINTS.search, lines)) and not any(changes)


def speaks_of_reading(path: str, texts: Iterable[str]) -> bool:
    """Whether a line that names the file speaks of reading it, and none of changing it: other rules may be of that."""
    name = path.rpartition("/")[2]
    lines = [it for text in texts for it in text.replace("\\", "").split("\n") if name in it]
    return any(map(_READS.search, lines)) and not any(map(_CHANGES.search, lines))


def of_reading(aims: Sequence[Aim]) -> list[Aim]:
    """The aims without changes of the files that may not be read; a change that shows nothing is harmless."""
    secret = {seed.name for it in aims if it.name == _SECRETS for seed in it.seeds}
    found = []
    for it in without_changes(aims):
        harmless = (_APPENDED,) if it.name == _SECRETS and _APPENDED.seed in secret else ()
        danger = replace(it.danger, harmless=(*it.danger.harmless, *harmless))
        found.append(replace(it, danger=danger))
    return found


def without_changes(aims: Sequence[Aim]) -> list[Aim]:
    """The aims without changes of the files that may not be read."""
    secret = {seed.name for it in aims if it.name == _SECRETS for seed in it.seeds}
    kept = (
        replace(it, seeds=tuple(seed for seed in it.seeds if it.name != _PROTECTED or seed.name not in secret))
        for it in aims
    )
    return [it for it in kept if it.seeds]
