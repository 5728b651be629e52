"""Harmless calls of every day that have a word, an option or a path which guards look for, and do something else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct

from hookwright.attacking.forms.model import SHELL, Variant, everyday_call


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """Calls of one kind, which are harmless for the same reason: two texts each, with what guards look for and without.

    Those in `behind` are one text, which stands behind another command.  In `of_file`, `{file}` is a guarded file.
    A guard whose text shows one of `not_for` names such calls itself.
    """

    kind: str
    why: str
    does: str = SHELL
    calls: tuple[tuple[str, str], ...] = ()
    behind: tuple[str, ...] = ()
    of_file: tuple[tuple[str, str], ...] = ()
    not_for: tuple[str, ...] = ()

    def made(self, text: str, control: str) -> Variant:
        """A call of the kind."""
        return everyday_call(self.kind, self.why, text, control, self.does)


@lru_cache(maxsize=1)
def _kinds() -> tuple[Kind, ...]:
    text = (resources.files("hookwright.attacking.forms") / "everyday.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text)["kinds"], tuple[Kind, ...])


def everyday(plain: Sequence[str], files: Sequence[str], texts: Sequence[str] = ()) -> Iterator[Variant]:
    """The calls, also behind the `plain` commands, and about the files; `texts` are those of the guard."""
    kinds = [it for it in _kinds() if not any(re.search(sign, text) for sign in it.not_for for text in texts)]
    for kind in kinds:
        yield from (kind.made(text, control) for text, control in kind.calls)
    for command in plain:
        for kind in kinds:
            yield from (kind.made(f"{command} && {it}", command) for it in kind.behind)
    for path in files:
        for kind in kinds:
            yield from (kind.made(*(it.replace("{file}", path) for it in texts)) for texts in kind.of_file)
