"""How a hook refuses on an event, or keeps the agent going, in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hookwright.model.event import EventRow
from hookwright.model.reaction import Choice, Reaction


@cache
def blocking(row: EventRow) -> str:
    """How a hook blocks on an event, or makes the agent go on there, and what happens if none does, as sentences."""
    if not row.can_block:
        return "Hooks cannot block it."
    goes_on = any(it.must_continue for it in row.reactions)
    does = "makes the agent go on" if goes_on else "blocks it"
    ways = _ways(row)
    return f"A hook {does}{f' with {either(ways)}' if ways else ''}. If none does, {row.undecided}."


@cache
def denial(row: EventRow) -> str:
    """How a hook refuses on an event, or keeps the agent going there, as the end of a sentence."""
    ways = _ways(row)
    goes_on = any(it.must_continue for it in row.reactions)
    verb = "keep the agent going" if goes_on else "refuse"
    return f"{verb} with {either(ways)}" if ways else "it cannot be refused"


def _ways(row: EventRow) -> list[str]:
    """What refuses on an event: exit codes, output and keys of the hook."""
    # A field may be read at two places.
    ways = list(dict.fromkeys((*_refusing_keys(row.exits.other), *_refusing_fields(row))))
    codes = _refusing_codes(row)
    # What begins with "any" goes last, so that nothing behind it is taken for one of its exceptions.
    return [*ways, *codes] if _refuses(_of_itself(row.exits.other)) else [*codes, *ways]


def _refusing_codes(row: EventRow) -> list[str]:
    every = sorted(row.exits.codes.items())
    refusing = [f"exit {code}" for code, it in every if _refuses(_of_itself(it))]
    if not _refuses(_of_itself(row.exits.other)):
        return refusing
    others = [str(code) for code, it in every if not _refuses(_of_itself(it))]
    return [f"any exit code other than {' and '.join(others)}" if others else "any exit code"]


def _refusing_fields(row: EventRow) -> Iterator[str]:
    """What refuses in the JSON that a hook prints, each with the first word that does."""
    for field in row.outputs:
        words = [word for word, it in zip(field.spelled, field.words.values(), strict=True) if _refuses(it)]
        if words and not field.deprecated:
            yield f"`{field.path[-1]}: {words[0]}`"


def _refusing_keys(entry: Reaction | Choice) -> Iterator[str]:
    """What a key of the hook has to say for its failures to refuse."""
    if isinstance(entry, Choice) and not _refuses(entry.otherwise):
        yield from (f"a failure with `{entry.key}: {word}`" for word, it in entry.cases.items() if _refuses(it))


def _of_itself(entry: Reaction | Choice) -> Reaction:
    return entry.otherwise if isinstance(entry, Choice) else entry


def _refuses(reaction: Reaction) -> bool:
    return reaction.refuses or reaction.must_continue


def either(ways: list[str]) -> str:
    """They as alternatives, such as `a, b or c`."""
    *others, last = ways
    return f"{', '.join(others)} or {last}" if others else last
