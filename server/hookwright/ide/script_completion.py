"""Completion in scripts: the keys of the payload where a script reads one, also in a text that is not finished."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hookwright.analysis.script_subject import ScriptSubject
from hookwright.ide.completion.items import Fitting, Item, ItemKind
from hookwright.ide.script_keys import payload_keys, payload_markdown
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language, ReadKey, effects
from hookwright.scripts.values import Path
from hookwright.text import Span

# No script reads a key of this name: it stands at the cursor, and the reader says of what it is a key.
_PROBE = "hookwrightProbe"
_WORD = late_pattern(r"\w*")
# What a key may stand behind: a dot, the quote of a subscript or of `get`, the brace or the comma of a destructuring.
_BEFORE = {
    Language.SHELL: late_pattern(r"\.[\"]?$"),
    Language.PYTHON: late_pattern(r"[\[(]\s*[\"']$"),
    Language.JAVASCRIPT: late_pattern(r"(?:\.|\[\s*[\"'`]|[{,]\s*)$"),
}
# What the text may lack behind the cursor, as somebody types from left to right.
_ENDS = {
    Language.SHELL: ("", "'", '"', "')", '")', "'\n"),
    Language.PYTHON: ("", '"]', "']", '")', "')", "]", ")"),
    Language.JAVASCRIPT: ("", '"]', "']"),
}
_LONGEST_LINE = 1000


def complete_script(subjects: Iterable[ScriptSubject], offset: int) -> tuple[Item, ...]:
    """The keys that can be read at an offset; none if the script reads no key there."""
    for it in subjects:
        start, end = _word_at(it.text, offset)
        before = it.text[max(it.text.rfind("\n", 0, start) + 1, start - _LONGEST_LINE) : start]
        if _BEFORE[it.script.language].search(before) is None:
            continue
        holder = _holder(it, start, end)
        if holder is not None:
            return tuple(_items(it, holder, Fitting(Span(start, end))))
    return ()


def _word_at(text: str, offset: int) -> tuple[int, int]:
    start = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    found = _WORD.match(text, start)
    return start, found.end() if found is not None else offset


def _holder(subject: ScriptSubject, start: int, end: int) -> Path | None:
    """The part of the payload that the word is a key of; None if it is no such key."""
    text = subject.text
    for closing in _ENDS[subject.script.language]:
        probed = subject.with_text(f"{text[:start]}{_PROBE}{closing}{text[end:]}")
        read = (it for it in effects(probed.script.body) if isinstance(it, ReadKey) and it.path[-1:] == (_PROBE,))
        found = next((it for it in read if not it.spot.file and it.spot.start <= start <= it.spot.end), None)
        if found is not None:
            return found.path[:-1]
    return None


def _items(subject: ScriptSubject, holder: Path, fitting: Fitting) -> Iterator[Item]:
    """Those that all events have first, each with what it is for which of them."""
    uses: Sequence[object] = subject.uses
    counted: dict[str, list[str]] = {}
    for use in subject.uses:
        for key in payload_keys(use, holder):
            counted.setdefault(key.name, []).append(key.kind)
    for rank, name in enumerate(sorted(counted, key=lambda it: len(counted[it]) < len(uses))):
        item = fitting.item(name, ItemKind.KEY, name, rank, detail=counted[name][0])
        yield item._replace(markdown=payload_markdown((*holder, name), subject.uses))
