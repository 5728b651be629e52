"""What is wrong with the text of a hook module, and where what went wrong at its last load is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hookwright.analysis.check import Diagnostic, in_order
from hookwright.analysis.module_rules import MODULE_BROKEN, MODULE_COMMAND, MODULE_EVENT, MODULE_HANDLER
from hookwright.analysis.rule import Finding, Fix, Place, Rule, given
from hookwright.analysis.suggest import nearest
from hookwright.config.module_source import CONTEXT, ModuleSource, Registration
from hookwright.dialects.outlines import OUTLINES
from hookwright.engine.modules.catalogue import event_names
from hookwright.engine.modules.states import FaultKind, ModuleFault
from hookwright.text import Edit, Span
from hookwright.visible import visible_line

_LONGEST = 300

_RULES: Mapping[FaultKind, Rule] = {
    FaultKind.EVENT: MODULE_EVENT,
    FaultKind.COMMAND: MODULE_COMMAND,
    FaultKind.HANDLER: MODULE_HANDLER,
}


def known_events() -> tuple[str, ...]:
    """The names that `on` takes: every event of every dialect, once, `context`, and other agents' names for them."""
    own = [name for it in OUTLINES for name in it.events]
    return tuple(dict.fromkeys([*own, CONTEXT, *sorted(event_names())]))


def check_module(source: ModuleSource, faults: Iterable[ModuleFault] = ()) -> tuple[Diagnostic, ...]:
    """Every finding in the order of the text; `faults` are those of loading this very text."""
    if source.fault is not None:
        return (_diagnostic(MODULE_BROKEN, f"the module cannot be loaded: {source.fault.message}", source.fault.span),)
    found = [*_unknown_events(source.registrations), *_repeated_commands(source.registrations)]
    # What reading finds too is said once.
    known = {(it.rule.code, source.lines.position(it.span.start).line) for it in found}
    loading = [_loading(source, it) for it in faults]
    found += [it for it in loading if (it.rule.code, source.lines.position(it.span.start).line) not in known]
    return in_order(found)


def _unknown_events(registrations: Iterable[Registration]) -> Iterator[Diagnostic]:
    known = known_events()
    for it in registrations:
        if it.is_command or it.name in known:
            continue
        meant = nearest(it.name, known)
        end = f"did you mean `{meant}`?" if meant else "use an event of an agent, or `context`"
        fixes = (Fix(f"Change to `{meant}`", given(Edit(it.span, meant)), preferred=True),) if meant else ()
        yield _diagnostic(
            MODULE_EVENT, f"`{it.name}` is not an event, so the handler never runs; {end}", it.span, fixes
        )


def _repeated_commands(registrations: Iterable[Registration]) -> Iterator[Diagnostic]:
    for it in registrations:
        if it.is_command and it.number:
            message = f"this module already has a command `{it.name}`; give this one another name"
            yield _diagnostic(MODULE_COMMAND, message, it.span)


def _loading(source: ModuleSource, fault: ModuleFault) -> Diagnostic:
    line = min(max(1, fault.line or 1), source.lines.count) - 1
    start, text = source.lines.line_start(line), source.lines.line_text(line)
    span = Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))
    return _diagnostic(_RULES.get(fault.kind, MODULE_BROKEN), fault.message, span)


def _diagnostic(rule: Rule, message: str, span: Span, fixes: tuple[Fix, ...] = ()) -> Diagnostic:
    said = visible_line(message[:_LONGEST])
    return Diagnostic(rule, Finding(Place((), span=span), said, fixes), span, rule.severity)
