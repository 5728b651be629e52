"""Findings that have one cause, said once: what reports and editors show of a file, where the fixes see each place."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise

from msgspec.structs import replace

from hookwright.analysis.activating import untold, with_count
from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.rule import Fix, Place, Recipe
from hookwright.syntax.tree import Tree
from hookwright.text import Edit, Span

_HERE_TOO = "also here"
_MOST_LINES = 20


def folded(diagnostics: Iterable[Diagnostic], tree: Tree | None) -> tuple[Diagnostic, ...]:
    """Each cause once, at the place of the first finding that matters most; the other places are related to it.

    The order stays.  What has no tree, such as a hook module, is left as it is.
    """
    if tree is None:
        return tuple(diagnostics)
    return tuple(lead for lead, _ in folds(diagnostics, tree))


def folds(diagnostics: Iterable[Diagnostic], tree: Tree) -> list[tuple[Diagnostic, Sequence[Diagnostic]]]:
    """What is said of each cause, with the findings behind it."""
    found = _with_effects(_unexplained(tuple(diagnostics)), tree)
    groups: dict[Hashable, list[Diagnostic]] = {}
    for it in found:
        groups.setdefault(_cause(it), []).append(it)
    return [(said_once(group, tree), group) for group in groups.values()]


def _unexplained(found: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """The findings without those that another one explains."""
    explained = frozenset[str]().union(*(it.finding.explains for it in found))
    return [it for it in found if it.rule.code not in explained] if explained else found


def _with_effects(found: Sequence[Diagnostic], tree: Tree) -> Sequence[Diagnostic]:
    """The findings without those whose places all have errors of other rules, which state their effect instead."""
    for lead in [it for it in found if it.finding.effect]:
        places = {lead.span, *_related_spans(lead, tree)}
        faults = {id(it): _fault(it, tree) for it in found if it is not lead and it.severity is lead.severity}
        errors = [it for it in found if faults.get(id(it)) in places]
        if places == {faults[id(it)] for it in errors}:
            causes = {_cause(it) for it in errors}
            found = [_with_effect(it, lead) if _cause(it) in causes else it for it in found if it is not lead]
    return found


def _fault(it: Diagnostic, tree: Tree) -> Span:
    """Where the fault is that a finding is about, which may point at a part of it."""
    return it.span if it.finding.fact is None else resolve(tree, Place(it.finding.fact))


def _with_effect(it: Diagnostic, lead: Diagnostic) -> Diagnostic:
    message, effect = it.finding.message, lead.finding.effect
    return it if effect in message else replace(it, finding=replace(it.finding, message=f"{message}; {effect}"))


def _cause(it: Diagnostic) -> Hashable:
    """What findings share that are one: the cause that their rules name, or else the rule and the words."""
    if it.rule.everywhere:
        return id(it)
    return it.finding.cause or (it.rule.code, it.finding.message)


def _places(it: Diagnostic) -> Iterator[Place]:
    """The places of a finding that are in its file, its own before the others."""
    yield it.finding.place
    yield from (place for place, _ in it.finding.related if place.file is None)


def _related_spans(it: Diagnostic, tree: Tree) -> Iterator[Span]:
    """The other places of a finding that are in its file."""
    return (resolve(tree, place) for place, _ in it.finding.related if place.file is None)


def said_once(group: Sequence[Diagnostic], tree: Tree) -> Diagnostic:
    """One finding for several that have one cause, at the place of the first that matters most."""
    lead = min(group, key=lambda it: it.severity.rank)
    if len(group) == 1:
        return lead
    spans = {lead.span}
    others: list[Diagnostic] = []
    for it in group:
        if it.span not in spans:
            spans.add(it.span)
            others.append(it)
    told = set(_related_spans(lead, tree))
    alike = all(it.finding.message == lead.finding.message for it in others)
    related = [(_place(it), _HERE_TOO if alike else it.finding.message) for it in others if it.span not in told]
    fixes = _fixes(lead, group)
    count = sum(it.rule is lead.rule for it in others)
    message = f"{lead.finding.message}{_and_more(count, alike=alike)}"
    finding = replace(lead.finding, message=message, related=(*lead.finding.related, *related), fixes=fixes)
    return replace(lead, finding=finding, behind=tuple(group))


def _place(it: Diagnostic) -> Place:
    return replace(it.finding.place, span=it.span)


def _and_more(count: int, *, alike: bool) -> str:
    if not count:
        return ""
    if alike:
        return f" (and in {count} more {'place' if count == 1 else 'places'})"
    return f" (and {count} more like this)"


def _fixes(lead: Diagnostic, group: Sequence[Diagnostic]) -> tuple[Fix, ...]:
    """The fixes of the finding itself, and one that does the same at every place where each has its own."""
    fixable = [it for it in group if it.finding.fixes]
    of_lead = [it for it in group if it.rule is lead.rule]
    chosen = [_preferred(it) for it in fixable]
    own = lead.finding.fixes or (fixable[0].finding.fixes if len(fixable) == 1 else ())
    is_whole = len(fixable) == len(of_lead) or not lead.finding.fixes
    first = chosen[0] if chosen else None
    if first is None or len(chosen) == 1 or not is_whole or any(it is None or it.script for it in chosen):
        return own
    every = [it for it in chosen if it is not None]
    recipes = tuple(dict.fromkeys(it.recipe for it in every))
    if len(recipes) == 1:
        return own or (first,)
    titles = {untold(it) for it in every}
    title = f"{untold(first)}{'' if len(titles) == 1 else ', and so on'} in all {len(every)} places"
    whole = Fix(title, partial(_all, recipes), safe=all(it.safe for it in every), whole=True)
    if any(it.title != untold(it) for it in every):
        whole = with_count(replace(whole, activates=sum(it.activates for it in every)))
    return (*own, whole)


def _preferred(it: Diagnostic) -> Fix | None:
    fixes = it.finding.fixes
    return next((fix for fix in fixes if fix.preferred), fixes[0] if len(fixes) == 1 else None)


def _all(recipes: Sequence[Recipe]) -> tuple[Edit, ...]:
    """The edits of all recipes; none if one has none, or where they touch one another, unless both remove text."""
    made = [tuple(recipe()) for recipe in recipes]
    edits = sorted(chain.from_iterable(made), key=lambda it: (it.span.start, it.span.end))
    return tuple(edits) if all(made) and all(_apart(*pair) for pair in pairwise(edits)) else ()


def _apart(one: Edit, other: Edit) -> bool:
    if one.span.end == other.span.start:
        return not one.text and not other.text
    return one.span.end < other.span.start


def lines_told(diagnostic: Diagnostic, tree: Tree) -> str:
    """The message with the lines of the other places in the file, for those who are shown nothing but the message."""
    own = tree.lines.position(diagnostic.span.start).line
    lines = listed_lines(tree, _related_spans(diagnostic, tree), without=own)
    return f"{diagnostic.finding.message}; see {lines}" if lines else diagnostic.finding.message


def listed_lines(tree: Tree, spans: Iterable[Span], *, without: int = -1) -> str:
    """The lines of places, in order and each once, such as `lines 2, 5 and 9`; nothing if there are none."""
    numbers = sorted({tree.lines.position(it.start).line for it in spans} - {without})
    if not numbers:
        return ""
    shown = [str(it + 1) for it in numbers[:_MOST_LINES]]
    rest = len(numbers) - len(shown)
    last = f"{rest} more" if rest else shown.pop()
    return f"lines {', '.join(shown)} and {last}" if shown else f"line {last}"
