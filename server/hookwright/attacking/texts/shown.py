"""What the text of a guard shows of a danger: its seeds, the forms of each, and what it only recommends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Danger, Rewording, Seed, Swap
from hookwright.attacking.forms.variants import Aim, swapped
from hookwright.patterns import late_pattern

_BLANK = late_pattern(r"\\+s[+*]?|(?<=[\w)\]])\\ (?=[\w(\-])|\[\[:(?:space|blank):\]\][+*]?|\[\\+s\][+*]?|(?<=\w) {2,}")
_NOTHING = late_pattern(r"\\+b|\(\?[:i]*\)?|\\+(?=[.\-/~$])|[()](?=\w)|(?<=\w)\)")
_COMMENT = ("#", "//", "*", "/*")
"""How lines begin that are only about the code."""


def plain(text: str) -> str:
    """A text without what regular expressions put between the words that they are about."""
    return _NOTHING.sub("", _BLANK.sub(" ", text))


def only_in_signs(word: str, texts: Iterable[str], seeds: Sequence[Seed]) -> bool:
    """Whether each line of code that names the word is about one of the seeds that have it in a command."""
    named = re.compile(rf"(?<![\w./-]){re.escape(word)}(?![\w/-])")
    having = [
        it for it in seeds if any(named.search(text) for text in (it.command, *(form.command for form in it.same)))
    ]
    lines = [
        plain(line)
        for text in texts
        for line in text.split("\n")
        if named.search(line) and not line.lstrip().startswith(_COMMENT)
    ]
    return bool(having and lines) and all(any(shows(it, line) for it in having) for line in lines)


def shows(seed: Seed, text: str) -> bool:
    """Whether a text has a sign of the seed, or of a word that can stand for one of its words, or a hint."""
    return tells_of(seed, text) or _has_any(seed.hints, text)


def tells_of(seed: Seed, text: str) -> bool:
    """The same without the hints: they alone do not tell that a guard is about the seed."""
    return _has_any(seed.signs, text) or any(_has_any(it.signs, text) for it in seed.swaps)


def tells(seed: Seed, command: str, others: Iterable[Seed] = ()) -> bool:
    """Whether a guard that stops this form of the seed is meant to stop the seed.

    Another rule may stop a form that does not name what an `asked` seed is about, or that shows one of the `others`.
    """
    if command == seed.command or shows(seed, command):
        return True
    return not seed.asked and not any(shows(it, command) for it in others if it.name != seed.name)


def without_advice(danger: Danger, text: str) -> str:
    """The text without the lines that recommend what the danger is, such as to skip the checks if they fail."""
    return "\n".join(it for it in text.split("\n") if not _has_any(danger.advice, it)) if danger.advice else text


def without_the_unseen(aim: Aim, text: str, *, stopped: bool = False) -> Aim:
    """The aim without the forms and calls that have signs which the text does not show.

    Seeds that the guard has `stopped` stay as they are, whatever the text shows of them.
    """
    calls = tuple(it for it in aim.danger.calls if _is_seen(it, text))
    harmless = tuple(replace(it, signs=()) for it in aim.danger.harmless if _is_seen(it, text))
    seeds = tuple(_of_the_seen(it, text, stopped=stopped) for it in aim.seeds)
    return replace(aim, danger=replace(aim.danger, calls=calls, harmless=harmless), seeds=seeds)


def _of_the_seen(seed: Seed, text: str, *, stopped: bool) -> Seed:
    """The seed without the forms that the text does not show; if nothing shows the seed, the first form instead."""
    same = tuple(it for it in seed.same if _is_seen(it, text))
    swaps = tuple(it for it in seed.swaps if _is_seen(it, text))
    first = next((it for it in swaps if it.signs), None)
    if first is None or stopped or _has_any(seed.signs, text):
        return replace(seed, same=same, swaps=swaps)
    swaps = tuple(replace(it, word=first.instead) if it.word == first.word else it for it in swaps if it is not first)
    return replace(seed, command=swapped(seed.command, first), why=first.why, same=same, swaps=swaps)


def _is_seen(form: Rewording | Swap | Call, text: str) -> bool:
    return not form.signs or _has_any(form.signs, text)


def _has_any(patterns: tuple[str, ...], text: str) -> bool:
    return any(re.search(it, text) for it in patterns)
