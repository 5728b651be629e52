"""What the scripts of converted hooks have to be checked for: the exit codes and the keys that mean something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import events_for
from hookwright.model.event import EventRow
from hookwright.model.hook import Hook
from hookwright.model.reaction import Choice, Reaction


def to_check(old: Dialect, hooks: Sequence[Hook], new: Dialect) -> Iterator[str]:
    """A sentence for each event and each thing on which scripts that were written for it may rely."""
    for name in dict.fromkeys(it.event for it in hooks):
        row = old.event(name)
        same = events_for(name, [it.name for it in new.events])
        other = new.event(same[0]) if same else None
        if row is None or other is None:
            continue
        before, after = _refusing(row), _refusing(other)
        if before != after:
            what = f"{_codes(before)} refuses in {old.title}, {_codes(after)} in {new.title}"
            yield f"`{name}`: {what}; check the hooks' exit codes"
        fields = {".".join(it.path) for it in row.outputs} - {".".join(it.path) for it in other.outputs}
        if fields:
            listed = ", ".join(f"`{it}`" for it in sorted(fields))
            yield f"`{name}`: {new.title} ignores {listed} in the JSON that hooks print"


def _refusing(row: EventRow) -> tuple[str, ...]:
    entries = {**{str(code): it for code, it in row.exits.codes.items()}, "with any other code": row.exits.other}
    return tuple(code for code, it in entries.items() if _may_refuse(it))


def _may_refuse(entry: Reaction | Choice) -> bool:
    reactions = (*entry.cases.values(), entry.otherwise) if isinstance(entry, Choice) else (entry,)
    return any(it.refuses for it in reactions)


def _codes(codes: tuple[str, ...]) -> str:
    return f"exit {' or '.join(codes)}" if codes else "no exit code"
