"""A whole hook file as one of another dialect."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.grammar import Shape
from hookwright.model.hook import Hook
from hookwright.model.reaction import Choice, Reaction
from hookwright.syntax.tree import child
from hookwright.text import to_pointer
from hookwright.workflows.converting.hooks import converted_hook, converted_type
from hookwright.workflows.converting.loss import Loss
from hookwright.workflows.converting.matchers import converted_matcher


@dataclass(frozen=True, slots=True)
class ConvertedFile:
    """The text of the new file, and every loss in the order of the old one."""

    text: str
    losses: tuple[Loss, ...]


def convert(file: HookFile, new: Dialect) -> ConvertedFile:
    """The same hooks in the other dialect; what is not well-formed is left out, and told."""
    hooks, left_out = runnable_hooks(file)
    losses = [Loss("", it) for it in left_out]
    events: dict[str, list[dict[str, Any]]] = {}
    for hook in hooks:
        found = [Loss(to_pointer(hook.route), it) for it in _add(file.dialect, hook, new, events)]
        losses += found
    losses += _knobs(file, new)
    losses += _meanings(file.dialect, hooks, new)
    whole = {new.grammar.hooks_key: events} if new.grammar.hooks_key else events
    return ConvertedFile(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", tuple(losses))


def _add(old: Dialect, hook: Hook, new: Dialect, events: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Puts the hook where it belongs, and says what it loses."""
    row, name = old.event(hook.event), hook.event
    new_row = new.event(name) or new.event(new.equivalents.get(name, ""))
    if row is None or new_row is None:
        return [f"the hook is left out: {new.title} has no event like `{name}`"]
    kind = converted_type(old, hook, new, new_row)
    if isinstance(kind, str):
        return [f"the hook is left out: {kind}"]
    losses = [] if new_row.name == name else [f"`{name}` becomes `{new_row.name}`, which comes nearest"]
    matcher = converted_matcher(old, row, hook.matcher, new, new_row)
    if not matcher.texts:
        return [*losses, *(f"the hook is left out: {it}" for it in matcher.losses)]
    losses += matcher.losses
    members = converted_hook(old, hook, new, new_row, kind, losses)
    if matcher.rule is not None and new.condition_key is not None and new_row.name in new.condition_events:
        members[new.condition_key] = matcher.rule
    for text in matcher.texts:
        _place(new, new_row, hook, text, dict(members), events.setdefault(new_row.name, []))
    return losses


def _place(
    new: Dialect, row: EventRow, hook: Hook, text: str | None, members: dict[str, Any], entries: list[dict[str, Any]]
) -> None:
    """In a group with others of the same matcher, or as an entry of its own."""
    group: dict[str, Any] = {}
    if hook.name is not None and any(it.name == "name" for it in new.grammar.group):
        group["name"] = hook.name
    if text is not None and row.subject is not None:
        group["matcher"] = {"tools": text} if "tools" in new.matchers.criteria else text
    if new.grammar.shape is Shape.FLAT:
        entries.append({**group, **members})
        return
    last = entries[-1] if entries else None
    if last is not None and {name: it for name, it in last.items() if name != "hooks"} == group:
        last["hooks"].append(members)
    else:
        entries.append({**group, "hooks": [members]})


def _knobs(file: HookFile, new: Dialect) -> list[Loss]:
    """What stands beside the events, which every dialect has of its own."""
    if file.hooks_node is None:
        return []
    there = [it.name for it in file.dialect.grammar.knobs if child(file.hooks_node, it.name) is not None]
    key = file.dialect.grammar.hooks_key
    return [
        Loss(to_pointer((*((key,) if key else ()), name)), f"the setting `{name}` is lost: {new.title} has its own")
        for name in there
    ]


def _meanings(old: Dialect, hooks: tuple[Hook, ...], new: Dialect) -> list[Loss]:
    """What the scripts themselves have to be looked through for: exit codes, and what they print."""
    found: list[Loss] = []
    for name in dict.fromkeys(it.event for it in hooks):
        row, other = old.event(name), new.event(name) or new.event(new.equivalents.get(name, ""))
        if row is None or other is None:
            continue
        before, after = _refusing(row), _refusing(other)
        if before != after:
            what = f"{_codes(before)} refuses in {old.title}, {_codes(after)} in {new.title}"
            found.append(Loss("", f"`{name}`: {what}; check the hooks' exit codes"))
        fields = {".".join(it.path) for it in row.outputs} - {".".join(it.path) for it in other.outputs}
        if fields:
            listed = ", ".join(f"`{it}`" for it in sorted(fields))
            found.append(Loss("", f"`{name}`: {new.title} ignores {listed} in the JSON that hooks print"))
    return found


def _refusing(row: EventRow) -> tuple[str, ...]:
    entries = {**{str(code): it for code, it in row.exits.codes.items()}, "with any other code": row.exits.other}
    return tuple(code for code, it in entries.items() if _may_refuse(it))


def _may_refuse(entry: Reaction | Choice) -> bool:
    reactions = (*entry.cases.values(), entry.otherwise) if isinstance(entry, Choice) else (entry,)
    return any(it.refuses for it in reactions)


def _codes(codes: tuple[str, ...]) -> str:
    return f"exit {' or '.join(codes)}" if codes else "no exit code"
