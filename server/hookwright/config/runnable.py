"""Which hooks of a file can be run, and in a sentence each, why the others cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct, field

from hookwright.config.faults import (
    FITTING,
    a_kind,
    fault_beside,
    fault_of_duration,
    fault_of_hook,
    fault_of_node,
    is_too_much,
    number_of,
)
from hookwright.config.last_good import sentence
from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.model.codes import Code, Notice
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.field import Field, OnWrong
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Hook
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import MATCHER, TYPE
from hookwright.syntax.tree import Kind, Node, child, plain


class Reason(NamedTuple):
    """Where in the text something is wrong, and a sentence on what becomes of it; `event` is the only one concerned."""

    at: int
    text: str
    code: Code = Code.BROKEN_FILE
    event: str | None = None


class _Report(Struct):
    """What is to be said about one file; `event` is the one whose hooks are read."""

    file: HookFile
    reasons: list[Reason] = field(default_factory=list)
    event: str | None = None

    def say(self, node: Node | int, sentence: str, code: Code | None = None) -> None:
        at = node if isinstance(node, int) else node.start
        code = code or (Code.BROKEN_FILE if self.event is None else Code.HOOK_LEFT_OUT)
        self.reasons.append(Reason(at, sentence, code, self.event))


def runnable_hooks(file: HookFile) -> tuple[tuple[Hook, ...], tuple[Notice, ...]]:
    """The well-formed hooks in the order of the file, and a sentence for each thing that was left out.

    A text with a syntax error has none, nor has a file that the agent skips.  Events that the dialect does not know
    are passed over in silence.  A wrong optional key is left out of the hook's `values`, and the hook runs without it,
    unless that key says what is run or for which calls, or the agent is strict about all keys.
    """
    if file.fault is not None:
        return (), (Notice(sentence(file, file.fault), Code.BROKEN_FILE, file.path),)
    if file.location is not None and file.location.ignored:
        return (), (Notice(f"{file.path}: {file.location.ignored}", Code.FILE_NOT_READ, file.path),)
    if file.is_switched_off:
        return (), ()
    hooks, reasons = readable_hooks(file)
    if file.void is not None:
        hooks, reasons = (), (Reason(file.voided[0].span.start, file.void),)
    return hooks, sentences(file, reasons)


def sentences(file: HookFile, reasons: Iterable[Reason]) -> tuple[Notice, ...]:
    """The reasons, each with the file and the line it is about."""
    lines = file.tree.lines
    return tuple(
        Notice(f"{file.path}:{lines.position(it.at).line + 1}: {it.text}", it.code, file.path, it.event)
        for it in reasons
    )


def readable_hooks(file: HookFile) -> tuple[tuple[Hook, ...], tuple[Reason, ...]]:
    """The same, also of a text that is broken or skipped: its well-formed hooks, and reasons with places."""
    report = _Report(file)
    hooks = tuple(_of_file(report)) if _is_readable(report) else ()
    return hooks, tuple(report.reasons)


def has_readable_hooks(file: HookFile) -> bool:
    """Whether there is any such hook; those behind the first are not read."""
    report = _Report(file)
    return _is_readable(report) and next(_of_file(report), None) is not None


def _is_readable(report: _Report) -> bool:
    file = report.file
    root, hooks = file.tree.root, file.hooks_node
    if root is None or root.kind is not Kind.OBJECT:
        report.say(0, "not a JSON object, so it has no hooks; begin it with `{`")
        return False
    named = file.grammar.nesting.event_key
    wanted, what = (Kind.ARRAY, "a list of hooks") if named else (Kind.OBJECT, "an object of events")
    if hooks is not None and hooks.kind is not wanted:
        report.say(hooks, f"`{file.grammar.hooks_key}` must be {what}, so none of its hooks run")
        return False
    return file.manifest or all(
        _is_right(report, root, it) for it in file.grammar.root if it.required and not it.reading.is_lenient
    )


def _is_right(report: _Report, root: Node, known: Field) -> bool:
    """Whether a key that the file has to have is there, and right."""
    there = child(root, known.name)
    fault = fault_of_node(known, there, plain(there) if there is not None else None)
    if fault is not None:
        report.say(there or root, f"`{known.name}` {fault}, so none of the file's hooks run")
    return fault is None


def _of_file(report: _Report) -> Iterator[Hook]:
    file = report.file
    if file.hooks_node is None:
        for event in file.events:
            report.event = event.name
            report.say(event.key, f"`{event.name}` is outside `hooks`, so its hooks do not run; move it there")
        return
    for _, item in file.strays():
        said = f"a hook must be an object, but this is {a_kind(item.kind)}, so it does not run"
        report.say(item, said, Code.HOOK_LEFT_OUT)
    for event in file.events:
        if event.row is None:
            continue
        report.event = event.row.name
        listed = event.value.kind is Kind.ARRAY or (file.grammar.takes_one and event.value.kind is Kind.OBJECT)
        if not listed and not event.named_by:
            report.say(event.value, f"`{event.name}` must be a list, so its hooks do not run; put it in `[` and `]`")
            continue
        for group in event.groups:
            yield from _of_group(report, event, event.row, group)


def _of_group(report: _Report, event: EventView, row: EventRow, group: GroupView) -> Iterator[Hook]:
    if group.node.kind is not Kind.OBJECT:
        report.say(group.node, f"an entry of `{event.name}` must be an object, so this one is ignored")
        return
    fault = _fault_of_matcher(report, group.matcher) or _fault_beside(report, group)
    if fault is not None:
        report.say(fault[0], f"{fault[1]}, so its hooks do not run")
        return
    if _is_switched_off(report.file.grammar, group.node):
        return
    for hook in group.hooks:
        made = _hook(report, row, group, hook)
        if made is not None:
            yield made


def _fault_of_matcher(report: _Report, matcher: Node | None) -> tuple[Node, str] | None:
    """Where a matcher is wrong, and the beginning of a sentence that says how."""
    matchers = report.file.dialect.matchers
    wanted = Kind.OBJECT if matchers.criteria else Kind.STRING
    if matcher is None or _is_none(report, matcher):
        return None
    if matcher.kind is not wanted:
        return matcher, f"`{MATCHER}` must be {a_kind(wanted)}"
    for known in matchers.fields:
        there = child(matcher, known.name)
        fault = fault_of_node(known, there, there.value) if there is not None else None
        if there is not None and fault is not None:
            return there, f"`{known.name}` {fault}"
    return None


def _is_none(report: _Report, matcher: Node) -> bool:
    """Whether a matcher is as good as none."""
    known = next((it for it in report.file.grammar.group if it.name == MATCHER), None)
    if known is None:
        return False
    return (known.takes.nullable and matcher.kind is Kind.NULL) or (
        known.reading.is_lenient and matcher.kind is not FITTING[known.kind]
    )


def _is_switched_off(grammar: Grammar, group: Node) -> bool:
    key = grammar.nesting.enabled_key
    there = child(group, key) if key else None
    return there is not None and there.value is False


def _fault_beside(report: _Report, group: GroupView) -> tuple[Node, str] | None:
    for name in report.file.dialect.matchers.beside:
        there = child(group.node, name)
        if there is not None and there.kind is not Kind.STRING:
            return there, f"`{name}` must be {a_kind(Kind.STRING)}"
    return None


def _hook(report: _Report, row: EventRow, group: GroupView, view: HookView) -> Hook | None:
    kind = _kind_that_may_run(report, row, group, view)
    if kind is None:
        return None
    values = _values(report, kind, view.node)
    if values is None:
        return None
    found = _matcher_of(report, group, view)
    matcher = plain(found) if found is not None and not _is_none(report, found) else None
    name = values.get("name", _text(child(group.node, "name")))
    return Hook(
        event=row.name,
        source=report.file.path,
        scope=report.file.scope,
        route=view.route,
        type=kind.name,
        body=values[kind.body],
        values=values,
        matcher=matcher,
        beside={it: text for it in report.file.dialect.matchers.beside if (text := _text(child(group.node, it)))},
        name=name if isinstance(name, str) else None,
        timeout=_timeout(report, *_limit(report.file.grammar, kind, group, view)),
        serial=_is_serial(report, group),
        owner=report.file.owner,
    )


def _matcher_of(report: _Report, group: GroupView, view: HookView) -> Node | None:
    """The matcher of the hook: its own, where hooks have some, else that of its group."""
    own = child(view.node, MATCHER) if report.file.grammar.nesting.is_flat else None
    return own if own is not None else group.matcher


def _is_serial(report: _Report, group: GroupView) -> bool:
    key = report.file.dialect.running.serial_key
    there = child(group.node, key) if key is not None else None
    return there is not None and there.value is True


def _kind_that_may_run(report: _Report, row: EventRow, group: GroupView, view: HookView) -> HookType | None:
    nesting = report.file.grammar.nesting
    if view.misplaced or not nesting.holds(group.route, view.route):
        remedy = f"make it an entry of `{row.name}`" if nesting.is_flat else "put it in the list of its group"
        report.say(view.node, f"this hook is in the wrong place and does not run; {remedy}")
    elif view.node.kind is not Kind.OBJECT:
        report.say(view.node, f"a hook must be an object, but this is {a_kind(view.node.kind)}, so it does not run")
    elif view.type is None:
        named = child(view.node, TYPE)
        known = ", ".join(dict.fromkeys(f"`{it.name}`" for it in report.file.grammar.types))
        fault = "has no `type`" if named is None else "has an unknown `type`"
        report.say(named or view.node, f"this hook {fault} and does not run; use {known}")
    elif row.types is not None and view.type.name not in row.types:
        legal = ", ".join(f"`{it}`" for it in row.types)
        report.say(view.node, f"`{row.name}` takes no `{view.type.name}` hooks, so this one does not run; use {legal}")
    else:
        return view.type
    return None


def _values(report: _Report, kind: HookType, node: Node) -> dict[str, Any] | None:
    """The hook's keys as plain values, wrong optional ones left out; None if one is wrong that the hook needs."""
    dialect = report.file.dialect
    needed = needed_keys(dialect, kind)
    all_needed = report.file.grammar.strict_hooks
    whole = plain(node)
    values = dict(whole) if isinstance(whole, dict) else {}
    for known in kind.fields:
        there = child(node, known.name)
        if there is None and not (known.required and known.name != TYPE):
            continue
        fault = fault_of_node(
            known, there, values.get(known.name), of_strings=known.name == dialect.running.arguments_key
        )
        strict = all_needed or known.reading.on_wrong is OnWrong.SKIPS_HOOK
        if fault is None and strict:
            fault = fault_of_hook(known, there) or fault_beside(known, node)
        if fault is None:
            continue
        if strict or known.name in needed or is_too_much(known, values.get(known.name)):
            report.say(there or node, f"`{known.name}` {fault}, so this hook does not run")
            return None
        if known.measure is None:
            report.say(there or node, f"`{known.name}` {fault}, so it is ignored", Code.KEY_IGNORED)
        values.pop(known.name)
    return _completed(kind, dialect.running.arguments_key, values)


def needed_keys(dialect: Dialect, kind: HookType) -> frozenset[str | None]:
    """The keys without which a hook of the type does not run where their values are wrong."""
    required = {it.name for it in kind.fields if it.required}
    return frozenset(
        {*required, kind.body, kind.keys.precondition, dialect.running.arguments_key, dialect.condition.key}
    )


def _completed(kind: HookType, arguments: str | None, values: dict[str, Any]) -> dict[str, Any]:
    """The values without keys that lack the one that they need, and with the arguments of a program that has none."""
    lacking = {it.name for it in kind.dependent if values.keys().isdisjoint(it.when.needs)}
    known = kind.field(arguments) if arguments is not None else None
    implied = {known.name: list(known.default)} if known is not None and known.default is not None else {}
    return {**implied, **{name: it for name, it in values.items() if name not in lacking}}


def _limit(grammar: Grammar, kind: HookType, group: GroupView, view: HookView) -> tuple[Field | None, Node]:
    """The key that limits a hook's time, and the object that has it."""
    beside = grammar.entry_timeout
    # Of several names for it the one that is there.
    own = next((it for it in kind.timed if child(view.node, it.name) is not None), next(iter(kind.timed), None))
    if beside is not None and (own is None or child(group.node, beside.name) is not None):
        return beside, group.node
    return own, view.node


def _timeout(report: _Report, known: Field | None, node: Node) -> float | None:
    """The hook's own time limit in seconds; None if it has none that makes sense."""
    there = child(node, known.name) if known else None
    if known is None or known.measure is None or there is None or (known.takes.nullable and there.kind is Kind.NULL):
        return None
    fault = fault_of_duration(known, there.value)
    if fault is None:
        return known.measure.seconds(number_of(known, there.value))
    report.say(there, f"`{known.name}` {fault}, so the default applies", Code.KEY_IGNORED)
    return None


def _text(node: Node | None) -> str | None:
    return node.value if node is not None and isinstance(node.value, str) else None
