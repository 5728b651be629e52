"""Why an agent skips a whole file: text that is not JSON, and mistakes that might have switched off a guard."""

from __future__ import annotations

from collections.abc import Container, Iterator

from msgspec import Struct

from hookwright.config.faults import FITTING, a_kind, fault_beside, fault_of_hook, fault_of_node, fault_of_value
from hookwright.config.setting_faults import faults_of_settings
from hookwright.config.view import EventView, GroupView, HookFile, HookView, VoidCause
from hookwright.model.event import EventRow
from hookwright.model.field import Field
from hookwright.model.grammar import Grammar
from hookwright.model.nesting import HOOKS, MATCHER, TYPE
from hookwright.model.voiding import Closed, Entries, Guarded, Voiding
from hookwright.syntax.tree import Kind, Node, Notation, ProblemKind, child
from hookwright.text import Route, Span

NOT_JSON, NOT_TOML = "it is not valid JSON", "it is not valid TOML"
# How far below a key hooks of a guarding event are looked for.
_DEPTH = 3
_HERE, _ENDING = "./", ".json"
_MARK = "\ufeff"
_NEITHER = (Kind.ARRAY, Kind.NULL, Kind.MISSING)


class _Search(Struct, frozen=True):
    """A file, the mistakes that void it, and the names of all events."""

    file: HookFile
    by: Guarded
    events: frozenset[str]


def void_causes(file: HookFile, voiding: Voiding) -> tuple[VoidCause, ...]:
    """Everything for which the file is skipped, in the order of the text."""
    return tuple(sorted(_causes(file, voiding), key=lambda it: it.span.start))


def _causes(file: HookFile, voiding: Voiding) -> Iterator[VoidCause]:
    if file.tree.notation is not Notation.JSON and not _reads_values(voiding):
        return
    yield from _of_text(file, voiding)
    root = file.tree.root
    if root is None and file.manifest and not file.tree.problems:
        yield VoidCause((), Span(0, 0), "it is empty")
    if root is not None and root.kind is Kind.OBJECT:
        yield from _of_root(file, voiding, root)
    elif root is not None and file.tree.notation is not Notation.YAML:
        yield VoidCause((), root.span, "the file is not a JSON object", alone=_is_dispensable(file))


def _of_root(file: HookFile, voiding: Voiding, root: Node) -> Iterator[VoidCause]:
    events = frozenset(it.name for it in file.dialect.events)
    match voiding.by:
        case Closed():
            yield from _of_closed(file, events, root)
        case Entries() as by:
            yield from _of_settings(_Search(file, Guarded(settings=by.settings), events), root)
            for event in file.events:
                if event.row is not None:
                    yield from _of_entries(file.grammar, event, event.row, lists=by.lists)
        case Guarded() as by:
            search = _Search(file, by, events)
            yield from _outside(search, root)
            if file.scope not in voiding.effects:
                yield from _of_settings(search, root)
            yield from _of_key_of_hooks(search, root)


def _reads_values(voiding: Voiding) -> bool:
    """Whether it matters what a file says, however it is written."""
    return isinstance(voiding.by, Closed) or (isinstance(voiding.by, Guarded) and bool(voiding.by.guards))


def _of_key_of_hooks(search: _Search, root: Node) -> Iterator[VoidCause]:
    file = search.file
    hooks = child(root, file.grammar.hooks_key)
    if hooks is not None:
        yield from _of_manifest(search, hooks) if file.manifest else _of_hooks(search, (file.grammar.hooks_key,), hooks)


def _of_text(file: HookFile, voiding: Voiding) -> Iterator[VoidCause]:
    """What is not JSON: a comment, a comma after the last entry, or a mark at the head, where they are not allowed."""
    if file.tree.notation is Notation.YAML:
        return
    alone = _is_dispensable(file)
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


def _of_closed(file: HookFile, events: frozenset[str], root: Node) -> Iterator[VoidCause]:
    """Whatever does not fit where the agent knows the key, and keys at the root that it does not know."""
    key = file.grammar.hooks_key
    known = {it.name: it for it in file.grammar.root}
    yield from _repeated((), root, known if not file.manifest else (key,))
    for member in root.members:
        if member.name not in known and not file.manifest and not file.grammar.root_open:
            yield _cause((member.name,), member.key, f"`{member.name}` is not a key that it knows", on_key=True)
        elif member.name in known and not file.manifest:
            yield from _of_key((member.name,), known[member.name], member.value)
    for base, node in file.bases:
        yield from _repeated(base, node, events)
        for member in node.members:
            if member.name in events:
                yield from _of_closed_event(file, (*base, member.name), member.value)
    named = child(root, key) if file.manifest else None
    if named is not None:
        yield from _of_paths((key,), named)


def _of_closed_event(file: HookFile, route: Route, node: Node) -> Iterator[VoidCause]:
    if node.kind is Kind.MISSING:
        return
    if node.kind is not Kind.ARRAY:
        yield _cause(route, node, f"`{route[-1]}` must be a list, not {a_kind(node.kind)}")
    for index, group in enumerate(node.items):
        place = (*route, index)
        if group.kind not in (Kind.OBJECT, Kind.MISSING):
            yield _cause(place, group, f"a matcher group must be an object, not {a_kind(group.kind)}")
        for known in file.grammar.group:
            there = child(group, known.name)
            if there is not None:
                yield from _of_key((*place, known.name), known, there)
        yield from _repeated(place, group, {it.name for it in file.grammar.group})
        hooks = child(group, HOOKS)
        for number, hook in enumerate(hooks.items if hooks is not None else ()):
            named = child(hook, TYPE)
            kind = file.grammar.type_named(named.value) if named is not None else None
            keys = {TYPE, *(it.name for it in (kind.fields if kind is not None else ()))}
            yield from _repeated((*place, HOOKS, number), hook, keys)
            yield from _of_hook(file, (*place, HOOKS, number), hook)


def _of_entries(grammar: Grammar, event: EventView, row: EventRow, *, lists: bool) -> Iterator[VoidCause]:
    if event.value.kind is not Kind.ARRAY:
        if lists and event.value.kind is not Kind.MISSING:
            yield _cause(event.route, event.value, f"`{event.name}` must be a list, not {a_kind(event.value.kind)}")
        return
    for group in event.groups:
        hooks = child(group.node, HOOKS)
        if group.node.kind is not Kind.OBJECT:
            yield _cause(group.route, group.node, f"a hook must be an object, not {a_kind(group.node.kind)}")
        elif hooks is not None and hooks.kind is not Kind.ARRAY:
            yield _cause((*group.route, HOOKS), hooks, f"`{HOOKS}` must be a list, not {a_kind(hooks.kind)}")
        elif row.subject is not None:
            yield from _of_matcher(grammar, group)
        for view in group.hooks:
            yield from _of_view(row, view)


def _of_matcher(grammar: Grammar, group: GroupView) -> Iterator[VoidCause]:
    known = next((it for it in grammar.group if it.name == MATCHER), None)
    if known is None or group.matcher is None:
        return
    if group.matcher.value == "":
        yield _cause((*group.route, MATCHER), group.matcher, f"`{MATCHER}` must not be empty")
    elif group.matcher.kind is not FITTING[known.kind] and not known.reading.is_lenient:
        yield _cause((*group.route, MATCHER), group.matcher, f"`{MATCHER}` must be {a_kind(known.kind)}")


def _of_view(row: EventRow, view: HookView) -> Iterator[VoidCause]:
    node, kind = view.node, view.type
    if node.kind is not Kind.OBJECT:
        yield _cause(view.route, node, f"a hook must be an object, not {a_kind(node.kind)}")
    elif kind is None:
        yield _cause((*view.route, TYPE), child(node, TYPE) or node, "a hook has an unknown `type`")
    elif row.types is not None and kind.name not in row.types:
        yield _cause((*view.route, TYPE), child(node, TYPE) or node, f"`{row.name}` takes no `{kind.name}` hooks")
    else:
        for known in kind.fields:
            there = child(node, known.name)
            fault = fault_of_hook(known, there) or fault_beside(known, node)
            if fault is not None and node.closed:
                route = view.route if there is None else (*view.route, known.name)
                yield _cause(route, there or node, f"`{known.name}` {fault}")


def _repeated(route: Route, node: Node, known: Container[str]) -> Iterator[VoidCause]:
    """Keys that the agent knows and that are there again."""
    seen: set[str] = set()
    for member in node.members:
        if member.name in seen and member.name in known:
            yield _cause((*route, member.name), member.key, f"`{member.name}` is there twice", on_key=True)
        seen.add(member.name)


def _of_key(route: Route, known: Field, node: Node) -> Iterator[VoidCause]:
    fault = fault_of_node(known, node, node.value) if node.kind is not Kind.MISSING and node.closed else None
    if fault is not None:
        yield _cause(route, node, f"`{known.name}` {fault}")


def _of_paths(route: Route, node: Node) -> Iterator[VoidCause]:
    """The paths of a manifest that do not begin as they have to."""
    for where, it in [(route, node), *(((*route, index), it) for index, it in enumerate(node.items))]:
        if it.kind is Kind.STRING and not str(it.value).startswith(_HERE):
            yield _cause(where, it, f"a path has to begin with `{_HERE}`")


def _of_settings(search: _Search, root: Node) -> Iterator[VoidCause]:
    file = search.file
    alone = _is_dispensable(file)
    for route, node, why in faults_of_settings(search.by.settings, root):
        yield VoidCause(route, node.span, why, alone=alone and route[:1] != (file.grammar.hooks_key,))
    known = ((it, child(root, it.name)) for it in file.grammar.root if search.by.settings.at(it.name) is not None)
    for field, there in known:
        fault = fault_of_value(field, there.value) if there is not None and there.closed else None
        if there is not None and fault is not None:
            yield _cause((field.name,), there, f"`{field.name}` {fault}")


def _is_dispensable(file: HookFile) -> bool:
    """Whether the rest of a plugin is loaded without the file."""
    voiding = file.grammar.voiding
    return voiding is not None and voiding.plugin and not file.manifest


def _outside(search: _Search, root: Node) -> Iterator[VoidCause]:
    """Hooks of a guarding event at the root, or below a key there that is about something else."""
    key, guards = search.file.grammar.hooks_key, search.by.guards
    for member in root.members:
        name, node = member.name, member.value
        if name in guards and _is_filled(node):
            yield _cause((name,), member.key, f"`{name}` is outside `{key}`", on_key=True)
        elif (
            not search.file.manifest
            and name != key
            and name not in search.by.elsewhere
            and _holds_guard(search, node, matcher_counts=name not in search.events)
        ):
            yield _cause((name,), member.key, f"`{name}` holds hooks, which belong under `{key}`", on_key=True)


def _of_manifest(search: _Search, node: Node) -> Iterator[VoidCause]:
    """What the manifest of a plugin has under `hooks`: objects of events, paths, or a list of both."""
    key = search.file.grammar.hooks_key
    items = list(enumerate(node.items)) if node.kind is Kind.ARRAY else []
    places: list[tuple[Route, Node]] = [((key, index), it) for index, it in items] or [((key,), node)]
    for route, it in places:
        if it.kind is Kind.OBJECT:
            yield from _of_hooks(search, route, it)
        elif route != (key,) and it.kind is Kind.STRING and not _is_path(str(it.value)):
            yield _cause(route, it, f"a path has to begin with `{_HERE}` and to end with `{_ENDING}`")
        elif route != (key,) and it.kind not in (Kind.STRING, Kind.MISSING):
            yield _cause(route, it, f"an entry of `{key}` must be an object or a path, not {a_kind(it.kind)}")


def _is_path(text: str) -> bool:
    return text.startswith(_HERE) and text.endswith(_ENDING)


def _of_hooks(search: _Search, route: Route, node: Node) -> Iterator[VoidCause]:
    key = search.file.grammar.hooks_key
    if node.kind is Kind.ARRAY and any(it.kind is Kind.OBJECT for it in node.items):
        yield _cause(route, node, f"`{key}` must be an object of events, not a list")
    if node.kind is not Kind.OBJECT:
        return
    if _is_matcher(search, node):
        yield _cause(route, node, f"`{key}` must be an object of events, not one matcher group")
        return
    for member in node.members:
        if child(node, member.name) is member.value:
            yield from _of_event(search, (*route, member.name), member.name, member.key, member.value)


def _of_event(search: _Search, route: Route, name: str, key: Node, node: Node) -> Iterator[VoidCause]:
    if name not in search.events:
        if _holds_guard(search, node, matcher_counts=node.kind is not Kind.ARRAY):
            yield _cause(route, key, f"`{name}` is not an event, and holds hooks", on_key=True)
    elif node.kind is not Kind.ARRAY:
        row = search.file.event_row(name)
        listed = search.by.lists and row is not None and not row.spelling_of
        guard = (name in search.by.guards and node.kind not in _NEITHER) or listed
        if guard or _holds_guard(search, node, matcher_counts=False):
            yield _cause(route, node, f"`{name}` must be a list, not {a_kind(node.kind)}")
    else:
        for index, group in enumerate(node.items):
            yield from _of_group(search, (*route, index), group, guards=name in search.by.guards)


def _of_group(search: _Search, route: Route, group: Node, *, guards: bool) -> Iterator[VoidCause]:
    if _holds_guard(search, group, matcher_counts=False):
        yield _cause(route, group, "an event is inside of a matcher group")
        return
    if not guards or group.kind is Kind.MISSING:
        return
    if group.kind is not Kind.OBJECT:
        yield _cause(route, group, f"a matcher group must be an object, not {a_kind(group.kind)}")
        return
    matcher, hooks = child(group, MATCHER), child(group, HOOKS)
    if matcher is not None and matcher.kind not in (Kind.STRING, Kind.MISSING):
        yield _cause((*route, MATCHER), matcher, f"`{MATCHER}` must be a string, not {a_kind(matcher.kind)}")
    if hooks is None:
        # What is not closed is half typed.
        if group.closed:
            yield _cause(route, group, f"a matcher group has no `{HOOKS}`")
    elif hooks.kind not in (Kind.ARRAY, Kind.MISSING):
        yield _cause((*route, HOOKS), hooks, f"`{HOOKS}` must be a list, not {a_kind(hooks.kind)}")
    else:
        for index, hook in enumerate(hooks.items):
            yield from _of_hook(search.file, (*route, HOOKS, index), hook)


def _of_hook(file: HookFile, route: Route, hook: Node) -> Iterator[VoidCause]:
    if hook.kind is Kind.MISSING:
        return
    if hook.kind is not Kind.OBJECT:
        yield _cause(route, hook, f"a hook must be an object, not {a_kind(hook.kind)}")
        return
    named = child(hook, TYPE)
    kind = file.grammar.type_named(named.value) if named is not None else None
    if kind is None and not (hook if named is None else named).closed:
        return
    if kind is None:
        fault = "a hook has no `type`" if named is None else "a hook has an unknown `type`"
        yield _cause((*route, TYPE) if named is not None else route, named or hook, fault)
        return
    for known in kind.fields:
        there = child(hook, known.name)
        fault_there = fault_of_hook(known, there)
        if fault_there is not None and (hook if there is None else there).closed:
            where = route if there is None else (*route, known.name)
            yield _cause(where, there or hook, f"`{known.name}` {fault_there}")


def _cause(route: Route, node: Node, why: str, *, on_key: bool = False) -> VoidCause:
    return VoidCause(route, node.span, why, on_key)


def _is_filled(node: Node) -> bool:
    return node.kind not in (Kind.NULL, Kind.MISSING) and not (node.kind is Kind.ARRAY and not node.items)


def _is_matcher(search: _Search, node: Node) -> bool:
    """Whether an object looks like a matcher group."""
    if node.kind is not Kind.OBJECT:
        return False
    has_matcher = child(node, MATCHER) is not None
    if not has_matcher and any(it.name in search.events for it in node.members):
        return False
    hooks = child(node, HOOKS)
    if hooks is None:
        return False
    if hooks.kind is Kind.ARRAY:
        return bool(hooks.items)
    named = child(hooks, TYPE) if hooks.kind is Kind.OBJECT else None
    return hooks.kind is Kind.OBJECT and (has_matcher or (named is not None and named.kind is Kind.STRING))


def _holds_guard(
    search: _Search, node: Node, depth: int = _DEPTH, *, matcher_counts: bool, in_hooks: bool = False
) -> bool:
    """Whether hooks of a guarding event are in there; with `matcher_counts`, a matcher group counts as one."""
    if any(it.name in search.by.guards and _is_filled(it.value) for it in node.members):
        return True
    if matcher_counts and _is_matcher(search, node):
        return True
    if depth == 0:
        return False
    if node.kind is Kind.ARRAY:
        return any(
            _holds_guard(search, it, depth - 1, matcher_counts=matcher_counts, in_hooks=in_hooks) for it in node.items
        )
    named = child(node, TYPE) if node.kind is Kind.OBJECT else None
    if in_hooks and named is not None and named.kind is Kind.STRING:
        return False
    return any(
        _holds_guard(
            search,
            it.value,
            depth - 1,
            matcher_counts=matcher_counts and it.name not in search.events,
            in_hooks=it.name == HOOKS and it.value.kind is Kind.ARRAY,
        )
        for it in node.members
        if it.name not in search.by.elsewhere
    )
