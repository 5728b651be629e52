"""Everything for which a file is skipped: its text, its root, and what the dialect's table says of the rest."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.config.view import HookFile, VoidCause
from hookwright.config.voiding.guards import Guards, guards_elsewhere, malformed_guards
from hookwright.config.voiding.mistakes import every_mistake, misfit_entries
from hookwright.config.voiding.settings import is_dispensable, misfit_settings
from hookwright.model.voiding import Closed, Entries, Guarded, Voiding
from hookwright.syntax.tree import Kind, Node, Notation, ProblemKind
from hookwright.text import Span

NOT_JSON, NOT_TOML = "it is not valid JSON", "it is not valid TOML"
_MARK = "\ufeff"


def void_causes(file: HookFile, voiding: Voiding) -> tuple[VoidCause, ...]:
    """Everything for which the file is skipped, in the order of the text."""
    return tuple(sorted(_causes(file, voiding), key=lambda it: it.span.start))


def _causes(file: HookFile, voiding: Voiding) -> Iterator[VoidCause]:
    if file.tree.notation is not Notation.JSON and not _reads_values(voiding):
        return
    yield from _faults_of_text(file, voiding)
    root = file.tree.root
    if root is None and file.manifest and not file.tree.problems:
        yield VoidCause((), Span(0, 0), "it is empty")
    if root is not None and root.kind is Kind.OBJECT:
        yield from _mistakes_in_object(file, voiding, root)
    elif root is not None and file.tree.notation is not Notation.YAML:
        yield VoidCause((), root.span, "the file is not a JSON object", alone=is_dispensable(file))


def _reads_values(voiding: Voiding) -> bool:
    """Whether it matters what a file says, however it is written."""
    return isinstance(voiding.by, (Closed, Entries)) or (isinstance(voiding.by, Guarded) and bool(voiding.by.guards))


def _faults_of_text(file: HookFile, voiding: Voiding) -> Iterator[VoidCause]:
    """What is not JSON: a comment, a comma after the last entry, or a mark at the head, if they are not allowed."""
    if file.tree.notation is Notation.YAML:
        return
    alone = is_dispensable(file)
    if file.fault is not None:
        why = NOT_JSON if file.tree.notation is Notation.JSON else NOT_TOML
        yield VoidCause((), file.fault.span, why, alone=alone)
    if voiding.mark and file.tree.text.startswith(_MARK):
        yield VoidCause((), Span(0, 1), "it begins with a byte order mark", alone=alone)
    allowed = {ProblemKind.COMMENT: file.grammar.comments, ProblemKind.TRAILING_COMMA: file.grammar.trailing_commas}
    words = {ProblemKind.COMMENT: "a comment", ProblemKind.TRAILING_COMMA: "a comma after the last entry"}
    for problem in file.tree.problems:
        if not allowed.get(problem.kind, True):
            yield VoidCause((), problem.span, f"{words[problem.kind]} is not valid JSON", alone=alone)


def _mistakes_in_object(file: HookFile, voiding: Voiding, root: Node) -> Iterator[VoidCause]:
    match voiding.by:
        case Closed():
            yield from every_mistake(file, root)
        case Entries() as by:
            yield from misfit_settings(file, by.settings, root)
            yield from misfit_entries(file, by)
        case Guarded() as by:
            guards = Guards(file, by, file.dialect.event_names)
            yield from guards_elsewhere(guards, root)
            if file.scope not in voiding.effects:
                yield from misfit_settings(file, by.settings, root)
            yield from malformed_guards(guards, root)
