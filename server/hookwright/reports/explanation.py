"""Which hooks an event would run and why: as JSON with links, as a Markdown page, and as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NotRequired, TypedDict, final

from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot
from hookwright.dialects.outlines import title_of
from hookwright.engine.explain import ConsideredHookJson, ExplanationJson, explanation
from hookwright.engine.plan import make_plan
from hookwright.firing.fire import FireRequest
from hookwright.model.hook import Hook
from hookwright.model.outcome import identity
from hookwright.model.outcome_json import HookJson
from hookwright.paths import uri_of
from hookwright.policies.payloads import stdin_object
from hookwright.syntax.tree import find
from hookwright.text import LineIndex, RangeJson, Span
from hookwright.visible import BOLD, DIM, GREEN, YELLOW, tinted, visible_line
from hookwright.wording.display import code, fence, pretty, prose, shown
from hookwright.wording.phrases import matcher_text

_NONE = "No hooks are configured for this event."
_FILE_START = LineIndex("").range_json(Span(0, 0))


@final
class ExplainedHookJson(TypedDict):
    """A hook that would run, or would not, and why; `asked`: it is at the place that was asked about.

    `range` is where it is in the document of that `uri`.
    """

    hook: HookJson
    uri: str
    range: RangeJson
    matcher: str
    asked: bool
    because: list[str]


class NamedSampleJson(TypedDict):
    """A sample without its payload."""

    name: str
    description: str


@final
class HookExplanationJson(TypedDict):
    """The result of `hookwright/explainHook`; `payload` is what hooks would get on stdin.

    `withheld` says why hookwright itself would run nothing, where that is so.  `sample` is None if the payload is
    the client's; `samples` are the names of those that can be asked with.
    """

    uri: str
    pointer: str
    dialect: str
    dialectTitle: str
    event: str
    sample: NamedSampleJson | None
    samples: list[str]
    payload: Mapping[str, Any]
    matched: list[ExplainedHookJson]
    skipped: list[ExplainedHookJson]
    withheld: NotRequired[str]


AnyExplanation = ExplanationJson | HookExplanationJson
AnyHook = ConsideredHookJson | ExplainedHookJson


def explanation_page(explanation: AnyExplanation) -> str:
    """The page for an `engine.explain.explanation`."""
    lines = [f"# {explanation['event']}: {_count(len(explanation['matched']))} would fire", *_note(explanation)]
    lines += _payload_used(explanation)
    for heading, entries in (("Would fire", explanation["matched"]), ("Would not fire", explanation["skipped"])):
        if entries:
            lines += ["", f"## {heading}", ""]
            lines += [line for entry in entries for line in _entry(entry)]
    return "\n".join(lines) + "\n"


def plain_explanation(
    explanation: AnyExplanation, *, color: bool = False, below: Mapping[str, Iterable[str]] | None = None
) -> str:
    """The same as plain text, for a terminal or a client that cannot open documents.

    `below` has more lines about hooks, by their ids.
    """
    count = _count(len(explanation["matched"]))
    problems = _problems(explanation)
    lines = [f"{tinted(YELLOW, '!', color=color)} {visible_line(it)}" for it in problems]
    lines.append(
        f"{tinted(BOLD, explanation['event'], color=color)} ({title_of(explanation['dialect'])}): {count} would fire"
    )
    if "withheld" in explanation:
        lines.append(f"  {explanation['withheld']}")
    fires, does_not = tinted(GREEN, "fires", color=color), tinted(YELLOW, "does not fire", color=color)
    for word, entries in ((fires, explanation["matched"]), (does_not, explanation["skipped"])):
        for entry in entries:
            lines += _plain_entry(entry, word, color=color)
            lines += (f"      {it}" for it in below[entry["hook"]["id"]]) if below else ()
    if not problems and not explanation["matched"] and not explanation["skipped"]:
        lines.append(f"  {_NONE}")
    return "\n".join(lines) + "\n"


def _plain_entry(entry: AnyHook, word: str, *, color: bool) -> Iterator[str]:
    hook = entry["hook"]
    first, *others = shown(hook["command"] or hook["type"])[0].strip().splitlines() or [hook["type"]]
    yield f"  {word}  {first}"
    yield from (f"    │ {line}" for line in others)
    place = f"{hook['scope']}, {hook['source']} {hook['pointer']}"
    yield f"    {tinted(DIM, visible_line(place), color=color)}"
    yield from (f"    {visible_line(reason)}" for reason in entry["because"])


def _entry(entry: AnyHook) -> Iterator[str]:
    hook = entry["hook"]
    named, place = code(hook["command"] or hook["type"]), f"{code(hook['pointer'])} in {code(hook['source'])}"
    here = ""
    if "uri" in entry:
        here = ", the hook you asked about" if entry["asked"] else ""
        place = f"[{place}]({entry['uri']}#L{entry['range']['start']['line'] + 1})"
    yield f"- {named}, {hook['scope']}, {place}{here}"
    for reason in entry["because"]:
        yield f"  - {prose(reason)}"


def _payload_used(explanation: AnyExplanation) -> Iterator[str]:
    """The sample and its payload, if the explanation is about a place in a file."""
    if "payload" not in explanation:
        return
    sample = explanation["sample"]
    if sample is None:
        used = "Matched against the payload that you gave:"
    else:
        about = f" ({prose(sample['description'])})" if sample["description"] else ""
        used = f"Matched against the sample {code(sample['name'])}{about}:"
    yield from ("", used, "", fence(pretty(explanation["payload"]), "json"))


def _problems(explanation: AnyExplanation) -> Sequence[str]:
    if "problems" not in explanation:
        return ()
    return explanation["problems"]


def _note(explanation: AnyExplanation) -> list[str]:
    problems = [line for it in _problems(explanation) for line in ("", f"> {prose(it)}")]
    if not explanation["matched"] and not explanation["skipped"]:
        return problems or ["", _NONE]
    return [
        *problems,
        "",
        "Nothing was run.",
        *(["", f"{explanation['withheld']}."] if "withheld" in explanation else []),
    ]


def _count(number: int) -> str:
    return "no hook" if number == 0 else "1 hook" if number == 1 else f"{number} hooks"


def hook_explanation(
    request: FireRequest, snapshot: Snapshot, uri: str, uris: Mapping[str, str], *, trusted: bool
) -> HookExplanationJson:
    """The `HookExplanation` of a request at the file of that URI, among all hooks of the snapshot.

    `uris` are those of open documents by path.
    """
    plan = make_plan(request.plan.request, snapshot)
    found = explanation(plan, trusted=trusted)
    files = {it.path: it for it in snapshot.files}
    hooks = {identity(it).id: it for it in snapshot.hooks}
    asked = {identity(it.hook).id for it in request.plan.steps}

    def entry(it: ConsideredHookJson) -> ExplainedHookJson:
        hook = hooks[it["hook"]["id"]]
        return {
            "hook": it["hook"],
            "because": it["because"],
            "uri": uris.get(hook.source) or uri_of(hook.source),
            "range": _range(hook, files.get(hook.source)),
            "matcher": matcher_text(hook.matcher),
            "asked": it["hook"]["id"] in asked,
        }

    dialect, sample = snapshot.dialect, request.sample
    told: HookExplanationJson = {
        "uri": uri,
        "pointer": request.pointer,
        "dialect": dialect.id,
        "dialectTitle": dialect.title,
        "event": plan.row.name,
        "sample": None if sample is None else {"name": sample, "description": request.about_sample},
        "samples": [*request.samples],
        "payload": stdin_object(dialect, plan.row, plan.facts),
        "matched": [entry(it) for it in found["matched"]],
        "skipped": [entry(it) for it in found["skipped"]],
    }
    return {**told, "withheld": found["withheld"]} if "withheld" in found else told


def _range(hook: Hook, file: HookFile | None) -> RangeJson:
    node = find(file.tree, hook.route) if file is not None else None
    return file.tree.lines.range_json(node.span) if file is not None and node is not None else _FILE_START
