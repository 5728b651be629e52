"""The text of a guard without what it recommends, allows, says about its own code, or does for itself.

Each character that is left out is a filler, so that what is before it stays apart from what is behind it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from hookwright.patterns import late_pattern

_FILLER = "\x01"
_ADVICE = late_pattern(
    r"""(?im)(?:^|[:.!?;,…>—–]|["'`]|\\n|\b(?:please|then|instead)\b)[ \t]*\b"""
    r"""(?P<said>(?:(?:use|run|try|prefer|consider)\b"""
    r"""|(?:instead|suggestions?|alternatives?|recommended|hint|tip)[ \t]*:)[ \t]*:?[ \t]+(?:"""
    r"""\\?(?P<quote>['`])[^'`"\n]{1,120}(?P=quote)"""
    r"""|(?!\b(?:instead of|rather than)\b)[^\n"'`.;]|\.(?![\s"'`]|$)){2,240})"""
)
"""A sentence that tells what to do, up to its end."""
_BY_PEOPLE = late_pattern(
    r"(?i)\b(?:yourself|manual(?:ly)?|by hand|terminal|outside|the user|ask|approval|permission|never|not)\b|n't\b"
)
"""Where people are to do it, or nobody is, it is no advice to the agent."""
_OWN_OUTPUT = late_pattern(r"(?m)(?:(?<=[\s;{>])|^)console\.(?:log|error|warn|info|debug)(?=\()")
"""What the guard prints itself: a pattern has it in quotes or between slashes."""
_LISTED = late_pattern(
    r"""(?i)(?<![a-z])(?<!dis)(?<!un)(?<!not_)(?:\w*_|is|it)?"""
    r"""(?:safe(?!ty|_?guard)|allow(?:ed|able|list)?|white_?list(?:ed)?|exempt|exclu(?:de|sion)|permitted|ignored?)"""
    r"""(?:_?[a-z]\w*)?["']?[ \t]*(?::[^=\n"'`\[({]{1,40})?(?<![=!<>:])[:=](?![=~])[ \t]*"""
    r"""(?:(?:re\.compile|new (?:RegExp|Set)|frozenset|set|tuple)\(\s*)?(?P<begin>[rRfbu]{0,2}["'/`]|[\[({])"""
)
"""What has a name that says that it is allowed, up to its first sign."""
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_MOST_LISTED = 6_000
_LET_PASS = late_pattern(
    r"(?m)^(?P<condition>[^\n]{1,400}?)"
    r"(?:;[ \t]*then\s+|:\s*|\)\s*\{?\s*|[\"'\])]\s*&&\s*\{?[ \t]*|(?<=\))[ \t]*)"
    r"(?:(?:sys\.|process\.)?exit(?:[ \t]+0\b|\(0?\))|continue\b|return None\b|(?:allow|approve)\(\))"
)
"""A condition on one line whose call passes at once."""
_QUOTED = late_pattern(r"[\"'/]")
_CASE = late_pattern(r"(?m)^[ \t]*\(?(?P<condition>[^\n()]+)\)[ \t]*(?:exit 0|continue|:)?[ \t]*;;")
"""A case of the shell in which nothing is done."""
_NEGATED = late_pattern(
    r"!|\bnot\b|\|\||\belse\b|\bunless\b|\bgrep[^|\n]*[ \t]-\w*v|(?i:\b(?:deny|block|refuse|ask)\w*)"
)
_DOCSTRING = late_pattern(r"(?m)^[ \t]*[rRuU]?(\"{3}|'{3})(?P<said>[\s\S]*?)\1")
_BLOCK = late_pattern(r"(?m)^[ \t]*/\*(?P<said>[\s\S]*?)\*/")
_LINES = late_pattern(r"(?m)^[ \t]*(?:#|//)[^\n]*(?:\n[ \t]*(?:#|//)[^\n]*)*")
_BEHIND = late_pattern(r"(?m)(?<=\S)[ \t]+(?:#|//)[ \t][^\n]*$")
_BEGIN = late_pattern(r"[ \t]*(?:#(?!!)|//)?")
"""What shows that a line is a comment."""
_FORBIDS = late_pattern(
    r"(?i)\b(?:block|den(?:y|ie)|forbid|forbidden|refus|reject|prevent|prohibit|protect|guard|gat(?:e|ing)|stop|intercept"
    r"|catch|never|disallow|dangerous|destructive|irreversible|unsafe|risky|harmful|critical|must not|may not|do not"
    r"|not (?:allow|permit)|don't|cannot|no\b|ask|require|enforce|confirm|approv|warn"
    r"|bloque|verhinder|verbiet|proib|impide)"
    r"|禁止|阻止|拒绝|拦截|防止|ブロック|차단|금지|запре|блокир"
)
"""Words of a sentence that says what the guard is for."""
_PERMITS = late_pattern(
    r"(?i)(?<!not )(?<!never )(?<!n't )\b(?:allow(?:s|ed|ing)?|permit(?:s|ted)?|passes"
    r"|exempt\w*|except(?:ion)?s?|white-?list\w*|safe|harmless"
    r"|legitimate|fine|ok(?:ay)?|known limits?|limitations?|false.positives?|out of scope)\b"
    r"|\b(?:does|do|is|are|was|will) ?(?:not|n't) (?:\w+ )?(?:block|stop|catch|cover|gate|guard|refuse|affect|match)\w*"
    r"|\bNOT (?:gated|blocked)\b"
)
"""Words of a sentence that says what passes."""
_QUOTES = "\"'`"
_LOOP = late_pattern(
    r"(?m)^(?P<indent>[ \t]*)for\b[^\n]*?\b(?:in|of)[ \t]+[\"${]*(?P<name>[A-Za-z_]\w+)"
    r"(?:\[@\]\}\"?|\.items\(\))?"
    r"[ \t]*(?::|\)[ \t]*\{|;[ \t]*do)[ \t]*\n(?P<body>(?:(?P=indent)[ \t]+[^\n]*(?:\n|\Z)|[ \t]*\n)+)"
)
"""A loop over a list that has a name, and what it does with each entry."""
_WARNS = late_pattern(r"(?i)warn|\ballow\w*\(|\bexit(?:[ \t]+0\b|\(0?\))")
_MAY_REFUSE = late_pattern(
    r"(?im)\bexit[ \t(]*[1-9a-z_$]|exitCode|(?<![a-z])(?:den(?:y|ied)|block|refus|reject|forbid|ask|stop"
    r"|abort|fail|die\b)|\breturn\b[ \t]*[^\s;}]|\b(?:raise|throw|yield)\b|\.(?:append|push|add)\("
    r"|^[ \t]*(?:\w+[ \t]+)?\w+[ \t]*\+?=(?!=)"
)
"""What may refuse a call, or keeps what was found for later."""


_NAME = late_pattern(r"\w+")
_DEFINED = late_pattern(r"\b([A-Za-z_]\w+)[ \t]*(?::[^=\n]{1,60})?=[ \t]*(?=[\[({])")
"""Where a name gets a list, up to that."""


def as_said(text: str) -> str:
    """The text without what it recommends to the agent, and without what it prints itself."""
    text = _ADVICE.sub(lambda it: it[0] if _BY_PEOPLE.search(it["said"]) else _without(it, "said"), text)
    return _OWN_OUTPUT.sub(lambda it: _FILLER * len(it[0]), text)


def as_ruled(text: str) -> str:
    """The text without that, without what it allows, and without comments that do not say what it is for."""
    text = _without_allowed(_without_comments(as_said(text)))
    text = _LET_PASS.sub(lambda it: _without(it, "condition") if _lets_pass(it["condition"]) else it[0], text)
    return _CASE.sub(lambda it: _without(it, "condition"), text)


def as_refused(text: str) -> str:
    """The text without that, and without the lists whose entries the guard only warns of."""
    code, ruled = _without_comments(text), as_ruled(text)
    loops: dict[str, list[str]] = {}
    for it in _LOOP.finditer(code):
        loops.setdefault(it["name"], []).append(it["body"])
    warning = {
        name: len(bodies)
        for name, bodies in loops.items()
        if all(_WARNS.search(it) and not _MAY_REFUSE.search(it) for it in bodies)
    }
    for start, end in _lists_of(code, warning):
        ruled = f"{ruled[:start]}{_filled(ruled[start:end])}{ruled[end:]}"
    return ruled


def _lists_of(code: str, loops: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """Where the lists begin and end that are defined once, and used nowhere but in so many loops."""
    if not loops:
        return
    used = Counter(_NAME.findall(code))
    defined: dict[str, list[int]] = {}
    for it in _DEFINED.finditer(code):
        defined.setdefault(it[1], []).append(it.end())
    for name, count in loops.items():
        starts = defined.get(name, [])
        if len(starts) == 1 and used[name] == count + 1:
            yield starts[0], _end(code, starts[0])


def _lets_pass(condition: str) -> bool:
    """Whether calls pass that are as the condition says; it has a text or a pattern that shows them."""
    return bool(_QUOTED.search(condition)) and not _NEGATED.search(condition)


def _without(found: re.Match[str], name: str) -> str:
    start, end = (it - found.start() for it in found.span(name))
    return found[0][:start] + _filled(found[name]) + found[0][end:]


def _filled(text: str) -> str:
    return re.sub(r"[^\n]", _FILLER, text)


def _without_allowed(text: str) -> str:
    parts, at = [], 0
    for it in _LISTED.finditer(text):
        if it.start() < at:
            continue
        start, end = it.start("begin"), _end(text, it.start("begin"))
        parts += [text[at:start], _filled(text[start:end])]
        at = end
    return "".join((*parts, text[at:]))


def _end(text: str, start: int) -> int:
    """Where the text or list ends that begins there; where it begins if that is not clear."""
    at = start
    while text[at] in "rRfbu":
        at += 1
    expected: list[str] = []
    quote = ""
    for place in range(at, min(len(text), at + _MOST_LISTED)):
        sign = text[place]
        if quote:
            if sign == "\n" and quote != "`":
                return start
            if sign == quote and text[place - 1] != "\\":
                quote = ""
        elif sign in _QUOTES or (sign == "/" and place == at):
            quote = sign
        elif sign in _CLOSING:
            expected.append(_CLOSING[sign])
        elif expected and sign == expected[-1]:
            expected.pop()
        if not quote and not expected and place > at:
            return place + 1
    return start


def _without_comments(text: str) -> str:
    text = _DOCSTRING.sub(lambda it: it[0].replace(it["said"], _of_purpose(it["said"])), text)
    text = _BLOCK.sub(lambda it: it[0].replace(it["said"], _of_purpose(it["said"])), text)
    text = _LINES.sub(lambda it: _of_purpose(it[0]), text)
    return _BEHIND.sub(lambda it: it[0] if _is_in_quotes(text, it.start()) else _of_purpose(it[0]), text)


def _of_purpose(comment: str) -> str:
    """The comment with those lines that say what the guard is for, and those that go on with that."""
    return "\n".join(_lines_of_purpose(comment))


def _lines_of_purpose(comment: str) -> Iterator[str]:
    forbids = False
    for line in comment.split("\n"):
        if _FORBIDS.search(line):
            forbids = True
        elif _PERMITS.search(line) or line.lstrip().startswith("#!"):
            forbids = False
        found = _BEGIN.match(line)
        begin = found.end() if found else 0
        yield line if forbids else line[:begin] + _filled(line[begin:])


def _is_in_quotes(text: str, place: int) -> bool:
    """Whether a text has begun on the line before the place, and goes on there."""
    before = text[text.rfind("\n", 0, place) + 1 : place]
    return any(before.count(it) % 2 for it in _QUOTES)
