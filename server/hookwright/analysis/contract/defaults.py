"""What a script takes where an environment variable is missing, as its text has it behind the variable."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hookwright.analysis.script_subject import ScriptSubject
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language, ReadInput, ReadVariable

_IN_SHELL = late_pattern(r"\w:?[-=+?](.*)\}", re.DOTALL)
_BEHIND = {
    Language.PYTHON: late_pattern(r"['\"]?\s*(?:,|\)\s*or\b|(?P<asks>(?:not\s+)?in\b))\s*(?P<value>[^\s,;)]*)"),
    Language.JAVASCRIPT: late_pattern(r"['\"]?(?:(?P<asks>\s+in\b)|\]?[!)]*\s*(?:\|\||\?\??))\s*(?P<value>[^\s,;)]*)"),
}
_ALTERNATIVE = late_pattern(r"(?:\bor\b|\|\||\?\?|:-)\s*[^\s]*\Z")
_FIXED = late_pattern(r"['\"][\w -]*['\"]\Z|[\w-]*\Z")
_NOTHING = frozenset(
    {"", "$1", "${1}", "${1:-}", "${1-}", "''", '""', "'{}'", '"{}"', "{}", "[]", "None", "null", "undefined", "``"}
)
_ASSIGNED = late_pattern(r"\s*(?:(?:export|local|const|let|var)\s+)?(?P<name>\w+)(?:\s*:[^=\n]+)?\s*=")
_GIVES_UP = late_pattern(r"\b(?:exit|return|raise|throw)\b")
_NEAR = 160
_READS = late_pattern(
    r"\bstdin\b|\bcat\s*[)|;&\n]|\bread\s+-|\bread\s+\w+|\breadFileSync\(\s*0|\bopen\(\s*0|(?<![\w.])input\("
)


def goes_without(subject: ScriptSubject, reads: Sequence[ReadVariable], believed: str) -> bool:
    """Whether the script is ready for a variable to be missing; `believed` is what people think that it has.

    An empty default is none for a part of the payload, unless the script may find that on stdin.
    """
    in_shell = subject.script.language is Language.SHELL
    defaults = [_default(subject, it) for it in reads]
    if any(defaults):
        return True
    if believed.startswith("."):
        ready = all(
            it is not None or (read.tolerant and not in_shell) for read, it in zip(reads, defaults, strict=True)
        )
        return ready and _may_read_input(subject)
    asked = believed and not believed.isidentifier() and not in_shell
    if any(it is not None or _has_other(subject, read) for read, it in zip(reads, defaults, strict=True)):
        return True
    return bool(asked) and any(it.tolerant for it in reads)


def has_own_default(subject: ScriptSubject, reads: Sequence[ReadVariable], believed: str) -> bool:
    """Whether it is a fixed value that stands in for a variable, and not another variable or what the code asks for.

    An empty one is none for a part of the payload.
    """
    defaults = [_default(subject, it) for it in reads]
    if believed.startswith(".") and not all(defaults):
        return False
    fixed = all(
        it is not None and it != read.name and _FIXED.match(it) for read, it in zip(reads, defaults, strict=True)
    )
    return fixed and not any(_has_other(subject, it) for it in reads)


def _default(subject: ScriptSubject, read: ReadVariable) -> str | None:
    """What stands in for the variable: empty if that is as good as nothing; None if there is no such thing."""
    spot, language = read.spot, subject.script.language
    if spot.file:
        return read.name
    if language is Language.SHELL:
        found = _IN_SHELL.search(subject.text, spot.start, spot.end)
        return None if found is None else _text(found[1])
    behind = _BEHIND[language].match(subject.text, spot.end)
    if behind is None:
        return None
    return read.name if behind["asks"] else _text(behind["value"])


def _has_other(subject: ScriptSubject, read: ReadVariable) -> bool:
    """Whether the script looks elsewhere, before or after, for what it takes from the variable."""
    return _is_alternative(subject, read) or _is_replaced(subject, read)


def _is_replaced(subject: ScriptSubject, read: ReadVariable) -> bool:
    """Whether the next lines ask if what was set to it is empty, and then do something other than to give up."""
    text, spot = subject.text, read.spot
    line = text.rfind("\n", 0, spot.start) + 1
    found = None if spot.file else _ASSIGNED.match(text, line, spot.start)
    if found is None:
        return False
    name = re.escape(found["name"])
    asks = rf"\bnot {name}\b|!{name}\b|-z \"?\$\{{?{name}\b|\b{name} is None\b"
    asked = re.compile(asks).search(text, spot.end, spot.end + _NEAR)
    if asked is None:
        return False
    instead = text[asked.end() : asked.end() + _NEAR].splitlines()[:2]
    return not any(_GIVES_UP.search(it) for it in instead)


def _is_alternative(subject: ScriptSubject, read: ReadVariable) -> bool:
    """Whether the variable is what is taken where something else on its line is missing."""
    start = subject.text.rfind("\n", 0, read.spot.start) + 1
    return not read.spot.file and _ALTERNATIVE.search(subject.text, start, read.spot.start) is not None


def _may_read_input(subject: ScriptSubject) -> bool:
    """Whether the script reads stdin, or looks as if it did where not all of it is understood."""
    if any(isinstance(it, ReadInput) for it in subject.script.effects):
        return True
    return not subject.script.whole and _READS.search(subject.text) is not None


def _text(value: str) -> str:
    return "" if value in _NOTHING else value
