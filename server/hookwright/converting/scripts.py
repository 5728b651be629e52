"""How a hook refuses, as far as its command and its scripts show that.

Texts are searched, and nothing is run: what a script puts together at run time is not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from msgspec import Struct

from hookwright.analysis.rule import Disk, Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.config.view import HookFile
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.hook import Hook
from hookwright.model.outcome import Result
from hookwright.model.reaction import Effect, OutputField, Reaction
from hookwright.patterns import late_pattern
from hookwright.policies.exits import reaction_of

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_COMMENT = late_pattern(r"^[ \t]*(?:#|//).*$", re.MULTILINE)
_DOCSTRING = late_pattern(r'^[ \t]*"""(?:.|\n)*?"""', re.MULTILINE)
_EXIT = late_pattern(r"(?:\bexit|\bSystemExit|\bexitCode\s*=)\s*\(?\s*([1-9]\d{0,2})\b")
# How a script ends with a code that only a run can tell, such as `exit "$code"` and `sys.exit(main())`.
_EXIT_OF_RUN = late_pattern(
    r"\bexit\s+[\"']?\$|\b(?:sys\.exit|process\.exit|SystemExit)\(\s*[A-Za-z_]|\bexitCode\s*=\s*[A-Za-z_]"
)
_INNER = late_pattern(r"\$\([^()]*\)")
_SPEAKS = late_pattern(
    r"\b(?:echo|printf|print|puts|cat|jq|tee|logger|console|stdout|stderr|write|writeln|raise|throw|warn|die|say)\b|>&"
)


class Guard(Struct, frozen=True):
    """A hook on an event of its agent, with all that can be read of it; `unread` are the scripts that could not be."""

    dialect: Dialect
    row: EventRow
    hook: Hook
    text: str
    unread: tuple[str, ...] = ()

    @property
    def codes(self) -> tuple[int, ...]:
        """The exit codes by which it refuses."""
        found = dict.fromkeys(int(it) for it in _EXIT.findall(self.text))
        return tuple(it for it in found if refuses(ended_with(self.row, it, self.hook.values)))

    def ended(self, row: EventRow, code: int, values: Mapping[str, Any]) -> Reaction:
        """What it does on an event that it ends with that code, as far as the text shows whether it says why."""
        found = ended_with(row, code, values)
        is_silent = found.wordless is not None and not _SPEAKS.search(_INNER.sub("", self.text))
        return found.wordless if is_silent and found.wordless is not None else found

    @property
    def fields(self) -> tuple[OutputField, ...]:
        """The fields that it prints by which it refuses."""
        return tuple(it for it in deciding(self.row) if prints(self.text, it))

    @property
    def refuses(self) -> bool:
        """Whether it is seen to refuse something; in the background nothing can be refused."""
        return not self._is_behind and bool(self.codes or self.fields)

    @property
    def may_refuse(self) -> bool:
        """Whether it may, as far as its text shows: it ends with a code that only a run can tell."""
        return self.refuses or (self.row.can_block and not self._is_behind and bool(_EXIT_OF_RUN.search(self.text)))

    @property
    def _is_behind(self) -> bool:
        kind = self.dialect.type_of(self.hook)
        behind = kind is not None and _is_true(self.hook, kind.keys.background)
        return behind and kind is not None and not _is_true(self.hook, kind.keys.rewake)


def guard_of(file: HookFile, hook: Hook, row: EventRow, disk: Disk | None) -> Guard:
    """The hook with its own command and the scripts that this names."""
    texts, unread = [hook.body], list[str]()
    for it in hook_scripts(Subject(file, file.project, disk)) if disk is not None else ():
        if it.route[: len(hook.route)] == hook.route:
            found = disk.text(it.path) if disk is not None and it.path is not None else None
            if found is None:
                unread.append(it.text)
            texts.append(found or "")
    arguments = file.dialect.running.arguments(hook.values) or ()
    text = "\n".join((*texts, *arguments)).replace("\\", "")
    return Guard(file.dialect, row, hook, _COMMENT.sub("", _DOCSTRING.sub("", text)), tuple(unread))


def ended_with(row: EventRow, code: int, values: Mapping[str, Any]) -> Reaction:
    """What a hook with those keys does on the event if it ends with that code."""
    return reaction_of(Result(exit_code=code, started_at=_ANY_TIME, duration=0), row.exits, values)


def refuses(it: Reaction) -> bool:
    """Whether the call, or the end of the turn, is refused."""
    return it.refuses or it.must_continue


def deciding(row: EventRow) -> Iterator[OutputField]:
    """The fields of an output by which a hook can refuse."""
    return (it for it in row.outputs if it.effect is not Effect.NOTED and any(no_words(it)))


def no_words(field: OutputField) -> Iterator[str]:
    """The values of the field that refuse."""
    pairs = zip(field.spelled, field.words.values(), strict=True)
    return (word for word, it in pairs if refuses(it))


def prints(text: str, field: OutputField) -> bool:
    """Whether the text has the field with a value that refuses."""
    words = "|".join(map(re.escape, no_words(field)))
    form = _printed(field.path[-1], words)
    holders = all(mentions(text, it) for it in field.path[:-1])
    return holders and form.search(text) is not None


@lru_cache(maxsize=512)
def _printed(name: str, words: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}\b[\"']?\s*[:=]\s*[\"']?(?i:{words})\b")


def mentions(text: str, name: str) -> bool:
    """Whether the text has the name as a whole word."""
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _is_true(hook: Hook, key: str | None) -> bool:
    return key is not None and hook.values.get(key) is True
