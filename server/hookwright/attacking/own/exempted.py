"""Files of code whose paths only look like those that a guard of written texts leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from hookwright.attacking.forms.dangers import Call
from hookwright.attacking.forms.model import Variant, question, with_content
from hookwright.attacking.texts.literals import placed_literals
from hookwright.patterns import late_pattern

_FOLDER = late_pattern(r"/?([A-Za-z_][\w-]*)/")
_FILE = late_pattern(r"[A-Za-z][\w-]*\.(\w+)")
_MOST = 4
_CONTROL = "src/hookwright/app"
"""A file, without its ending, in a folder that no guard names."""


def control(path: str, text: str, does: str) -> Variant:
    """The call that writes the text into another file of that language: a guard that stops it means code anywhere."""
    return question(with_content(f"{{project}}/{_CONTROL}.{path.rpartition('.')[2]}", f"{text}\n"), does)


def similar_paths(texts: Iterable[str], path: str) -> Iterator[tuple[str, str]]:
    """Paths of code of the same language that have in them what a guard's texts name, and why they are other ones."""
    ending = path.rpartition(".")[2]
    named = dict.fromkeys(it for text in texts for _, it in placed_literals(text))
    yield from islice(_like(named, ending), _MOST)


def _like(named: Iterable[str], ending: str) -> Iterator[tuple[str, str]]:
    for it in named:
        if folder := _FOLDER.fullmatch(it):
            why = f"The name of the folder only ends in `{folder[1]}`."
            yield f"src/my{folder[1]}/app.{ending}", why
        elif (file := _FILE.fullmatch(it)) and file[1] == ending:
            yield f"src/my{it}", f"The name of the file only ends in `{it}`."


def calls(seed: str, text: str, texts: Iterable[str], path: str, does: str) -> Iterator[Call]:
    """Calls that write the text into such files."""
    for other, why in similar_paths(texts, path):
        yield Call(why, does, f"{{project}}/{other}", f"{text}\n", seed=seed, kind="usual path like one left out")
