"""What a guard is meant to stop: what the user says, else its hook tests, else its own patterns and messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Danger, Seed
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.texts.candidates import Candidates, candidates
from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.reading import of_reading, only_prints, only_reads, without_changes
from hookwright.attacking.texts.shown import plain, shows, tells_of, without_advice, without_the_unseen
from hookwright.attacking.texts.stated import as_refused, as_said
from hookwright.attacking.texts.tool_names import FOR_FILES
from hookwright.errors import UsageError
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell
from hookwright.visible import visible_line

_OWN = "your danger"
_OWN_TEXT = "its own patterns and messages"
_MOST_OF_TESTS = 8
_WORD = late_pattern(r"[\w-]+")
_SWITCH = late_pattern(
    r"\b(?=[A-Z0-9_]*(?:SKIP|ALLOW|BYPASS|OVERRIDE|DISABLE|FORCE|CONFIRM|UNSAFE|APPROVE|IGNORE))([A-Z][A-Z0-9_]+)"
    r" ?\*?= ?\*?[\"']?(1|true|yes|on)\b"
)
"""A variable with a value, whose name says that it switches something off."""
_MARKER = late_pattern(
    r"(?i)(?:\*|\bincludes\(?|\bin\b|\bsearch\(?|\bmatch\(?|\btest\(?|=~|\bgrep\b).{0,24}?[\"'/][\^ ]?#\s?((?=[\w-]*"
    r"(?:skip|allow|bypass|override|confirm|unsafe|approve|yes|force|ignore|destroy))[a-z][\w-]{2,30})"
)
"""The text of a comment that the guard looks for, whose words say that it switches something off."""
_MOST_SWITCHES = 3


class Meant(Struct, frozen=True):
    """What a guard is meant to stop, where that was found, and what is uncertain about it, in words.

    `candidates` are commands and files that its patterns name beside; it is meant to stop those of them that it stops.
    If `by_asking`, the aims are all known dangers, and it is meant to stop those seeds that it stops.  If `by_text`,
    only its text shows the aims, and it may mention some that it is not meant to stop.
    """

    aims: tuple[Aim, ...]
    source: str
    notes: tuple[str, ...] = ()
    candidates: Candidates = Candidates()
    by_asking: bool = False
    by_text: bool = False


def named(texts: Sequence[str], known: Mapping[str, Danger]) -> Meant:
    """What the user has named: dangers by their names, in words of their own, or as a command.

    Raises UsageError for a text that is neither.
    """
    found: dict[str, Aim] = {}
    notes: list[str] = []
    for text, it in [(text, _named(text, known)) for text in texts]:
        before = found.get(it.name, replace(it, seeds=()))
        found[it.name] = replace(before, seeds=tuple(dict.fromkeys((*before.seeds, *it.seeds))))
        if text not in known and it.name in known and it.seeds == known[it.name].seeds:
            notes.append(f"`{text}` was taken for the danger `{it.name}`, and nothing else in these words was attacked")
    return Meant(tuple(found.values()), "your choice", tuple(notes))


def _named(text: str, known: Mapping[str, Danger]) -> Aim:
    if text in known:
        return Aim(text, known[text], known[text].seeds, is_named=True)
    name, _, one = text.partition(": ")
    if name in known and (seeds := tuple(it for it in known[name].seeds if it.name == one)):
        return Aim(name, known[name], seeds, is_named=True)
    words = {it.casefold() for it in _WORD.findall(text)}
    scored = [(len(words & {*it.called, name}), name) for name, it in known.items()]
    best, name = max(scored, key=lambda it: it[0], default=(0, ""))
    command = text.strip("`")
    shown = tuple(it for it in known[name].seeds if shows(it, text)) if best else ()
    if best and (shown or not _begins_with_program(command, known)):
        return Aim(name, known[name], shown or known[name].seeds, is_named=True)
    shell = read_shell(command)
    if not shell.readable or shell.fault is not None or len(command.split()) < 2:
        near = get_close_matches(text, known, n=1)
        remedy = f"did you mean `{near[0]}`?" if near else "name one of " + ", ".join(f"`{it}`" for it in known)
        raise UsageError(f"`{text}` is no danger that hookwright knows", f"{remedy}, or give a command")
    seed = Seed(name=command[:40], command=command, why="You say that the guard must stop it.")
    return Aim(_OWN, Danger(does="you name", seeds=(seed,)), (seed,), is_named=True)


def _begins_with_program(text: str, known: Mapping[str, Danger]) -> bool:
    """Whether a text begins with a program of a seed, and so is a command and no description."""
    first = text.split()[:1]
    return any(first == seed.command.split()[:1] for it in known.values() for seed in it.seeds)


def by_tests(commands: Iterable[str], known: Mapping[str, Danger]) -> Meant | None:
    """What commands that hook tests have refused belong to; None if there are none.

    A test names its danger as a user does.  So the seeds keep the forms that have signs, whatever the text shows.
    """
    found: dict[str, Aim] = {}
    for command in list(dict.fromkeys(commands))[:_MOST_OF_TESTS]:
        own = Seed(name=command[:40], command=command, why="A hook test says that the guard must stop it.")
        for name, danger in known.items():
            seeds = tuple(it for it in danger.seeds if shows(it, command))
            if seeds and name != "protected":
                before = found.get(name, Aim(name, danger, (), is_named=False))
                found[name] = replace(before, seeds=tuple(dict.fromkeys((*before.seeds, *seeds))))
                break
        else:
            before = found.get(_OWN, Aim(_OWN, Danger(does="a hook test names", seeds=()), (), is_named=False))
            found[_OWN] = replace(before, seeds=(*before.seeds, own))
    return Meant(tuple(found.values()), "its hook tests") if found else None


def with_left_out(meant: Meant, files: Mapping[str, str]) -> Meant:
    """The same with a note on the hook tests that an attack leaves out.

    `files` are the paths that hook tests have refused, by the names of the tests.
    """
    seeds = [seed for it in meant.aims if it.danger.files for seed in it.seeds]
    left = [f"`{name}`" for name, path in files.items() if not any(shows(it, path) for it in seeds)]
    if not left:
        return meant
    more = [f"{len(left) - _MOST_OF_TESTS} more"] if len(left) > _MOST_OF_TESTS else []
    tests = ", ".join([*left[:_MOST_OF_TESTS], *more])
    what = f"not attacked: {tests}. No danger that is attacked has such files; `hookwright test` runs these hook tests"
    return replace(meant, notes=(*meant.notes, what))


def by_text(
    texts: Iterable[str], known: Mapping[str, Danger], tools: frozenset[str], project: str | None = None
) -> Meant | None:
    """What the patterns and messages of a guard speak of, of what it is asked about by these `tools` (usual names).

    Files that they name are looked for in the project.  None if they speak of nothing.
    """
    every = tuple(texts)
    whole = [composed(it) for it in every]
    text_of_all = "\n".join(map(plain, whole))
    said = "\n".join(plain(composed(as_said(it))) for it in every)
    ruled = "\n".join(plain(composed(as_refused(it))) for it in every)
    found = []
    for name, danger in known.items():
        text = without_advice(danger, text_of_all)
        seeds = tuple(_shown(danger, said, ruled))
        for_files = tools & FOR_FILES
        # Where a shell is asked about, too, only the guard can say what it does to files: an attack asks it first.
        is_of_others = for_files and danger.files and for_files.isdisjoint(danger.files) and SHELL not in tools
        if seeds and not tools.isdisjoint((*danger.tools, *danger.files)) and not is_of_others:
            found.append(without_the_unseen(Aim(name, danger, seeds, is_named=False), text))
    if only_reads((text_of_all,), tools):
        found = of_reading(found)
    elif only_prints(ruled, tools):
        found = without_changes(found)
    named = candidates(every, project) if project is not None else Candidates()
    return Meant(tuple(found), _OWN_TEXT, candidates=named, by_text=True) if found else None


def _shown(danger: Danger, said: str, ruled: str) -> Iterator[Seed]:
    """The seeds that a text shows; those are `asked` that only hints show, or its explanations, or what it allows."""
    said, ruled = without_advice(danger, said), without_advice(danger, ruled)
    for it in danger.seeds:
        if shows(it, said):
            yield it if it.asked or tells_of(it, ruled) else replace(it, asked=True)


def by_asking(texts: Iterable[str], known: Mapping[str, Danger], project: str) -> Meant:
    """All known dangers, for a guard whose text shows none of them, such as a program, and what its patterns name."""
    aims = tuple(Aim(name, danger, danger.seeds, is_named=False) for name, danger in known.items())
    named = candidates(texts, project)
    return Meant(aims, "what it stops when asked", candidates=named, by_asking=True)


def with_switches(meant: Meant, texts: Iterable[str]) -> Meant:
    """The same with the variables and comments that may switch the guard off, as far as its texts name them."""
    every = tuple(map(plain, texts))
    found = [f"{name}={value}" for text in every for name, value in _SWITCH.findall(text)]
    found += (it for text in every for it in _MARKER.findall(text))
    switches = tuple(dict.fromkeys(found))[:_MOST_SWITCHES]
    return replace(meant, aims=tuple(replace(it, switches=switches) for it in meant.aims))


def in_words(meant: Meant) -> Iterator[str]:
    """Each danger with the names of its seeds."""
    for it in meant.aims:
        yield f"{it.name} ({', '.join(visible_line(seed.name) for seed in it.seeds)})"


def require_aims(meant: Meant, known: Iterable[str]) -> None:
    """Raises UsageError if nothing tells what a guard is meant to stop; `known` are the names of the dangers."""
    if meant.aims:
        return
    names = ", ".join(f"`{it}`" for it in known)
    raise UsageError("Nothing says what this guard is meant to stop", f"name it with `--danger`: {names}, or a command")
