"""Matchers in an invented expression language, such as `tool == "Edit" && …`, and what they mean."""

from __future__ import annotations

from msgspec import Struct

from hookwright.analysis.matchers.texts import MatcherText
from hookwright.model.language import Pattern
from hookwright.patterns import late_pattern

_QUOTED = r"\"[^\"]*\"|'[^']*'"
_COMPARISON = late_pattern(
    rf"(?P<negated>(?:!|\bnot\b)\s*\(?\s*)?(?P<field>[A-Za-z_][\w.]*)\s*"
    rf"(?P<operator>[!=]==?|[=!]~|~=|(?<=\s)(?:matches|contains|startsWith|endsWith|in|is)(?=\s))\s*"
    rf"(?P<value>{_QUOTED})"
)
_JOINT = late_pattern(r"\s*(?:&&|\|\||\band\b|\bor\b)\s*")
_NAME = late_pattern(r"[\w-]+")
_TOOL = frozenset({"tool", "tool_name", "toolname", "name"})
_EQUAL = frozenset({"==", "===", "is"})
_OR = frozenset({"||", "or"})


class Meaning(Struct, frozen=True):
    """The matcher that says the same, or no more than which tools are meant where `exact` is false."""

    matcher: str
    exact: bool


def is_expression(text: MatcherText) -> bool:
    """Whether the text compares something with a quoted text, which no matcher language does."""
    return _COMPARISON.match(text.text.lstrip(" (")) is not None


def meaning(text: MatcherText) -> Meaning | None:
    """What the expression says of the tool's name, as a matcher; None if it says none, or it cannot be said."""
    comparisons = list(_COMPARISON.finditer(text.text))
    named = [it for it in comparisons if it["field"].lower() in _TOOL]
    if not named or any(it["operator"] not in _EQUAL or it["negated"] for it in named):
        return None
    names = list(dict.fromkeys(it["value"][1:-1] for it in named))
    if not all(_NAME.fullmatch(it) for it in names) and names != ["*"]:
        return None
    joints = [it[0].strip() for it in _JOINT.finditer(_COMPARISON.sub("x", text.text))]
    matcher = _joined(text, names)
    only_names = len(named) == len(comparisons) and all(it in _OR for it in joints)
    # What a tool's name is joined with by "or" may hold for other tools as well.
    if matcher is None or (not only_names and (len(names) > 1 or any(it in _OR for it in joints))):
        return None
    return Meaning(matcher, exact=only_names)


def _joined(text: MatcherText, names: list[str]) -> str | None:
    bar = text.language.separators[:1] or ("|" if text.language.pattern is Pattern.REGEX else "")
    return bar.join(names) if bar or len(names) == 1 else None
