"""The payloads that an agent really sent, as samples: those that a matcher matches before all others."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from hookwright.engine.journal.payloads import RecordedPayload, recorded_payload, recorded_payloads
from hookwright.engine.journal.place import journal_path
from hookwright.errors import UnreadableInput, UsageError
from hookwright.host import Host
from hookwright.matching.matcher import match, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source
from hookwright.patterns import late_pattern
from hookwright.policies.payloads import input_of
from hookwright.policies.spellings import other_names
from hookwright.samples.built_in import Sample
from hookwright.samples.matcher_examples import tools_text
from hookwright.samples.saved import SampleSet, every_sample
from hookwright.visible import visible_line
from hookwright.wording.ago import ago_words

_MOST = 20
_LONGEST = 60
RECORDED = "recorded-"
"""What the names of these samples begin with; a number follows."""
_NAMED = late_pattern(rf"{RECORDED}(\d{{1,18}})")


def listed_samples(
    dialect: Dialect,
    event: str,
    matcher: object = None,
    *,
    project_dir: str,
    host: Host,
    open_texts: Mapping[str, str] | None = None,
) -> SampleSet:
    """What `every_sample` gives, behind the recorded payloads that fit the matcher and before those that do not.

    A journal that cannot be read is a problem, and takes no other sample with it.
    """
    found = every_sample(dialect, event, matcher, project_dir=project_dir, open_texts=open_texts)
    row = dialect.event(event)
    if row is None or not host.home:
        return found
    try:
        recorded = recorded_samples(dialect, row, project_dir, host, time.time())
    except UnreadableInput as wrong:
        return SampleSet(found.samples, (*found.problems, str(wrong)))
    taken = {it.name.casefold() for it in found.samples}
    own = [it for it in recorded if it.name not in taken]
    fits = [_fits(dialect, row, matcher, it) for it in own]
    first = tuple(it for it, fit in zip(own, fits, strict=True) if fit)
    last = tuple(it for it, fit in zip(own, fits, strict=True) if not fit)
    return SampleSet((*first, *found.samples, *last), found.problems)


def recorded_samples(dialect: Dialect, row: EventRow, project_dir: str, host: Host, now: float) -> tuple[Sample, ...]:
    """The newest whole payloads of the event in the project, of those that look alike only the last.

    `now` is in seconds since 1970.  Raises UnreadableInput.
    """
    path = journal_path(host)
    found = recorded_payloads(path, dialect=dialect.id, event=row.name, project=project_dir, limit=10 * _MOST)
    alike: dict[tuple[str, str], Sample] = {}
    for it in found:
        about = what_it_is_about(dialect, row, it.it.payload)
        if not it.it.cut and len(alike) < _MOST:
            name = f"{RECORDED}{it.number}"
            said = Sample(name, label_of(it, row, about, now), it.it.payload, recorded=True)
            alike.setdefault((it.it.tool, about), said)
    return tuple(alike.values())


def record_named(name: str, host: Host) -> dict[str, Any] | None:
    """What `keep_sample` takes, of the recorded payload that a sample of this name is; None for any other name.

    Raises UsageError if it is no longer there, and UnreadableInput.
    """
    number = _NAMED.fullmatch(name)
    if number is None:
        return None
    found = recorded_payload(journal_path(host), int(number[1]))
    if found is None:
        raise UsageError(f"There is no recorded payload `{name}`", "`hookwright samples EVENT` lists them")
    it = found.it
    return {
        "dialect": it.dialect,
        "event": it.event,
        "project": it.project,
        "payload": dict(it.payload),
        "payloadTruncated": it.cut,
    }


def label_of(recorded: RecordedPayload, row: EventRow, about: str, now: float) -> str:
    """`Bash, 3 minutes ago: npm test`, with the text in backticks."""
    head = f"{visible_line(recorded.it.tool) or row.name}, {ago_words(now - recorded.it.at)}"
    shown = visible_line(about).replace("`", "'")
    if len(shown) > _LONGEST:
        shown = f"{shown[: _LONGEST - 1]}…"
    return f"{head}: `{shown}`" if shown.strip() else head


def what_it_is_about(dialect: Dialect, row: EventRow, payload: Mapping[str, Any]) -> str:
    """The command, the path or the first other text of the input, or the event's own first text; empty without one."""
    own = input_of(dialect, payload)
    if own is not None:
        keys = (*dialect.calls.commands, *dialect.calls.paths, *dialect.calls.arguments, *own)
        return next((it for it in _texts(own, keys)), "")
    fields = tuple(it.name for it in row.payload if it.source is Source.PAYLOAD and it.name != row.subject.field)
    return next((it for it in _texts(payload, fields)), "")


def _texts(values: Mapping[str, Any], keys: tuple[str, ...]) -> Iterator[str]:
    return (it for key in keys if isinstance(it := values.get(key), str) and it.strip())


def _fits(dialect: Dialect, row: EventRow, matcher: object, sample: Sample) -> bool:
    """Whether the agent would run a hook with this matcher, as far as the name tells that it is compared with."""
    text = tools_text(dialect, matcher) if isinstance(matcher, Mapping) and dialect.matchers.criteria else matcher
    subject = row.subject.found_in(sample.payload)
    if row.ignores_matchers or not isinstance(text, str) or subject is None:
        return True
    parsed = parse_matcher(dialect.matchers.for_event(row.name), text)
    return match(parsed, subject, other_names(dialect, row, subject)).matched
