"""What a matcher text means in its language, and whether it matches a subject."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from hookwright.matching.expressions import remembered
from hookwright.matching.globs import glob_fault, path_matches
from hookwright.matching.regex import Fault, holds, syntax_fault
from hookwright.matching.tool_pattern import parse_tool_pattern
from hookwright.matching.verdict import Verdict, no, quoted, yes
from hookwright.model.language import Criterion, Invalid, Language, OtherNames, Pattern


class Form(StrEnum):
    """How a matcher text is read."""

    WILDCARD = "wildcard"
    NAMES = "names"
    PATTERN = "pattern"


class Name(Struct, frozen=True):
    """One plain name in a matcher; `start` and `end` are indices into the matcher's text."""

    text: str
    start: int
    end: int


class Matcher(Struct, frozen=True, eq=False):
    """A matcher text, read in its language; `text` is None if the file has no matcher.

    The one name of a permission rule is its tool's: what the rule says of the tool's input is not held here.
    `expression` is what is compiled of a pattern; the `names` of one are compared exactly as well.
    """

    language: Language
    text: str | None
    form: Form
    names: tuple[Name, ...] = ()
    fault: Fault | None = None
    expression: str = ""


@remembered(maxsize=4096)
def parse_matcher(language: Language, text: str | None) -> Matcher:
    """Reads any text as a matcher; what is wrong with it is in `fault` (C2)."""
    if text is not None and language.strips and text != text.strip():
        return _moved(parse_matcher(language, text.strip()), text)
    entries = None if text is None else _entries(language, text)
    if text is None or text in language.wildcards or any(it.text in language.wildcards for it in entries or ()):
        return Matcher(language, text, Form.WILDCARD)
    if language.served_mark and text.startswith(language.served_mark):
        return _of_servers(language, text)
    if language.names and _names(language.name_characters + language.separators).fullmatch(text):
        return Matcher(language, text, Form.NAMES, tuple(_split(text, language.separators, trims=language.trims)))
    if language.pattern is Pattern.PERMISSION:
        return _tool_pattern(language, text)
    if language.pattern is Pattern.NONE:
        return Matcher(language, text, Form.PATTERN, fault=Fault("only plain names are supported here", 0, len(text)))
    if language.pattern is Pattern.GLOB:
        message = glob_fault(text)
        return Matcher(language, text, Form.PATTERN, fault=Fault(message, 0, len(text)) if message else None)
    if entries is None:
        return Matcher(language, text, Form.PATTERN, fault=syntax_fault(text, language.flavor), expression=text)
    expression = "|".join(it.text for it in entries)
    fault = syntax_fault(expression, language.flavor)
    if fault is not None and expression != text:
        fault = Fault(fault.message, 0, len(text))
    return Matcher(language, text, Form.PATTERN if entries else Form.NAMES, entries, fault, expression)


def _of_servers(language: Language, text: str) -> Matcher:
    """The matcher for tools of MCP servers alone, without the mark that says so."""
    rest, ahead = text.removeprefix(language.served_mark), len(language.served_mark)
    expression = ".*" if rest == "*" else rest
    fault = syntax_fault(expression, language.flavor)
    if fault is not None:
        fault = replace(fault, start=fault.start + ahead, end=fault.end + ahead)
    return Matcher(language, text, Form.PATTERN, fault=fault, expression=expression)


def _moved(found: Matcher, text: str) -> Matcher:
    """The matcher with the places that its parts have in the text with the blanks around it."""
    ahead = len(text) - len(text.lstrip())
    names = tuple(Name(it.text, it.start + ahead, it.end + ahead) for it in found.names)
    fault = found.fault and replace(found.fault, start=found.fault.start + ahead, end=found.fault.end + ahead)
    expression = found.expression or found.text or ""
    return replace(found, text=text, names=names, fault=fault, expression=expression)


def alternatives(matcher: Matcher) -> tuple[Name, ...]:
    """The names of a list, or of a pattern that is nothing but plain names with `|` between them; else none."""
    if matcher.form is not Form.PATTERN or matcher.text is None or matcher.language.pattern is Pattern.PERMISSION:
        return matcher.names
    if matcher.names and all(_names(matcher.language.name_characters).fullmatch(it.text) for it in matcher.names):
        return matcher.names
    found = tuple(_split(matcher.text, "|", trims=False))
    name = _names(matcher.language.name_characters)
    return found if all(name.fullmatch(it.text) for it in found) else ()


def match(matcher: Matcher, subject: str, also: Sequence[str] = ()) -> Verdict:
    """Whether the matcher matches the subject, or one of its other names, and why; an invalid pattern does not (C2)."""
    verdict = _match(matcher, subject)
    if verdict.matched or verdict.undecided or matcher.form is Form.WILDCARD:
        return verdict
    if matcher.language.other_names is OtherNames.NEVER:
        return verdict
    for name in also:
        if matcher.form is Form.PATTERN and matcher.language.other_names is OtherNames.EXACT:
            matched = any(it.text == name for it in matcher.names)
        else:
            matched = _match(matcher, name).matched
        if matched:
            return yes(f"{quoted(matcher.text or '')} matches {quoted(name)}, another name of {quoted(subject)}")
    return verdict


def _match(matcher: Matcher, subject: str) -> Verdict:
    match matcher.form:
        case Form.WILDCARD:
            return yes(_why_everything(matcher.text))
        case Form.NAMES:
            return _match_names(matcher, subject)
        case Form.PATTERN:
            return _match_pattern(matcher, subject)


def hold_criterion(name: str, criterion: Criterion, text: str, ways: Sequence[str]) -> Verdict:
    """Holds a criterion's text against its subject, in any of the `ways` in which that can be written (A4).

    If there is none, as the call lacks the subject, the criterion is skipped, not failed (A5).
    """
    matcher = parse_matcher(criterion.language, text)
    if matcher.form is Form.WILDCARD:
        return yes(f"`{name}`: {match(matcher, '').because}")
    if not ways:
        return yes(f"`{name}` is skipped: there is no {criterion.subject} to compare {quoted(text)} with")
    verdicts = [match(matcher, it) for it in ways]
    told = next((it for it in verdicts if it.matched), None) or max(verdicts, key=lambda it: it.undecided)
    return replace(told, because=f"`{name}`: {told.because}")


def _tool_pattern(language: Language, text: str) -> Matcher:
    rule = parse_tool_pattern(text)
    if isinstance(rule, str):
        return Matcher(language, text, Form.PATTERN, fault=Fault(rule, 0, len(text)))
    form = Form.NAMES if rule.tool == text else Form.PATTERN
    return Matcher(language, text, form, (Name(rule.tool, 0, len(rule.tool)),))


def _match_names(matcher: Matcher, subject: str) -> Verdict:
    held = quoted(subject)
    if not matcher.names:
        return no(f"{quoted(matcher.text or '')} names nothing")
    matched = any(it.text == subject for it in matcher.names)
    if len(matcher.names) == 1:
        name = quoted(matcher.names[0].text)
        return Verdict(matched, f"{held} is exactly {name}" if matched else f"{held} is not {name}")
    return Verdict(matched, f"{held} is {'one' if matched else 'not one'} of {quoted(matcher.text or '')}")


def _match_pattern(matcher: Matcher, subject: str) -> Verdict:
    pattern = matcher.text or ""
    shown, language = quoted(pattern), matcher.language
    if language.pattern is Pattern.REGEX and any(it.text == subject for it in matcher.names):
        return yes(f"{quoted(subject)} is exactly {quoted(subject)}")
    if matcher.fault and language.pattern is Pattern.REGEX and language.invalid is Invalid.LITERAL:
        plain = pattern.strip() if language.strips else pattern
        return Verdict(plain == subject, f"{shown} is not a valid expression, so it is compared as plain text")
    if matcher.fault:
        because = f"{shown} is not valid, so it matches nothing: {matcher.fault.message}"
        return Verdict(matched=False, because=because, broken=True)
    if matcher.language.pattern is Pattern.PERMISSION:
        named = any(it.text == subject for it in matcher.names)
        return Verdict(named, f"{quoted(subject)} is {'' if named else 'not '}the tool of {shown}")
    if matcher.language.pattern is Pattern.GLOB:
        fits = path_matches(pattern, subject) or _covers_tools(language, pattern, subject)
        return Verdict(fits, f"{shown} {'matches' if fits else 'does not match'} {quoted(subject)}")
    if language.served_mark and pattern.startswith(language.served_mark) and subject in language.own_tools:
        return no(f"{shown} is about tools of MCP servers, and {quoted(subject)} is not one of them")
    matched = holds(matcher.expression, subject, whole=language.whole, flavor=language.flavor)
    if matched is None:
        because = f"{shown} takes so long on {quoted(subject)} that it was given up"
        return Verdict(matched=False, because=because, undecided=True)
    if matcher.language.whole:
        return Verdict(matched, f"{shown} {'matches' if matched else 'does not match'} the whole of {quoted(subject)}")
    return Verdict(matched, f"{shown} is {'' if matched else 'not '}found in {quoted(subject)}")


def _covers_tools(language: Language, text: str, tool: str) -> bool:
    """Whether a text stands for all tools of a server, or for those of none, and the tool is one of them."""
    mark = language.server_mark
    if not mark:
        return False
    if text == language.builtin:
        return not tool.startswith(mark)
    return text.startswith(mark) and tool.startswith(f"{text}/")


def _why_everything(text: str | None) -> str:
    if text is None:
        return "no matcher: everything matches"
    return f"{quoted(text)} matches everything" if text else "an empty matcher matches everything"


def _entries(language: Language, text: str) -> tuple[Name, ...] | None:
    """The alternatives that are compared exactly, too, without the blanks around them; None if there are none."""
    if language.names or not language.separators or text.startswith(("^", "(")):
        return None
    return tuple(_split(text, language.separators, trims=True))


def _split(text: str, separators: str, *, trims: bool) -> Iterator[Name]:
    """The pieces between the separators, trimmed where the language trims; empty ones are none."""
    separate = rf"(?:\\.|[^{re.escape(separators)}])+" if separators else ".+"
    for piece in re.finditer(separate, text, re.DOTALL):
        start, end = piece.span()
        if trims:
            start += len(piece[0]) - len(piece[0].lstrip())
            end -= len(piece[0]) - len(piece[0].rstrip())
        if start < end:
            yield Name(text[start:end], start, end)


@lru_cache(maxsize=64)
def _names(characters: str) -> re.Pattern[str]:
    return re.compile(f"[A-Za-z0-9_{re.escape(characters)}]+")
