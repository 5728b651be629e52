"""Converts a matcher to another dialect's language, so that it matches the same tools, or says what it cannot match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.suggest import folded
from hookwright.converting.served import served_pattern, speaks_of_servers
from hookwright.matching.matcher import Form, Matcher, alternatives, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import usual_name
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.language import Language, Pattern
from hookwright.patterns import late_pattern
from hookwright.policies.translation import served_name
from hookwright.samples.matcher_examples import tools_text

_RULE = late_pattern(r"([\w.-]+)\((.*)\)", re.DOTALL)


class ConvertedMatcher(Struct, frozen=True):
    """The matchers that replace the old one (None matches everything), and what they cannot express.

    `rule` is the permission rule that the old one was, for a dialect that has a key for those.  `dead` says why the
    hook no longer runs for all that it ran for; empty if it does.
    """

    texts: tuple[str | None, ...]
    losses: tuple[str, ...] = ()
    rule: str | None = None
    dead: str = ""


def converted_matcher(
    old: Dialect, row: EventRow, matcher: object, new: Dialect, new_row: EventRow
) -> ConvertedMatcher:
    """The matchers for the new dialect's event; empty if the event cannot express the old one."""
    losses: list[str] = []
    if isinstance(matcher, Mapping):
        others = [name for name, it in matcher.items() if it and name != old.matchers.tool_key]
        losses += (f"the criterion `{name}` is lost: the hook runs whatever its value" for name in others)
        matcher = tools_text(old, matcher)
    parsed = parse_matcher(old.matchers.for_event(row.name), matcher if isinstance(matcher, str) else None)
    if parsed.form is Form.WILDCARD:
        return ConvertedMatcher((_wildcard(parsed.text, new, new_row),), tuple(losses))
    if new_row.subject.kind is not row.subject.kind:
        what = "has no matchers" if new_row.subject.kind is None else f"matches a {new_row.subject.kind.value}"
        loss = f"the matcher `{parsed.text}` is lost: `{new_row.name}` {what} there, so the hook runs every time"
        return ConvertedMatcher((None,), (*losses, loss))
    if parsed.fault is not None:
        return ConvertedMatcher((), (*losses, f"the matcher `{parsed.text}` cannot be read: {parsed.fault.message}"))
    language = new.matchers.for_event(new_row.name)
    rule = _RULE.fullmatch(parsed.text or "") if parsed.language.pattern is Pattern.PERMISSION else None
    if rule is not None:
        name = _tool(rule[1], new)
        if new.condition.key is None:
            losses.append(f"`({rule[2]})` of the matcher is lost: the hook runs on every `{name}`")
        return ConvertedMatcher((name,), tuple(losses), rule=f"{name}({rule[2]})")
    names = [it.text for it in alternatives(parsed)]
    if names:
        return ConvertedMatcher(listed(_renamed(names, old, new, new_row, losses), language), tuple(losses))
    if row.subject.kind is MatchSubject.TOOL and speaks_of_servers(str(parsed.text), old):
        return _of_servers(parsed, old, new, language, losses)
    return _pattern(parsed, language, losses)


def _of_servers(parsed: Matcher, old: Dialect, new: Dialect, language: Language, losses: list[str]) -> ConvertedMatcher:
    """An expression over tools of MCP servers, in the names that these have there."""
    text = str(parsed.text)
    served = served_pattern(text, old, new)
    if served is not None:
        return _pattern(parse_matcher(parsed.language, served), language, losses)
    named = new.servers.prefix_of("SERVER")
    dead = f"the matcher `{text}` misses tools of MCP servers, whose names begin with `{named}` there; write it anew"
    return replace(_pattern(parsed, language, losses), dead=dead)


def _wildcard(text: str | None, new: Dialect, row: EventRow) -> str | None:
    """The same spelling of what matches everything, if that is one there, too."""
    is_one = parse_matcher(new.matchers.for_event(row.name), text).form is Form.WILDCARD
    return text if is_one and row.subject.kind is not None else None


def _renamed(names: list[str], old: Dialect, new: Dialect, row: EventRow, losses: list[str]) -> list[str]:
    if row.subject.kind is not MatchSubject.TOOL:
        return names
    # A tool of the agent's own may be called as those of a server are elsewhere.
    found = [(served_name(it, old, new) if old.tool(it) is None else None) or _tool(it, new) for it in names]
    losses += (
        f"`{after}` does not say there which server `{before}` is of"
        for before, after in zip(names, found, strict=True)
        if before.startswith(old.servers.prefix) and before != after and served_name(after, new, old) != before
    )
    losses += (
        f"`{before}` is `{after}` there, which stands for more than that"
        for before, after in zip(names, found, strict=True)
        if before != after and old.tool(before) is not None and _tool(after, old) != before and old.tool_equivalents
    )
    strange = [it for it in found if new.tools and new.tool(it) is None and not it.startswith(new.servers.prefix)]
    losses += (f"`{it}` is not a known tool of {new.title}" for it in strange)
    return list(dict.fromkeys(found))


def _tool(name: str, new: Dialect) -> str:
    known = new.tool(name)
    if known is None:
        # What has no vocabulary of its own is given the names that most have.
        same = next((it.name for it in new.tools if folded(it.name) == folded(name)), name)
        return new.tool_equivalents.get(name, same if new.tool_equivalents else usual_name(name))
    # A name of former times, which another agent may use for a tool of today.
    return known.replaced_by if known.renamed and known.replaced_by else known.name


def listed(names: Sequence[str], language: Language) -> tuple[str | None, ...]:
    """One matcher for all names if the language has lists, else one for each; None, for all, if there are none."""
    if not names:
        return (None,)
    joined = "|".join(names)
    parsed = parse_matcher(language, joined)
    if [it.text for it in alternatives(parsed)] == list(names) and parsed.fault is None:
        return (joined,)
    return tuple(names)


def _pattern(parsed: Matcher, language: Language, losses: list[str]) -> ConvertedMatcher:
    """A regular expression as the new dialect anchors it, or a glob if that has globs."""
    text, old = str(parsed.text), parsed.language
    if old.pattern is not language.pattern:
        return ConvertedMatcher(
            (), (*losses, f"the matcher `{text}` is a {old.pattern.value}, which is not supported there")
        )
    if old.pattern is Pattern.REGEX and old.whole != language.whole:
        text = f".*(?:{text}).*" if language.whole else f"^(?:{text})$"
    fault = parse_matcher(language, text).fault
    if fault is not None:
        return ConvertedMatcher((), (*losses, f"the matcher `{text}` cannot be read there: {fault.message}"))
    losses.extend(_as_names(text, language))
    return ConvertedMatcher((text,), (*losses, f"the names that `{text}` is meant to match may be different there"))


def _as_names(text: str, language: Language) -> Iterator[str]:
    if parse_matcher(language, text).form is not Form.PATTERN:
        yield f"`{text}` is read as names there, not as an expression"
