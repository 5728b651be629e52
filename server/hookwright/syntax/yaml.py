"""Reads YAML that somebody else may have written: what is too large, too deep, or grows too much, is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruamel.yaml import YAML
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    Event,
    NodeEvent,
    ScalarEvent,
)

_MOST_VALUES = 20_000
_MOST_ALIASES = 200
_DEEPEST = 64
# Python reads these, and then refuses to write them in decimal digits.
_LONG_NUMBER = re.compile(r"[-+]?0[xob][0-9a-fA-F_]{3000}")


class InvalidYaml(Exception):
    """What is wrong, as a sentence, and on which line."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def parser() -> YAML:
    """What reads YAML; its events come one by one, so that nothing is built of what is too much."""
    return YAML(typ="safe", pure=True)


def moderate(events: Iterator[Event]) -> Iterator[Event]:
    """The events, as long as what they stand for is moderate: every value counts, an alias's as often as it is used."""
    # What each anchor stands for, once that is known; what is open, with what was counted before it.
    sizes: dict[str, int | None] = {}
    opened: list[tuple[str | None, int]] = []
    count = aliases = 0
    for event in events:
        line = event.start_mark.line if event.start_mark else 0
        if isinstance(event, CollectionEndEvent):
            anchor, before = opened.pop()
            if anchor is not None:
                sizes[anchor] = count - before
        elif isinstance(event, AliasEvent):
            aliases += 1
            count += _size_of(sizes.get(event.anchor, 1), line)
        elif isinstance(event, NodeEvent):
            count += 1
            if isinstance(event, ScalarEvent) and _LONG_NUMBER.match(event.value):
                raise InvalidYaml("This number has more digits than can be read", line)
            if event.anchor is not None:
                sizes[event.anchor] = None if isinstance(event, CollectionStartEvent) else 1
            if isinstance(event, CollectionStartEvent):
                opened.append((event.anchor, count - 1))
        _require_room(count, aliases, len(opened), line)
        yield event


def _size_of(size: int | None, line: int) -> int:
    if size is None:
        raise InvalidYaml("This alias stands for something that contains it", line)
    return size


def _require_room(count: int, aliases: int, depth: int, line: int) -> None:
    if depth > _DEEPEST:
        raise InvalidYaml(f"This is nested more than {_DEEPEST} levels deep", line)
    if aliases > _MOST_ALIASES:
        raise InvalidYaml(f"There are more than {_MOST_ALIASES} aliases up to here", line)
    if count > _MOST_VALUES:
        raise InvalidYaml(f"There are more than {_MOST_VALUES:,} values up to here, aliases written out", line)
