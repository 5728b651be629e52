"""Objects that a script prints in another form than JSON: that of Python or JavaScript, or with single quotes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import is_read, uses_with
from hookwright.analysis.rule import Finding, Fix, given
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.policies.printed import find_object
from hookwright.scripts.effects import Language, Print, Stream
from hookwright.scripts.values import Literal, Record, Value, wording
from hookwright.text import Edit, Span

_KEY = late_pattern(r"['\"]?(?P<key>[A-Za-z]\w+)['\"]?\s*:")
_REFUSES = late_pattern(r"\b(?:deny|block)\b")
# What prints in each language, and what makes JSON of a value there.
_CALLS = {
    Language.PYTHON: (late_pattern(r"print\((?P<value>(?:(?!\b(?:file|end|sep)=).)*)\)\Z"), "json.dumps"),
    Language.JAVASCRIPT: (late_pattern(r"console\.log\((?P<value>[^`]*)\)\Z"), "JSON.stringify"),
}


def objects_that_are_no_json(subject: ScriptSubject) -> Iterator[Finding]:
    """The objects that the agent would read, if they were JSON."""
    for it in subject.script.prints:
        keys = _keys(it.value) if it.stream is Stream.STDOUT else frozenset()
        uses = uses_with(subject, partial(_would_read, keys)) if keys else ()
        if uses:
            severity = Severity.ERROR if _REFUSES.search(wording(it.value)) else None
            yield finding_at(it.spot, _message(subject, it), tuple(_fixes(subject, it)), severity, uses=uses)


def _keys(value: Value) -> frozenset[str]:
    """The keys of an object that is printed in another form."""
    if isinstance(value, Record):
        return frozenset(it.key for it in value.members)
    text = value.value.strip() if isinstance(value, Literal) and isinstance(value.value, str) else ""
    if not (text.startswith("{") and text.endswith("}")) or find_object(text) is not None:
        return frozenset()
    return frozenset(found["key"] for found in _KEY.finditer(text))


def _would_read(keys: frozenset[str], use: ScriptUse) -> bool:
    known = {it.path[0] for it in use.row.outputs}
    return is_read(use) and use.reaction(0).reads_output and not known.isdisjoint(keys)


def _message(subject: ScriptSubject, printed: Print) -> str:
    language = subject.script.language
    if not isinstance(printed.value, Record):
        return "this is not JSON, so the agent does not read it; put keys and texts in double quotes"
    form = f"this prints an object as {language} shows it, which is not JSON, so the agent does not read it"
    return f"{form}; print `{_CALLS[language][1]}(…)` of it" if language in _CALLS else form


def _fixes(subject: ScriptSubject, printed: Print) -> Iterator[Fix]:
    spot, language = printed.spot, subject.script.language
    if spot.file or not isinstance(printed.value, Record) or language not in _CALLS:
        return
    form, makes_json = _CALLS[language]
    found = form.match(subject.text[spot.start : spot.end])
    if found is not None and (language is Language.JAVASCRIPT or "import json" in subject.text):
        start, end = spot.start + found.start("value"), spot.start + found.end("value")
        edit = Edit(Span(start, end), f"{makes_json}({found['value']})")
        yield Fix(f"Print it with `{makes_json}`", given(edit), preferred=True)
