"""What a script takes where an environment variable is missing, as its text has it behind the variable."""

from __future__ import annotations

import re

from hookwright.analysis.script_subject import ScriptSubject
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language, ReadInput, ReadVariable, effects

_IN_SHELL = late_pattern(r"\w:?[-=+?](.*)\}", re.DOTALL)
_BEHIND = {
    Language.PYTHON: late_pattern(r"['\"]?\s*(?:,|\)\s*or\b|(?P<asks>(?:not\s+)?in\b))\s*(?P<value>[^\s,;)]*)"),
    Language.JAVASCRIPT: late_pattern(r"['\"]?(?:(?P<asks>\s+in\b)|\]?[!)]*\s*(?:\|\||\?\??))\s*(?P<value>[^\s,;)]*)"),
}
_NOTHING = frozenset({"", "''", '""', "'{}'", '"{}"', "{}", "[]", "None", "null", "undefined", "``"})
_READS = late_pattern(
    r"\bstdin\b|\bcat\s*[)|;&\n]|\bread\s+-|\bread\s+\w+|\breadFileSync\(\s*0|\bopen\(\s*0|(?<![\w.])input\("
)


def default_of(subject: ScriptSubject, read: ReadVariable) -> str | None:
    """What stands in for the variable: empty where that is as good as nothing; None where there is no such thing."""
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


def may_read_input(subject: ScriptSubject) -> bool:
    """Whether the script reads stdin, or looks as if it did where not all of it is understood."""
    if any(isinstance(it, ReadInput) for it in effects(subject.script.body)):
        return True
    return not subject.script.whole and _READS.search(subject.text) is not None


def _text(value: str) -> str:
    return "" if value in _NOTHING else value
