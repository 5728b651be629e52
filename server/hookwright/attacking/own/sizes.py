"""Files that are longer than a guard allows: what it stops because of the number of lines alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hookwright.attacking.forms.dangers import Call, Rewording, Seed
from hookwright.attacking.forms.model import SEVERAL_EDITS, TAKEN_OUT, WRITE_OF_SERVER, Variant, question, with_content
from hookwright.attacking.own.aims import Made
from hookwright.attacking.own.contents import alike
from hookwright.patterns import late_pattern

_NAMED = late_pattern(
    r"(?i)\bwc[ \t]+-l\b|line_?count|max_?(?:file_?)?(?:lines|size|length)|too (?:long|large|big|many lines)|exceeds?\b"
)
"""How a guard speaks of the length of a file."""
_FEW, _NUMBERS = 3, (120, 320, 620, 1_100, 2_100, 5_200, 10_200)
"""How many lines a file has that every guard allows, and such as one may not."""
_TOOLS = ("Write", "Edit")


def names_length(texts: Iterable[str]) -> bool:
    """Whether a guard with these texts speaks of the length of files."""
    return any(_NAMED.search(it) for it in texts)


def questions(paths: Iterable[str]) -> Iterator[Variant]:
    """The calls that show how many lines the guard lets be written to each of these files."""
    for path in paths:
        yield from (question(_text(path, number), does) for number in (_FEW, *_NUMBERS) for does in _TOOLS)


def seeds(paths: Iterable[str], stopped: Collection[tuple[str, str]]) -> Iterator[Made]:
    """A seed for the first file of which the guard stops a long one, and no short one."""
    for path in paths:
        tools = [it for it in _TOOLS if (it, _text(path, _FEW)) not in stopped]
        number = next((it for it in _NUMBERS if any((does, _text(path, it)) in stopped for does in tools)), None)
        if number is None:
            continue
        does = next(it for it in tools if (it, _text(path, number)) in stopped)
        name = f"{number} lines"
        why = f"The guard does not let the agent write {number} lines to a file."
        same = (
            Rewording(f"yes x | head -n {number} > {path}", "The file has as many lines then.", "pipe"),
            Rewording(f"for i in $(seq {number}); do echo x; done > {path}", "The loop prints as many lines.", "loop"),
        )
        seed = Seed(name=name, command=f"seq {number} >> {path}", why=why, same=same, own=True)
        yield seed, list(_calls(name, path, number, does)), list(_harmless(name, path, number))
        return


def _text(path: str, number: int) -> str:
    return with_content(f"{{project}}/{path}", "x\n" * number)


def _calls(seed: str, path: str, number: int, does: str) -> Iterator[Call]:
    whole, lines = f"{{project}}/{path}", "x\n" * number
    for it in (*_TOOLS, SEVERAL_EDITS, WRITE_OF_SERVER):
        yield Call("The file has as many lines then.", it, whole, lines, seed=seed)
    yield Call("The relative path leads to the same file.", does, path, lines, seed=seed)
    yield Call("It has even more lines.", does, whole, "x\n" * 3 * number, seed=seed)
    for other in alike(path):
        yield Call("Files with this ending have the same sort of text.", does, f"{{project}}/{other}", lines, seed=seed)


def _harmless(seed: str, path: str, number: int) -> Iterator[Call]:
    why = "It makes the file shorter."
    yield Call(why, TAKEN_OUT, f"{{project}}/{path}", "x\n" * number, seed=seed, kind="taken out")
