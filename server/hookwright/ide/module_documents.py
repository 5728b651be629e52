"""Completion, hover and lenses in hook modules (`.pi/hooks/*.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hookwright.config.module_source import API, CONTEXT, ModuleSource, Registration
from hookwright.dialects import by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.ide.code_lens import FIRE, Lens, LensKind
from hookwright.ide.completion.items import Fitting, Item, ItemKind
from hookwright.ide.hover import Hover
from hookwright.patterns import late_pattern
from hookwright.text import Span
from hookwright.wording.dialect_docs import event_markdown
from hookwright.workflows.hook_modules.check import known_events

_IN_EVENT = late_pattern(r"(?:^|[^\w.])(?:[\w.]+\.)?on\(\s*([\"'])(\w*)$")
_ON_CONTEXT = late_pattern(r"(?:^|[^\w.])(\w+)\.(ui\.)?(\w*)$")
_IN_IMPORT = late_pattern(rf"^\s*from\s+{re.escape(API)}\s+import\s+(?:\(\s*)?(?:[\w\s]+,\s*)*(\w*)$")
_CONTEXTS = late_pattern(r"\b(\w+)\s*:\s*[\"']?(?:\w+\.)*(Command)?Context\b")
_WORD = late_pattern(r"\w*")
_CTX = "ctx"

_SKELETON = '''"""${1:What this module is for.}"""

from ${2:hookwright.modules} import Context, Event, on


@on("${3:PreToolUse}")
def ${4:guard}(event: Event, ctx: Context) -> dict[str, str] | None:
    ${0:return None}
'''


def complete_module(source: ModuleSource, offset: int) -> tuple[Item, ...]:
    """Events in `on("…")`, what `ctx` and `ctx.ui` have, what can be imported, and in an empty file a first module."""
    text = source.text
    if not text.strip():
        item = Fitting(Span(offset, offset)).item("hook module", ItemKind.SNIPPET, _SKELETON, 0, snippet=True)
        return (item,)
    line = text.rfind("\n", 0, offset) + 1
    before = text[line:offset]
    end = _WORD.match(text, offset)
    after = end.end() if end is not None else offset
    if found := _IN_EVENT.search(before):
        closing = "" if text[after : after + 1] == found[1] else found[1]
        return tuple(_events(Fitting(Span(offset - len(found[2]), after), after=closing)))
    if found := _IN_IMPORT.match(before):
        return tuple(_importable(Fitting(Span(offset - len(found[1]), after))))
    if (found := _ON_CONTEXT.search(before)) and found[1] in _contexts(text):
        fitting = Fitting(Span(offset - len(found[3]), after))
        return tuple(_members(fitting, of_ui=bool(found[2])))
    return ()


def hover_module(source: ModuleSource, offset: int) -> Hover | None:
    """What an event, or a member of `ctx`, is; None elsewhere."""
    for it in source.registrations:
        if it.span.start <= offset <= it.span.end and not it.is_command:
            markdown = _event_markdown(it.name)
            return Hover(markdown, it.span) if markdown else None
    return _member_at(source.text, offset)


def module_lenses(source: ModuleSource) -> Iterator[Lens]:
    """`▶ Fire` above every handler of an event of an agent."""
    known = frozenset(known_events()) - {CONTEXT}
    for it in source.registrations:
        if not it.is_command and it.name in known:
            yield Lens(_first(it), "▶ Fire", FIRE, it.pointer, LensKind.FIRE)


def _first(registration: Registration) -> Span:
    return Span(registration.line, registration.line + 1)


def _events(fitting: Fitting) -> Iterator[Item]:
    for rank, name in enumerate(known_events()):
        titles = ", ".join(it.title for it in OUTLINES if name in it.events)
        item = fitting.item(name, ItemKind.EVENT, name, rank, detail=titles or "before the model is asked")
        yield item._replace(markdown=_event_markdown(name))


def _members(fitting: Fitting, *, of_ui: bool) -> Iterator[Item]:
    from hookwright.workflows.hook_modules.api import context_members, ui_members

    members = ui_members() if of_ui else context_members()
    for rank, it in enumerate(members.values()):
        kind = ItemKind.METHOD if it.is_method else ItemKind.KEY
        detail = "only in commands" if it.commands_only else ""
        yield fitting.item(it.name, kind, it.name, rank, detail=detail)._replace(markdown=it.markdown)


def _importable(fitting: Fitting) -> Iterator[Item]:
    from hookwright.workflows.hook_modules.api import module_members

    for rank, it in enumerate(module_members().values()):
        kind = ItemKind.METHOD if it.is_method else ItemKind.VALUE
        yield fitting.item(it.name, kind, it.name, rank)._replace(markdown=it.markdown)


def _member_at(text: str, offset: int) -> Hover | None:
    start, end = offset, offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    if (word := _WORD.match(text, offset)) is not None:
        end = word.end()
    line = text.rfind("\n", 0, start) + 1
    found = _ON_CONTEXT.search(text[line:end])
    if found is None or start == end or found[1] not in _contexts(text):
        return None
    from hookwright.workflows.hook_modules.api import Member, context_members, ui_members

    members: Mapping[str, Member] = ui_members() if found[2] else context_members()
    member = members.get(text[start:end])
    return Hover(member.markdown, Span(start, end)) if member is not None else None


def _contexts(text: str) -> frozenset[str]:
    """What contexts are called in the text, by the types of parameters, and by habit."""
    return frozenset({_CTX, *(it[1] for it in _CONTEXTS.finditer(text))})


def _event_markdown(name: str) -> str:
    """What the event is for the first agent that has it, and who else has one of that name."""
    from hookwright.workflows.hook_modules.api import event_doc

    owners = [it for it in OUTLINES if name in it.events]
    dialect = by_id(owners[0].id) if owners else None
    row = dialect.event(name) if dialect is not None else None
    if dialect is None or row is None:
        return event_doc(name)
    others = ", ".join(it.title for it in owners[1:])
    return event_markdown(dialect, row) + (f"\n\nAlso an event of {others}." if others else "")
