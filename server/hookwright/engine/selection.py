"""Which hooks of a snapshot an event selects, and why: by its subject, and by what the tool is called with."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from hookwright.matching.matcher import Form, hold_criterion, match, parse_matcher
from hookwright.matching.permission_rule import Call, covers, parse_rule
from hookwright.matching.tool_pattern import covers_call, parse_tool_pattern
from hookwright.matching.verdict import Verdict, no, quoted, yes
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.hook import MODULE, Hook, Scope
from hookwright.model.language import Pattern
from hookwright.paths import is_in, relative, slashed
from hookwright.policies.payloads import Facts, input_command, input_of, input_path
from hookwright.policies.spellings import other_names, subject_for
from hookwright.text import to_pointer

_SNAPSHOTS = 4
_SUBJECTS = 64

Reasoned = tuple[Hook, tuple[str, ...]]
"""A hook, and why it was or was not selected."""


class Selection(Struct, frozen=True):
    """The hooks of one event in the order in which files apply: those the subject selects, and the others.

    Among the first are those with an `undecided` matcher, for which it is unknown; `broken` are those of the others
    whose matcher never selects anything.
    """

    matched: tuple[Reasoned, ...]
    unmatched: tuple[Reasoned, ...]
    undecided: tuple[Hook, ...] = ()
    broken: tuple[Reasoned, ...] = ()


_Key = tuple[str, str | None]
_known: OrderedDict[object, tuple[tuple[Hook, ...], dict[_Key, Selection]]] = OrderedDict()


def select(dialect: Dialect, row: EventRow, hooks: tuple[Hook, ...], subject: str | None) -> Selection:
    """Holds the matchers of the event's hooks against the subject (A4, C2, D1).

    Of structured matchers only what they say of the tool's name: the rest is another with every call.
    """
    # Two readings of unchanged files share their hooks, so that comparing them is comparing identities.
    place = (dialect.id, id(hooks[0]) if hooks else 0, len(hooks))
    kept = _known.get(place)
    if kept is None or kept[0] != hooks:
        kept = _known[place] = (hooks, {})
        if len(_known) > _SNAPSHOTS:
            _known.popitem(last=False)
    selections = kept[1]
    key = (row.name, subject)
    found = selections.get(key)
    if found is None:
        if len(selections) >= _SUBJECTS:
            selections.clear()
        found = _select(dialect, row, hooks, subject)
        if not found.undecided:
            selections[key] = found
    return found


def has_plain_matcher(dialect: Dialect, hook: Hook) -> bool:
    """Whether nothing but names is compared to say if an event selects the hook."""
    if hook.beside or (dialect.condition.key is not None and dialect.condition.key in hook.values):
        return False
    if not isinstance(hook.matcher, str):
        return not hook.matcher
    language = dialect.matchers.for_event(hook.event)
    form = parse_matcher(language, hook.matcher).form
    return form is Form.WILDCARD or (form is Form.NAMES and language.pattern is not Pattern.PERMISSION)


def repeats(dialect: Dialect, hooks: Iterable[Hook]) -> Iterator[tuple[Hook, str]]:
    """The hooks that do not run as an earlier one is the same, under the same matcher, each with why."""
    if dialect.duplicates is None:
        return
    first: dict[object, Hook] = {}
    for hook in sorted(hooks, key=lambda it: scope_order(dialect, it.scope)):
        if hook.type == MODULE:
            continue
        same = first.setdefault((hook.event, repr(hook.matcher), dialect.duplicates.identity(hook)), hook)
        if same is not hook:
            yield hook, _repeated(same, hook)


def scope_order(dialect: Dialect, scope: Scope) -> int:
    """Its place in the order in which the files of an event's hooks apply."""
    return dialect.scopes.index(scope)


def _select(dialect: Dialect, row: EventRow, hooks: tuple[Hook, ...], subject: str | None) -> Selection:
    matched: dict[object, Reasoned] = {}
    unmatched: list[Reasoned] = []
    undecided: list[object] = []
    broken: list[Reasoned] = []
    rows = {it.name: it for it in dialect.spellings(row)}
    subjects = {name: subject_for(dialect, it, subject) for name, it in rows.items()}
    for place, hook in enumerate(_in_order(dialect, rows, hooks)):
        verdicts = _held(dialect, rows[hook.event], hook, subjects[hook.event])
        because = tuple(it.because for it in verdicts)
        if not all(it.matched or it.undecided for it in verdicts):
            unmatched.append((hook, because))
            broken += [(hook, because)] if any(it.broken for it in verdicts) else []
            continue
        # Two functions of one name, such as lambdas, are two handlers.
        same_as = None if hook.type == MODULE else dialect.duplicates
        key = place if same_as is None else same_as.identity(hook)
        same = matched.get(key)
        if same is not None:
            unmatched.append((hook, (_repeated(same[0], hook),)))
        if same is None:
            matched[key] = (hook, because)
        elif dialect.duplicates is not None and not dialect.duplicates.keeps_first:
            matched[key] = (_as_last(same[0], hook), same[1])
        if any(it.undecided for it in verdicts):
            undecided.append(key)
    return Selection(
        tuple(matched.values()), tuple(unmatched), tuple(matched[it][0] for it in undecided), tuple(broken)
    )


def _in_order(dialect: Dialect, rows: Mapping[str, EventRow], hooks: Iterable[Hook]) -> list[Hook]:
    """The hooks of an event as their files apply; of one file, those under the event's own name first."""
    found = sorted((it for it in hooks if it.event in rows), key=lambda it: scope_order(dialect, it.scope))
    files = {source: place for place, source in enumerate(dict.fromkeys(it.source for it in found))}
    return sorted(found, key=lambda it: (files[it.source], bool(rows[it.event].spelling_of)))


def _as_last(first: Hook, last: Hook) -> Hook:
    """The hook that runs for two that are the same: in the place of the first, with the settings of the last."""
    return replace(first, values=last.values, timeout=last.timeout)


def _repeated(first: Hook, again: Hook) -> str:
    # A path is not cut: it would not say which file it is.
    where = f"from `{first.source}`" if first.source != again.source else f"as `{to_pointer(first.route)}`"
    return f"the same hook already runs {where}"


def _held(dialect: Dialect, row: EventRow, hook: Hook, subject: str | None) -> tuple[Verdict, ...]:
    if not dialect.matchers.criteria:
        return (_held_text(dialect, row, hook, subject),)
    if not hook.matcher:
        return (yes("no matcher: everything matches"),)
    criteria = dialect.matchers.criteria.items()
    named = {name: it for name, it in criteria if it.subject is MatchSubject.TOOL and name in hook.matcher}
    ways = () if subject is None else (subject,)
    return tuple(hold_criterion(name, it, hook.matcher[name], ways) for name, it in named.items())


def _held_text(dialect: Dialect, row: EventRow, hook: Hook, subject: str | None) -> Verdict:
    text = hook.matcher
    if row.ignores_matchers:
        return yes(f"`{row.name}` {'ignores' if text is not None else 'has no'} matchers: every hook of it runs")
    if text is not None and not isinstance(text, str):
        return no("the matcher is not a string")
    matcher = parse_matcher(dialect.matchers.for_event(row.name), text)
    if subject is None and matcher.form is not Form.WILDCARD:
        return no(f"the payload has no `{row.subject.field}` to match {quoted(text or '')} against")
    return match(matcher, subject or "", other_names(dialect, row, subject))


def met_as(dialect: Dialect, row: EventRow, hook: Hook, subject: str | None) -> str:
    """The other tool as which a hook that was selected meets the call; empty if it meets the tool itself."""
    tool = dialect.tool(subject or "") if row.subject.kind is MatchSubject.TOOL else None
    if tool is None or not tool.also or not isinstance(hook.matcher, str):
        return ""
    matcher = parse_matcher(dialect.matchers.for_event(row.name), hook.matcher)
    return "" if match(matcher, tool.name).matched else tool.also


def call_verdicts(dialect: Dialect, row: EventRow, facts: Facts, home: str, hook: Hook) -> Iterator[Verdict]:
    """One for each rule that the hook has; the hook runs where all of them matched.  None without a rule (B3)."""
    yield from criteria_verdicts(dialect, facts, hook)
    if row.subject.field is not None and dialect.matchers.for_event(row.name).pattern is Pattern.PERMISSION:
        rule = parse_tool_pattern(hook.matcher) if isinstance(hook.matcher, str) else None
        if rule is not None and not isinstance(rule, str) and rule.tool != hook.matcher:
            yield covers_call(rule, _call(dialect, row, facts, home))
    key = dialect.condition.key
    if key is not None and hook.values.get(key, "") != "":
        yield _permitted(dialect, row, facts, home, hook.values[key])


def criteria_verdicts(dialect: Dialect, facts: Facts, hook: Hook) -> Iterator[Verdict]:
    """One for each criterion that is compared with what the tool is called with (A4, A5)."""
    for name, text in hook.beside.items():
        criterion = dialect.matchers.beside[name]
        yield hold_criterion(name, criterion, text, _ways(dialect, facts, criterion.subject))
    for name, criterion in dialect.matchers.criteria.items() if hook.matcher else ():
        if name in hook.matcher and criterion.subject in (MatchSubject.PATH, MatchSubject.COMMAND):
            yield hold_criterion(name, criterion, hook.matcher[name], _ways(dialect, facts, criterion.subject))


def _ways(dialect: Dialect, facts: Facts, subject: MatchSubject) -> tuple[str, ...]:
    """The subject as the call has it, and where it is a path below the project, as it is from there."""
    if subject is MatchSubject.COMMAND:
        command = input_command(dialect, facts.payload)
        return () if command is None else (command,)
    path = input_path(dialect, facts.payload)
    if path is None:
        return ()
    full = os.path.normpath(os.path.join(facts.cwd, path))
    is_inside = is_in(full, facts.project_dir)
    return (slashed(path), relative(full, facts.project_dir)) if is_inside else (slashed(path),)


def _permitted(dialect: Dialect, row: EventRow, facts: Facts, home: str, text: object) -> Verdict:
    """What the hook's own permission rule says of the call."""
    key = dialect.condition.key
    if row.name not in dialect.condition.events:
        return no(f"`{key}` works on tool events only: on `{row.name}` a hook that has it never runs")
    rule = parse_rule(text) if isinstance(text, str) else None
    if rule is None:
        because = f"{quoted(str(text))} in `{key}` is not a permission rule, so the hook never runs"
        return Verdict(matched=False, because=because, broken=True)
    return covers(rule, _call(dialect, row, facts, home))


def _call(dialect: Dialect, row: EventRow, facts: Facts, home: str) -> Call:
    tool = row.subject.found_in(facts.payload) or ""
    return Call(
        tool=tool,
        other_names=dialect.further_names(tool),
        input=input_of(dialect, facts.payload) or {},
        keys=dialect.calls,
        cwd=facts.cwd,
        project=facts.project_dir,
        home=home,
    )
