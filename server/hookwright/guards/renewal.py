"""Brings the files of an older hookwright to what this one writes, if only their lists were changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hookwright.guards.lists import rules_in_force, with_lists, without_lists
from hookwright.guards.written import NAME, Written, is_code

Read = Callable[[str], str | None]
"""The text of a file of the project, None if it has none; the path is relative to the project."""

GuardText = Callable[[tuple[str, ...]], str]


class Renewal:
    """The code in a `folder` of scripts: `texts` are its files as this hookwright writes them, by their paths.

    `renewed` are the new texts of those that are older, with the lists that people have changed.  `stuck` are others,
    which people have changed: they may not go with the new ones.
    """

    def __init__(self, folder: str, texts: Mapping[str, str], read: Read, guard_text: GuardText) -> None:
        self.path = f"{folder}/{NAME}"
        self._folder = f"{folder}/"
        self._there = {it: text for it in texts if (text := read(it)) is not None and is_code(self._name(it))}
        self._texts = {**texts, **{it: self._guard(it, texts[it], guard_text) for it in self._there}}
        self._written = Written(folder, read(self.path))
        older = [it for it, text in self._there.items() if not self._is_current(it, text)]
        ours = [it for it in older if self._written.is_ours(it, self._there[it])]
        self.renewed = {it: with_lists(self._texts[it], self._there[it]) for it in ours}
        self.stuck: Sequence[str] = [
            it for it in older if it not in ours and not self._written.is_ours(it, self._texts[it])
        ]

    def digests(self) -> str:
        """The file of digests as it is to be; what people have changed keeps its digest."""
        ours = {
            it: self.renewed.get(it, text)
            for it, text in {**self._texts, **self._there}.items()
            if it not in self._there or self._is_current(it, text) or it in self.renewed
        }
        return self._written.with_texts(ours)

    def _name(self, path: str) -> str:
        return path.removeprefix(self._folder)

    def _guard(self, path: str, text: str, guard_text: GuardText) -> str:
        """The text of `guard.py` with the rules that are in force too; any other text as it is."""
        if self._name(path) != "guard.py":
            return text
        return guard_text(tuple(dict.fromkeys((*rules_in_force(self._there[path]), *rules_in_force(text)))))

    def _is_current(self, path: str, text: str) -> bool:
        name = self._name(path)
        return without_lists(name, text) == without_lists(name, self._texts[path])
