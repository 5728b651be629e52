"""What people write in a matcher that belongs to some other language: permission rules, globs, lists with commas."""

from __future__ import annotations

import re

from msgspec import Struct

from hookwright.analysis.matchers.expressions import is_expression
from hookwright.analysis.matchers.texts import MatcherText, pieces, trimmed
from hookwright.analysis.suggest import folded
from hookwright.matching.matcher import Name
from hookwright.matching.regex import holds, syntax_fault
from hookwright.matching.tool_pattern import tool_alternatives
from hookwright.model.language import Pattern
from hookwright.patterns import late_pattern

_CALL = late_pattern(r"([A-Za-z_][\w-]*)\((.*)\)", re.DOTALL)
_RULE_MARK = late_pattern(r"[:/\s]|(?:^|[^.\])\\])\*$")
_GLOB = late_pattern(r"[\w./?*-]*\*[\w./?*-]*")
_LAZY = late_pattern(r"\*\?")
_PREFIX = late_pattern(r"[\w-]+\*")
_STARS = late_pattern(r"\*+")


class RulePiece(Struct, frozen=True):
    """A piece such as `Bash(git:*)`: the tool as the dialect spells it, and what is in the parentheses."""

    piece: Name
    tool: str
    argument: str

    @property
    def text(self) -> str:
        """The rule, with the tool as the dialect spells it."""
        return f"{self.tool}({self.argument})"

    @property
    def covers_all(self) -> bool:
        """Whether the rule covers every call of its tool."""
        return self.argument.strip() in ("", "*", "**", ":*")

    @property
    def is_regex(self) -> bool:
        """Whether the argument is written as no permission rule can be."""
        return "\\" in self.argument or ".*" in self.argument


class Glob(Struct, frozen=True):
    """A piece such as `mcp__*`, and the regular expression that says the same."""

    piece: Name
    pattern: str


def permission_rules(text: MatcherText) -> tuple[RulePiece, ...]:
    """The pieces that are permission rules and match no known tool; a group such as `Task(Create|Update)` is none."""
    if not text.is_regex or not text.is_of_names:
        return ()
    found = (_permission_rule(text, trimmed(piece)) for piece in pieces(text))
    return tuple(it for it in found if it)


def globs(text: MatcherText) -> tuple[Glob, ...]:
    """The pieces that make sense as globs only: what a star repeats in them is a letter, or nothing.

    Where a pattern may match any part, the beginning of a name with a star behind it matches what was meant.
    """
    if not text.is_regex:
        return ()
    found = ((piece, _pattern_of(piece.text)) for piece in map(trimmed, pieces(text)))
    wanted = (it for it in found if text.language.whole or not _PREFIX.fullmatch(it[0].text))
    return tuple(Glob(piece, pattern) for piece, pattern in wanted if pattern)


def with_bars(text: MatcherText) -> str | None:
    """The text with `|` for its commas, where they stand between names and are read as part of them.

    In a regular expression that is where any character follows some of the names, such as `mcp__github__.*`.
    """
    if "," not in text.text or not text.is_of_names or (text.matcher.names and not text.is_regex):
        return None
    if "," in text.language.separators and not text.is_regex:
        return None
    if text.language.pattern is not Pattern.REGEX and "|" not in text.language.separators:
        return None
    names = [it.strip() for it in re.split("[,|]", text.text) if it.strip()]
    run = r"|\.[*+]" if text.is_regex else ""
    name = re.compile(f"(?:[A-Za-z0-9_{re.escape(text.language.name_characters)}]{run})+")
    return "|".join(names) if len(names) > 1 and all(name.fullmatch(it) for it in names) else None


def joined(text: MatcherText) -> tuple[str, ...]:
    """The names, or `Tool(pattern)`s, that are joined where the language takes one alone; none if it is one."""
    if text.language.pattern not in (Pattern.NONE, Pattern.PERMISSION) or text.language.separators:
        return ()
    if is_expression(text):
        return ()
    alone = [text.text[start:end].strip() for start, end in tool_alternatives(text.text)]
    if len(alone) == 1 and "," in text.text:
        alone = [it.strip() for it in text.text.split(",")]
        if not all(re.fullmatch(r"[\w-]*", it) for it in alone):
            return ()
    found = tuple(dict.fromkeys(it for it in alone if it))
    return found if len(alone) > 1 else ()


def without_blanks(text: MatcherText) -> str | None:
    """The text without the blanks around its bars, where they belong to the pattern and can only be a slip."""
    if not text.is_regex or not text.is_of_names or text.matcher.names:
        return None
    found = pieces(text)
    bare = [it.text.strip() for it in found]
    between = "|".join(it.text for it in found).strip()
    if len(found) < 2 or "|".join(bare) == between or not all(it and not re.search(r"\s", it) for it in bare):
        return None
    return "|".join(bare)


def _permission_rule(text: MatcherText, piece: Name) -> RulePiece | None:
    call = _CALL.fullmatch(piece.text)
    if call is None or call[2].startswith("?") or not _is_one_group(call[2]):
        return None
    known = next((it.name for it in text.tools if folded(it.name) == folded(call[1])), None)
    marked = _RULE_MARK.search(call[2]) is not None
    if not marked and known is None:
        return None
    # A mark means that no tool can match, unless there are alternatives.
    if (not marked or "|" in call[2]) and _matches_some_tool(text, piece.text):
        return None
    return RulePiece(piece, known or call[1], call[2])


def _is_one_group(argument: str) -> bool:
    depth = 0
    for char in argument:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return True


def _matches_some_tool(text: MatcherText, pattern: str) -> bool:
    language = text.language
    if syntax_fault(pattern, language.flavor) is not None:
        return False
    return any(holds(pattern, it.name, whole=language.whole, flavor=language.flavor) for it in text.tools)


def _pattern_of(glob: str) -> str | None:
    if not _GLOB.fullmatch(glob) or _LAZY.search(glob):
        return None
    starts = glob.startswith("*")
    if not starts and (".*" in glob or ("." in glob and "/" not in glob and "*." not in glob)):
        return None
    literal = glob.replace(".", r"\.").replace("?", ".")
    return _STARS.sub(lambda _: ".*", literal)
