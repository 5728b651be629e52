"""What rules find in a file that is edited: only what has changed since the last time is judged again."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace

from hookwright.analysis.check import Diagnostic, checked, in_order, resolve
from hookwright.analysis.rule import Place, Reach, Rule, Subject, with_late
from hookwright.config.view import EventView, GroupView, HookFile
from hookwright.syntax.nodes import Node
from hookwright.syntax.same import are_alike
from hookwright.text import Route, Span

# Where more than one in so many groups is to be judged, each rule had better see the whole file at once.
_FEW = 4

_Places = list[tuple[EventView, GroupView]]


@dataclass(slots=True)
class _Group:
    """What was found in a group, with the spans as they are where its node begins at `start`; `text` is its hash.

    `words` is that of its matcher, which begins `offset` after the node.
    """

    route: Route
    node: Node
    text: int
    start: int
    found: tuple[Diagnostic, ...]
    matcher: Node | None
    words: int
    offset: int


class Remembered:
    """What was found in each group of a file, and around the groups, by the rules that judge groups by themselves.

    It holds for as long as the disk is as it was: where that has changed, one begins with a new one.
    """

    def __init__(self) -> None:
        self._asked: tuple[object, ...] = ()
        self._frame: object = None
        self._beside = 0
        self._around: list[Diagnostic] = []
        self._groups: dict[Node, _Group] = {}
        self._routes: dict[Route, _Group] = {}

    def check(self, subject: Subject, *, rules: Iterable[Rule]) -> tuple[Diagnostic, ...]:
        """What `check_file` finds, but for the fixes."""
        file, rules = subject.file, tuple(with_late(rules))
        asked = (rules, file.dialect, file.scope, file.path, file.named, subject.project)
        if asked != self._asked:
            self._asked, self._frame, self._groups = asked, None, {}
        self._judge(subject, tuple(it for it in rules if it.reach is not Reach.FILE))
        found = [it for rule in rules if rule.reach is Reach.FILE for it in checked(subject, rule)]
        found += [replace(it, span=resolve(file.tree, it.finding.place)) for it in self._around]
        for group in self._groups.values():
            if group.found:
                found += _found_in(group)
        return in_order(found)

    def _judge(self, subject: Subject, rules: tuple[Rule, ...]) -> None:
        """Judges what is new, and forgets what is gone."""
        if subject.file.frame is not self._frame:
            self._look_beside(subject.file)
        file, known = subject.file, self._groups
        places = [(event, group) for event in file.events for group in event.groups]
        new = [it for it in places if it[1].node not in known]
        if new and file.frame is not self._frame:
            known |= _recognized(file, known.values(), new)
            new = [it for it in places if it[1].node not in known]
        if len(new) * _FEW > len(places):
            self._judge_all(subject, rules, places)
            return
        for event, group in new:
            self._judge_group(subject, rules, event, group)
        if file.frame is not self._frame:
            self._keep({group.node: known[group.node] for _, group in places})
            routes = {group.route for _, group in places}
            around = _checked(replace(subject, file=file.without_groups()), rules)
            self._frame, self._around = file.frame, [it for it in around if _owner(it, routes) is None]

    def _judge_group(self, subject: Subject, rules: tuple[Rule, ...], event: EventView, group: GroupView) -> None:
        """Judges one group, which takes the place of the one that was there; its matcher only where that is another."""
        file, was = subject.file, self._routes.get(group.route)
        kept = _found_in_matcher(file, group, was) if file.frame is self._frame else None
        if kept is not None:
            rules = tuple(it for it in rules if it.reach is not Reach.MATCHER)
        diagnostics = _checked(replace(subject, file=file.alone(event, group)), rules)
        found = [it for it in diagnostics if _is_below(it, group.route)]
        if was is not None and file.frame is self._frame:
            self._groups.pop(was.node, None)
        self._groups[group.node] = self._routes[group.route] = _remembered(file, group, (*(kept or ()), *found))

    def _keep(self, groups: dict[Node, _Group]) -> None:
        self._groups, self._routes = groups, {it.route: it for it in groups.values()}

    def _look_beside(self, file: HookFile) -> None:
        """Forgets all where something has changed that is not among the hooks."""
        hooks, text = file.hooks_node, file.tree.text
        beside = hash((text[: hooks.start], text[hooks.end :]) if hooks is not None else text)
        if beside != self._beside:
            self._beside, self._frame, self._groups = beside, None, {}

    def _judge_all(self, subject: Subject, rules: tuple[Rule, ...], places: _Places) -> None:
        found: dict[Route | None, list[Diagnostic]] = {group.route: [] for _, group in places}
        routes, around = {group.route for _, group in places}, list[Diagnostic]()
        for it in _checked(subject, rules):
            found.get(_owner(it, routes), around).append(it)
        self._frame, self._around = subject.file.frame, around
        self._keep({group.node: _remembered(subject.file, group, found[group.route]) for _, group in places})


def _checked(subject: Subject, rules: Iterable[Rule]) -> Iterator[Diagnostic]:
    for rule in rules:
        for it in checked(subject, rule):
            # Their edits would be somewhere else after the next keystroke.
            yield replace(it, finding=replace(it.finding, fixes=())) if it.finding.fixes else it


def _is_below(it: Diagnostic, route: Route) -> bool:
    return it.finding.place.route[: len(route)] == route


def _owner(it: Diagnostic, groups: Container[Route]) -> Route | None:
    """The route of the group that a finding is in; None where it is in none."""
    route = it.finding.place.route
    return next((route[:length] for length in range(len(route) + 1) if route[:length] in groups), None)


def _remembered(file: HookFile, group: GroupView, found: Iterable[Diagnostic]) -> _Group:
    node, matcher, text = group.node, group.matcher, file.tree.text
    words, offset = (_hash(text, matcher), matcher.start - node.start) if matcher is not None else (0, 0)
    return _Group(group.route, node, _hash(text, node), node.start, tuple(found), matcher, words, offset)


def _hash(text: str, node: Node) -> int:
    return hash(text[node.start : node.end])


def _found_in_matcher(file: HookFile, group: GroupView, was: _Group | None) -> Iterable[Diagnostic] | None:
    """What was found in the matcher of the group that was there, where it is now; None where this is another one."""
    matcher = group.matcher
    if matcher is None:
        return ()
    if was is None or was.matcher is None or was.words != _hash(file.tree.text, matcher):
        return None
    if not are_alike(was.matcher, matcher):
        return None
    by = matcher.start - (was.start + was.offset)
    return _moved((it for it in was.found if it.rule.reach is Reach.MATCHER), by)


def _moved(found: Iterable[Diagnostic], by: int) -> tuple[Diagnostic, ...]:
    return tuple(
        [Diagnostic(it.rule, it.finding, Span(it.span.start + by, it.span.end + by), it.severity) for it in found]
    )


def _found_in(group: _Group) -> tuple[Diagnostic, ...]:
    """What was found in a group, where it is now."""
    by = group.node.start - group.start
    if by:
        group.found, group.start = _moved(group.found, by), group.node.start
    return group.found


def _recognized(file: HookFile, known: Iterable[_Group], new: _Places) -> Iterator[tuple[Node, _Group]]:
    """The new groups that are the same as known ones under the same event, though they were read again."""
    by_text = {(it.route[:-1], it.text): it for it in known if isinstance(it.route[-1], int)}
    for _, group in new:
        node, route = group.node, group.route
        same = by_text.get((route[:-1], _hash(file.tree.text, node)))
        if same is not None and isinstance(route[-1], int) and are_alike(same.node, node):
            found = tuple(_rerouted(it, len(route), route) for it in same.found)
            yield node, replace(same, route=route, node=node, found=found, matcher=group.matcher)


def _rerouted(it: Diagnostic, length: int, route: Route) -> Diagnostic:
    finding = it.finding
    if finding.place.route[:length] == route:
        return it
    related = tuple((_replaced(place, length, route), message) for place, message in finding.related)
    return replace(it, finding=replace(finding, place=_replaced(finding.place, length, route), related=related))


def _replaced(place: Place, length: int, route: Route) -> Place:
    return replace(place, route=(*route, *place.route[length:]))
