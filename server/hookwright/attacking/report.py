"""An attack as text of at most 80 columns, but for long words of a call: they stay whole, so that one can copy them."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Attacked, Hole, Tried, Verdict
from hookwright.attacking.forms.lengths import shown
from hookwright.attacking.forms.model import SHELL, SUBAGENT
from hookwright.attacking.texts.meant import in_words
from hookwright.policies.payloads import subject_of

_WIDTH = 80
_SHOWN, _SHOWN_TRICKS, _SHOWN_ALARMS = 20, 10, 40
"""How many holes, how many of those that take a trick, and how many false alarms."""
_MOST_SAID = 160
"""How many characters of what a guard says of a call are shown."""
_NAME, _LONGEST_NAME = 30, 43
"""How wide the names of a table are at least, and at most."""


def attack_report(guard: Guard, found: Attacked, *, every: bool = False) -> str:
    """What was sent, the result, each way through by its smallest call, and what was not tried.

    Without `every`, at most 20 holes, 10 that take a trick, and 40 false alarms: the first one of each seed, then the
    first one of each kind, and then the first ones.
    """
    return "\n".join(_lines(guard, found, every=every)) + "\n"


def _lines(guard: Guard, found: Attacked, *, every: bool) -> Iterator[str]:
    what = "hook" if len(guard.target.hooks) == 1 else "hooks"
    place = f"the {what} at {guard.request.pointer or '/'} of {guard.target.file.path}"
    yield from _wrapped(f"Attacked {guard.target.hooks[0].body if guard.alone else place}")
    yield from _wrapped(f"with {len(found.tried)} calls (seed {found.number}). No command in them was run.")
    yield from _wrapped(f"By {found.meant.source}, it is meant to stop: {'; '.join(in_words(found.meant))}.")
    yield ""
    yield from _table(found)
    yield ""
    yield from _score(found)
    most, most_tricks, most_alarms = (None, None, None) if every else (_SHOWN, _SHOWN_TRICKS, _SHOWN_ALARMS)
    usual = [it for it in found.holes if not it.smallest.is_trick]
    tricks = found.holes[len(usual) :]
    yield from _listed(guard, "Holes, each by its smallest call:", usual, most)
    yield from _listed(guard, "Holes that take a trick, each by its smallest call:", tricks, most_tricks)
    yield from _listed(guard, "False alarms, each by its smallest call:", found.false_alarms, most_alarms)
    yield from _listed(guard, "Calls that the hook is not asked about:", found.unasked, most)
    yield from _circumstances(found)
    for it in found.notes:
        yield ""
        yield from _wrapped(f"Note: {it}.")


def _table(found: Attacked) -> Iterator[str]:
    names = [f"{it.danger}: {it.seed}" if it.danger else "harmless" for it in found.rows]
    width = _width(names)
    yield f"  {'':{width}} {'tried':>6} {'stopped':>8} {'passed':>7} {'not asked':>10}"
    for name, it in zip(names, found.rows, strict=True):
        yield f"  {_cut(name, width):{width}} {it.tried:>6} {it.stopped:>8} {it.passed:>7} {it.not_asked:>10}"


def _width(names: Sequence[str]) -> int:
    """How wide a column with these names is."""
    return min(max(_NAME, *map(len, names)), _LONGEST_NAME)


def _cut(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 3]}..."


def _score(found: Attacked) -> Iterator[str]:
    it = found.score
    percent = f" ({100 * it.stopped // it.dangerous} %)" if it.dangerous else ""
    alarms = f"{it.false_alarms} false alarms in {it.harmless}"
    yield f"Score: it stopped {it.stopped} of {it.dangerous}{percent}, with {alarms}."
    usual = [it for it in found.tried if not it.is_trick and (it.is_hole or it.verdict is Verdict.STOPPED)]
    missed = sum(it.is_hole for it in usual)
    if missed and len(usual) < it.dangerous:
        yield f"It stopped {len(usual) - missed} of the {len(usual)} calls that are not tricks."


def _listed(guard: Guard, title: str, holes: Sequence[Hole], most: int | None) -> Iterator[str]:
    if not holes:
        return
    yield ""
    yield title
    said = set[str]()
    listed = _of_each_kind(holes, len(holes) if most is None else most)
    for number, it in enumerate(listed, start=1):
        yield from _one(guard, number, it, said)
        said.add(_reason(guard, it.smallest))
    if len(listed) < len(holes):
        yield f"  ... and {len(holes) - len(listed)} more; `--all` shows them."


def _of_each_kind(holes: Sequence[Hole], most: int) -> list[Hole]:
    """The first one of each seed, then the first one of each kind of changes, and then the first of all, in order."""
    first: dict[tuple[str, str], int] = {}
    of_kind: dict[str, int] = {}
    for index, it in enumerate(holes):
        variant = it.smallest.variant
        first.setdefault((variant.danger, variant.seed), index)
        of_kind.setdefault(" ".join(change.family.partition(" ")[0] for change in variant.changes), index)
    chosen = list(dict.fromkeys((*first.values(), *of_kind.values(), *range(len(holes)))))[:most]
    return [holes[index] for index in sorted(chosen)]


def _reason(guard: Guard, tried: Tried) -> str:
    """What is said of a call by the guard, or of its tool where the guard is not asked, without what differs."""
    if tried.verdict is Verdict.NOT_ASKED:
        return tried.said.replace(_tool(guard, tried), "")
    return tried.said.replace(tried.variant.text, "")


def _one(guard: Guard, number: int, hole: Hole, before: Collection[str]) -> Iterator[str]:
    """A call with its reasons, and the beginning of what is said of it, unless that was said `before`."""
    tried = hole.smallest
    does = "" if tried.variant.does == SHELL else f"[{_tool(guard, tried)}] "
    for index, line in enumerate(f"{does}{shown(tried.variant.text)}".split("\n")):
        yield from _wrapped(line, f"{number:>4}. " if not index else "      ", "        ", whole=True)
    reasons = [it.why for it in tried.variant.changes] or tried.variant.reasons
    why = " ".join(dict.fromkeys((*reasons, *tried.place)))
    others = f" ({hole.others} more like it)" if hole.others else ""
    said = _said(tried) if _reason(guard, tried) not in before else ""
    yield from _wrapped(f"{why}{said}{others}", "        ", "        ")


def _said(tried: Tried) -> str:
    if tried.verdict is Verdict.NOT_ASKED:
        return f" It is not asked: {tried.said}."
    if tried.verdict is not Verdict.FALSE_ALARM or not tried.said:
        return ""
    return f" The guard says: {textwrap.shorten(shown(tried.said), _MOST_SAID, placeholder=' ...')}"


def _tool(guard: Guard, tried: Tried) -> str:
    """The tool of a call, as the agent calls it; of one in a subagent, that, too."""
    name = subject_of(guard.target.file.dialect, guard.target.row, tried.payload)
    return tried.variant.does if name is None or tried.variant.does == SUBAGENT else name


def _circumstances(found: Attacked) -> Iterator[str]:
    if not found.circumstances:
        return
    yield ""
    yield "Where it cannot decide:"
    width = _width([it.name for it in found.circumstances])
    for it in found.circumstances:
        mark = "refuses" if it.refuses else "lets pass"
        mark = mark.upper() if it.is_fault else mark
        how = f"({it.how})" if it.how and (it.is_fault or not it.refuses) else ""
        yield from _wrapped(f"{it.name:{width}} {mark:<9}  {how}".rstrip(), "  ", " " * (width + 3))


def _wrapped(text: str, first: str = "", rest: str = "", *, whole: bool = False) -> list[str]:
    """The text in lines; with `whole`, words that are longer than a line are not cut."""
    lines = textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=not whole,
        replace_whitespace=False,
    )
    return lines or [first]
