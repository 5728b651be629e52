"""Code actions at a selection: quick fixes, all safe fixes at once, and firing or explaining a hook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from msgspec import Struct

from hookwright.analysis.check import Diagnostic, with_fixes
from hookwright.analysis.fixing import safe_edits, touch
from hookwright.analysis.folding import folds
from hookwright.analysis.proof import Prover, Repair
from hookwright.analysis.rule import ScriptChange
from hookwright.config.view import HookFile
from hookwright.ide.code_lens import ATTACK, EXPLAIN, FIRE, FIRE_SCRATCH, can_fire
from hookwright.model.equivalents import is_asked_about_calls
from hookwright.model.event import EventRow
from hookwright.syntax.tree import Tree
from hookwright.text import Edit, LineIndex, Span, to_pointer

MAKE_EXECUTABLE = "hookwright.makeExecutable"
CHANGE_SCRIPT = "hookwright.changeScript"
DISABLE_HOOK = "hookwright.disableHook"
NEW_SAMPLE = "hookwright.newSample"

# How often a text in TOML or YAML is read again for one answer, and how much of it: somebody waits for it.
_MOST_READS, _MOST_CHARACTERS = 16, 100_000


class ActionKind(StrEnum):
    """The kinds that clients filter by; `RUN` is our own."""

    QUICK_FIX = "quickfix"
    FIX_ALL = "source.fixAll"
    EXTRACT = "refactor.extract"
    REWRITE = "refactor.rewrite"
    RUN = "hookwright.run"


class SettingsChange(Struct, frozen=True):
    """A change of `hookwright.json`: edits of its text, or the content of a new file."""

    path: str
    lines: LineIndex
    edits: tuple[Edit, ...]
    create: str | None = None


class Action(Struct, frozen=True, kw_only=True):
    """A code action: edits to the file, or a command with the file's URI and `pointer` (RFC 6901).

    `script` is a change of a script in addition, `settings` a change of the settings instead.  In a script, `path` is
    that of the hook file.
    """

    title: str
    kind: ActionKind
    edits: tuple[Edit, ...] = ()
    preferred: bool = False
    diagnostic: Diagnostic | None = None
    command: str | None = None
    pointer: str | None = None
    path: str = ""
    script: ScriptChange | None = None
    settings: SettingsChange | None = None


def code_actions(
    file: HookFile | None,
    diagnostics: Iterable[Diagnostic],
    span: Span,
    *,
    tree: Tree | None = None,
    only: Iterable[str] | None = None,
) -> tuple[Action, ...]:
    """The actions for a selection; `diagnostics` are all of the file's.

    `file` is None in a file that is not a hook file: nothing can be fired there, and its `tree` is that of its text,
    if it has one.  `only` are the kinds that the client
    asks for, None for all; a kind includes those below it.  Where it asks for all, fixing everything is offered beside
    the fix of a finding that the selection touches.
    """
    found, prover = tuple(diagnostics), Prover(_MOST_READS, _MOST_CHARACTERS)
    kinds = None if only is None else tuple(only)
    fixes = (
        list(_quick_fixes(file.tree if file is not None else tree, found, span, prover))
        if is_wanted(ActionKind.QUICK_FIX, kinds)
        else []
    )
    # Unless they are asked for, the fixes of the whole file are not worked out at every move of the cursor.
    is_asked = kinds is not None and is_wanted(ActionKind.FIX_ALL, kinds)
    whole = _fix_all(found, prover) if is_asked or (kinds is None and fixes) else ()
    return of_kinds([*fixes, *whole, *(_run(file, span) if file is not None else ())], kinds)


def of_kinds(actions: Iterable[Action], only: Iterable[str] | None) -> tuple[Action, ...]:
    """The actions of the kinds that the client asks for."""
    kinds = None if only is None else tuple(only)
    return tuple(it for it in actions if is_wanted(it.kind, kinds))


def is_wanted(kind: ActionKind, kinds: Iterable[str] | None) -> bool:
    """Whether the client asks for actions of the kind."""
    return kinds is None or any(_below(kind, asked) for asked in kinds)


def _quick_fixes(
    tree: Tree | None, diagnostics: tuple[Diagnostic, ...], span: Span, prover: Prover
) -> Iterator[Action]:
    """The fixes of what the selection touches, and behind them those that do the same at all places of one cause."""
    said = folds(diagnostics, tree) if tree is not None else [(it, (it,)) for it in diagnostics]
    touched = [(lead, one) for lead, group in said for one in group if touch(one.span, span)]
    for lead, one in touched:
        yield from (_quick_fix(it, lead) for it in prover.alone([one]))
    for lead in {id(lead): lead for lead, _ in touched}.values():
        whole = tuple(it for it in lead.finding.fixes if it.whole)
        yield from (_quick_fix(it, lead) for it in prover.alone([with_fixes(lead, whole)]))


def _quick_fix(it: Repair, said: Diagnostic) -> Action:
    return Action(
        title=it.fix.title,
        kind=ActionKind.QUICK_FIX,
        edits=it.edits,
        preferred=it.fix.preferred,
        diagnostic=said,
        script=it.fix.script,
    )


def _fix_all(diagnostics: tuple[Diagnostic, ...], prover: Prover) -> Iterator[Action]:
    edits = safe_edits(diagnostics, prover)
    if edits:
        yield Action(title="Fix everything that can be fixed safely", kind=ActionKind.FIX_ALL, edits=edits)


def _run(file: HookFile, span: Span) -> Iterator[Action]:
    for group, hook in file.hooks:
        if group.row is not None and can_fire(hook) and touch(hook.node.span, span):
            yield from _commands("this hook", to_pointer(hook.route), group.row)
            return
    for group in file.groups:
        count = sum(map(can_fire, group.hooks))
        if group.row is not None and count and touch(group.node.span, span):
            what = "this hook" if count == 1 else f"the {count} hooks of this group"
            yield from _commands(what, to_pointer(group.route), group.row)
            return
    for event in file.events:
        count = sum(can_fire(hook) for group in event.groups for hook in group.hooks)
        if (
            event.row is not None
            and count
            and touch(Span(min(event.key.start, event.value.start), event.value.end), span)
        ):
            what = f"every `{event.name}` hook" if count > 1 else "this hook"
            yield from _commands(what, to_pointer(event.route), event.row)
            return


def _commands(what: str, pointer: str, row: EventRow) -> Iterator[Action]:
    attack = (
        {ATTACK: "Attack this guard" if what == "this hook" else f"Attack {what}"} if is_asked_about_calls(row) else {}
    )
    titles = {
        FIRE: f"Fire {what}",
        FIRE_SCRATCH: f"Fire {what} on a copy of the workspace",
        EXPLAIN: f"Explain {what}",
        **attack,
        NEW_SAMPLE: f"Edit a sample payload for {what}…",
    }
    for command, title in titles.items():
        yield Action(title=title, kind=ActionKind.RUN, command=command, pointer=pointer)


def _below(kind: ActionKind, asked: str) -> bool:
    return asked == "" or kind == asked or kind.startswith(asked + ".")
