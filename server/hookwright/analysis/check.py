"""What is wrong with one file: every rule's findings, with their places as spans."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.activating import with_consent
from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.analysis.rules import RULES
from hookwright.analysis.structure.event_names import misnomer
from hookwright.analysis.structure.objects import field_at
from hookwright.config.read import read_as
from hookwright.config.view import HookFile
from hookwright.matching.expressions import limited
from hookwright.model.evidence import SPECIFIED, Basis, Evidence
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.syntax.strings import text_offset
from hookwright.syntax.tree import Kind, Tree, find, key_at
from hookwright.text import Route, Span, well_formed
from hookwright.visible import visible_line

if TYPE_CHECKING:
    from hookwright.analysis.script_subject import ScriptSubject

Found = TypeVar("Found")
Steps: TypeAlias = Generator[None, None, Found]
"""Work that pauses wherever something else may have a turn."""

_At: TypeAlias = tuple[str, int, int]


_LINE_END = late_pattern(r"[\r\n]")

# The first and the last code of the rules about keys, events, matchers and hook types.
_SHAPE = ("HW101", "HW499")


class Diagnostic(Struct, frozen=True, eq=False):
    """A finding with the rule that made it, the span it is shown at, and how much it matters.

    `origin` is there for what a rule has found in a hook file or a script. It does not count when two are compared.
    `behind` are the findings that this one stands for, if there are several.
    """

    rule: Rule
    finding: Finding
    span: Span
    severity: Severity
    origin: Origin | ScriptOrigin | None = None
    behind: tuple[Diagnostic, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Diagnostic) and self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    @property
    def _compared(self) -> tuple[Rule, Finding, Span, Severity]:
        return self.rule, self.finding, self.span, self.severity


class Origin(Struct, frozen=True):
    """What a rule was asked about and the words that it used, so that it can be asked again after a fix."""

    subject: Subject
    message: str


class ScriptOrigin(Struct, frozen=True):
    """The same of a script."""

    subject: ScriptSubject
    message: str


def logged(rule: Rule, error: Exception) -> None:
    """Logs that a rule failed."""
    # A check that finds no defect of a rule need not import this.
    import logging

    logging.getLogger(__name__).error("rule %s failed", rule.name, exc_info=error)


def check_file(
    subject: Subject, *, rules: Iterable[Rule] = RULES, on_defect: Callable[[Rule, Exception], None] = logged
) -> tuple[Diagnostic, ...]:
    """Every finding of the rules in the order of the text; a rule that raises is handed to `on_defect` and left out."""
    with limited():
        return in_order(finish(checking_all(subject, tuple(rules), on_defect)))


def checking_all(
    subject: Subject, rules: Sequence[Rule], on_defect: Callable[[Rule, Exception], None] = logged
) -> Steps[list[Diagnostic]]:
    """What the rules find for each agent whose file it is; what not all of these would say names who would.

    What an agent makes of another one's file that it reads too is left to a rule.
    """
    file = subject.file
    found = yield from _asking(subject, rules, on_defect)
    owners = [it for it in file.others if not it.borrowed]
    if not owners or any(it.rule.final for it in found):
        return found
    sharing = {file.dialect.title: found}
    for other in owners:
        view = replace(subject, file=read_as(file, other), earlier=(), later=(), linter=None, target="")
        sharing[other.dialect.title] = yield from _asking(view, rules, on_defect)
    return list(_for_all(sharing))


def _asking(
    subject: Subject, rules: Sequence[Rule], on_defect: Callable[[Rule, Exception], None]
) -> Steps[list[Diagnostic]]:
    """What the rules find, one after the other; where one raises, `on_defect` is called, and it has found nothing."""
    found = list[Diagnostic]()
    for event in subject.file.events:
        # What a wrong name means takes long to find, and is remembered for all rules.
        misnomer(subject.file.dialect, event)
        yield
    # Nothing is asked after a rule that is final and finds something.
    for rule in [*[it for it in rules if it.final], *[it for it in rules if not it.final]]:
        own = list[Diagnostic]()
        try:
            for finding in rule.check(subject):
                own.append(_diagnostic(subject, rule, finding))
                yield
        except Exception as error:  # noqa: BLE001 - one broken rule must not take the others with it
            on_defect(rule, error)
            own = []
        if own:
            found += _with_consent(own)
        yield
        if rule.final and found:
            break
    return found


def _with_consent(own: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """What one rule has found, with fixes that are not safe where they activate many hooks."""
    for it, finding in zip(own, with_consent(it.finding for it in own), strict=True):
        yield it if finding is it.finding else replace(it, finding=finding)


def _for_all(sharing: Mapping[str, Sequence[Diagnostic]]) -> Iterator[Diagnostic]:
    """Each finding once; what only some of the agents say names them and matters less.

    It has no fix, which might break the file for the others.
    """
    by_place: dict[_At, dict[str, Diagnostic]] = {}
    for title, found in sharing.items():
        for it in found:
            held = by_place.setdefault(_at(it), {})
            if title in held:
                yield it
            else:
                held[title] = it
    for held in by_place.values():
        first = next(iter(held.values()))
        message = f"{' and '.join(held)}: {first.finding.message}"
        shared = len(held) == len(sharing)
        if first.rule.unanimous and not shared:
            continue
        said = replace(first.finding, message=message, fixes=())
        yield first if shared else replace(first, finding=said, severity=first.severity.lowered)


def _at(it: Diagnostic) -> _At:
    return it.rule.code, it.span.start, it.span.end


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics in the order of the text, those at the same place by their codes; some rules go before all others."""
    return tuple(sorted(diagnostics, key=lambda it: (not it.rule.first, it.span.start, it.span.end, it.rule.code)))


def with_fixes(it: Diagnostic, fixes: tuple[Fix, ...]) -> Diagnostic:
    """The same finding with other fixes."""
    return replace(it, finding=replace(it.finding, fixes=fixes)) if it.finding.fixes != fixes else it


def finish(steps: Steps[Found]) -> Found:
    """Does the work at once, and gives the result."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            found: Found = done.value
            return found


def resolve(tree: Tree, place: Place) -> Span:
    """The span of a place, on one line: a key, a scalar, a piece of a string, or a container's opening bracket.

    A route that leads nowhere is answered with the innermost of its ancestors that is there.  A place in another file
    is one of that file's tree.
    """
    tree = place.file.tree if place.file is not None else tree
    if place.span is not None:
        return _first_line(tree, place.span)
    route = place.route
    while True:
        node = find(tree, route)
        is_there = node is not None and node.kind is not Kind.MISSING
        key = key_at(tree, route) if place.part is Part.KEY or not is_there else None
        if key is not None:
            return _first_line(tree, key.span)
        if node is not None and is_there:
            break
        if not route:
            return Span(0, 0)
        route = route[:-1]
    if node.kind in (Kind.OBJECT, Kind.ARRAY):
        return Span(node.start, node.start + 1)
    if place.piece is not None and node.kind is Kind.STRING and route == place.route:
        start, end = place.piece
        return _first_line(tree, Span(text_offset(tree, node, start), text_offset(tree, node, end)))
    return _first_line(tree, node.span)


def _diagnostic(subject: Subject, rule: Rule, finding: Finding) -> Diagnostic:
    file, said = subject.file, sayable(finding)
    span, severity = resolve(file.tree, finding.place), _severity(file, rule, finding)
    return as_known(file, Diagnostic(rule, said, span, severity, Origin(subject, finding.message)))


def as_known(file: HookFile, it: Diagnostic) -> Diagnostic:
    """What stands on a fact about the agent that is not certain matters one step less, and says where it is from."""
    evidence = _evidence(file, it.rule, it.finding.fact or it.finding.place.route)
    if evidence.basis.is_certain:
        return it
    finding = replace(it.finding, message=f"{it.finding.message} ({evidence.source})")
    return replace(it, finding=finding, severity=it.severity.lowered)


def _evidence(file: HookFile, rule: Rule, route: Route) -> Evidence:
    if rule.stands_on is None:
        return SPECIFIED
    event = next((it.row for it in file.events_around(route)), None)
    own = event if rule.stands_on is Fact.EVENT else field_at(file, route)
    return own.evidence if own is not None and own.evidence is not None else file.dialect.evidence


def sayable(finding: Finding) -> Finding:
    """The finding with words on one line that can be printed, shown and sent, for any texts in the file."""
    related = tuple((place, _line(text)) for place, text in finding.related)
    fixes = tuple(it if it.title.isprintable() else replace(it, title=_line(it.title)) for it in finding.fixes)
    if finding.message.isprintable() and related == finding.related and fixes == finding.fixes:
        return finding
    return replace(finding, message=_line(finding.message), fixes=fixes, related=related)


def _line(text: str) -> str:
    return visible_line(well_formed(text))


def _severity(file: HookFile, rule: Rule, finding: Finding) -> Severity:
    """How much it matters; the shape of an event that the dialect ignores no more than its unknown name (D3)."""
    severity, most = finding.severity or rule.severity, file.grammar.unknown_event
    if rule.specified is not None and file.dialect.evidence.basis is Basis.SPECIFIED:
        severity = max(severity, rule.specified, key=lambda it: it.rank)
    if most.rank <= severity.rank or not _SHAPE[0] <= rule.code <= _SHAPE[1]:
        return severity
    ignored = any(it.row is None for it in file.events_around(finding.place.route))
    return most if ignored else severity


def _first_line(tree: Tree, span: Span) -> Span:
    end = _LINE_END.search(tree.text, span.start, span.end)
    return Span(span.start, end.start()) if end is not None else span
