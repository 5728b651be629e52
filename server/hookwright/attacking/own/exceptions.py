"""What a guard lets pass by an exception, such as `dist` or `--dry-run`, and calls that only have it somewhere."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.covers import Excuse, calls
from hookwright.attacking.forms.dangers import Call, Program, Rewording, Seed, programs
from hookwright.attacking.forms.policies import policies
from hookwright.attacking.texts.examples import GAP, examples
from hookwright.attacking.texts.named_commands import IN_WORDS
from hookwright.patterns import late_pattern

_WORD = late_pattern(r"(?=.*[A-Za-z]{2})[\w./@=:-]{2,40}|\\{1,2}[a-z]{1,4}\+?")
_WORDS = late_pattern(r"(?=.{5,40}\Z)[a-z][\w./-]+(?: [\w./@:-]*\w){1,3}")
"""The first words of a command."""
_OPTION = late_pattern(r"--?[a-z][\w-]*[ =][\w./@:-]{2,30}")
"""An option with its value."""
_ANY_OPTION = late_pattern(r"(?<![\w-])--[a-z][a-z-]+(?:[ =][a-z]\w*)?")
"""An option, also with a value."""
_LONGEST = 40
"""What is longer is a sentence, and no pattern."""
_NO_WORD = late_pattern(
    r"(?i)tool_\w+|file_path|command|bash|write|edit|read|utf-?8|deny|allow|ask|hook\w*|permission\w*"
)
_USUAL = (
    *("node_modules", "dist", "build", "/tmp", "tmp", "target", "coverage", "__pycache__", ".cache", ".next", "out"),
    *("--dry-run", "--help", "--force-with-lease", "localhost", "staging", "test", ".example", ".sample", ".template"),
)
"""What guards except most, which is asked about first."""
_ENDS = late_pattern(r"(?:exec|exit|cd|pushd|source|sudo|env|timeout|nohup|bash|sh)\b")
"""What runs what comes behind it, ends the shell, or changes its folder."""
_TEMPORARY = late_pattern(r"/?(?:var/)?tmp/?")
_DELETES = "rm -rf "
_MOST_OF_ONE, _MOST_OPTIONS, _MOST_REWORDED = 6, 8, 2
"""How many words of one pattern and how many options are asked about, and how many exceptions are in other words."""
_PLAIN = late_pattern(r"[\w.-]+")
_OUT = (
    ("mkdir -p {target} && rm -rf {target}/../{folder}", "The two dots lead out of the first folder.", "out of it"),
    (
        "mkdir -p {target} && cd {target} && rm -rf ../{folder}",
        "After `cd`, the dots lead out of the folder.",
        "out of it",
    ),
)
_OUT_OF_TEMPORARY = "rm -rf /tmp/..{{project}}/{folder}"
_SAME = (
    ("rm -rf {target}/", "A slash at the end changes nothing."),
    ('rm -rf "{target}"', "Quotes do not change a word."),
    ("rm -rf '{target}'", "Quotes do not change a word."),
    ("rm -r -f {target}", "The flags can stand in two words."),
    ("rm -rf {target} && echo done", "The second command only prints a word."),
    ("rm -rf {target}; ls", "The second command only lists files."),
)
_SAME_IN_PROJECT = (
    ("rm -rf ./{target}", "A dot is the folder itself."),
    ("rm -rf {{project}}/{target}", "It is the same folder by its absolute path."),
)


_Item = TypeVar("_Item")


class Exceptions(Struct, frozen=True):
    """Words that excuse a deletion as its operand, and `options` with which the guard lets the seed pass.

    The `folder` is one of the project that the guard does not let be deleted; empty if there is none.
    """

    operands: tuple[str, ...] = ()
    folder: str = ""
    options: tuple[str, ...] = ()


def options(texts: Iterable[str]) -> tuple[str, ...]:
    """Options that the patterns of a guard name, at most so many: a guard may let a command pass that has one."""
    every = (" ".join(it.replace(GAP, " ").split()) for text in texts for each in examples(text) for it in each)
    short = (it for it in every if len(it) <= _LONGEST)
    return tuple(dict.fromkeys(found[0] for it in short for found in _ANY_OPTION.finditer(it)))[:_MOST_OPTIONS]


def with_option(seed: Seed, option: str) -> str:
    """The command of the seed with the option at its end."""
    return f"{seed.command} {option}"


def same_options(seed: Seed, option: str) -> tuple[str, ...]:
    """What means the same as the option behind the command of the seed, as far as that is known."""
    program = programs().get(" ".join(seed.command.split()[:3]), Program())
    name, sign, value = option.replace("=", " ").partition(" ")
    others = next((it for it in program.flags if name in it), ())
    found = (f"{it}{sign}{value}" for it in others)
    long = (f"{name}={value}",) if others and sign else ()
    return tuple(it for it in (*found, *long) if it != option)


def words(texts: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Words of each pattern of a guard that may be exceptions, at most so many of one; the usual ones first."""
    every = dict.fromkeys(each for text in texts for each in examples(text))
    parts = (dict.fromkeys(part for it in each for part in _parts(it)) for each in every)
    of_each = (sorted(filter(_is_word, it), key=_order) for it in parts)
    found = sorted((tuple(it[:_MOST_OF_ONE]) for it in of_each if it), key=lambda it: _order(it[0]))
    return tuple(dict.fromkeys(found))


def in_turn(every: Iterable[Sequence[_Item]]) -> Iterator[_Item]:
    """The first of each, and then the second of each, and so on."""
    return (it for turn in zip_longest(*every) for it in turn if it is not None)


def _parts(example: str) -> Iterator[str]:
    """The example with blanks for what may be anything, and what is between these."""
    yield " ".join(example.replace(GAP, " ").split())
    if GAP in example:
        yield from (" ".join(it.split()) for it in example.split(GAP))


def _order(word: str) -> int:
    """The place of a word among others: what guards except most first, and then commands and options."""
    is_usual = word.strip("/") in _USUAL or word in _USUAL
    return 0 if is_usual else 1 if " " in word or word.startswith("-") or word in _known_programs() else 2


def _is_word(text: str) -> bool:
    is_command = _WORDS.fullmatch(text) is not None and IN_WORDS.search(text) is None
    return (
        is_command
        or _OPTION.fullmatch(text) is not None
        or (_WORD.fullmatch(text) is not None and _NO_WORD.fullmatch(text) is None)
    )


def excuses(every: Iterable[Sequence[str]], project: str, begun: Collection[str] = ()) -> list[tuple[Excuse, ...]]:
    """What may excuse a command: the words of each pattern, with a call that begins with one if it is of a program.

    The commands that a guard stops may have `begun` with programs that are not known.
    """
    known = calls(file_in(project))
    return [tuple(dict.fromkeys(it for word in of_one for it in _excuses(word, known, begun))) for of_one in every]


def _excuses(word: str, known: Mapping[str, Excuse], begun: Collection[str]) -> Iterator[Excuse]:
    name, _, rest = word.partition(" ")
    is_program = (name in begun or name in _known_programs() or name in known) and not _ENDS.match(word)
    if rest and is_program:
        yield Excuse(word, word)
    elif is_program and name not in known:
        yield Excuse(word, f"{name} --version")
    elif rest or not is_program:
        yield Excuse(word)
    if is_program and name in known:
        yield replace(known[name], word=name)


@lru_cache(maxsize=1)
def _known_programs() -> frozenset[str]:
    return frozenset(it.split(" ", 1)[0] for it in (*policies(), *programs()))


def file_in(project: str) -> str:
    """A file of the project that every call may read; empty if there is none."""
    names = sorted(it.name for it in os.scandir(project) if it.is_file() and it.name[0].isalpha())
    return next((it for it in names if it == "README.md"), next((it for it in names if _PLAIN.fullmatch(it)), ""))


def is_deletion(seed: Seed) -> bool:
    """Whether the seed deletes what its only operand names."""
    rest = seed.command.removeprefix(_DELETES)
    return rest != seed.command and len(rest.split()) == 1 and not seed.command.endswith("*")


def deletion_of(word: str) -> str:
    """The deletion of what the word names."""
    return f"{_DELETES}{as_target(word)}"


def folders(project: str) -> list[str]:
    """Folders of the project, of which one may be one that nobody may delete."""
    names = sorted(it.name for it in os.scandir(project) if it.is_dir() and it.name[0].isalpha())
    return sorted(names, key=lambda it: it != "src")[:4]


def forms(seed: Seed, found: Exceptions) -> Iterator[Rewording]:
    """Commands that do what the seed does, and have an exception of the guard somewhere."""
    for word in found.operands:
        yield from _out(word, found.folder)


def _out(word: str, folder: str) -> Iterator[Rewording]:
    """Deletions of a folder of the project, by a path through an exception."""
    if not folder or folder == word.strip("/"):
        return
    why = _because(word, f"It deletes `{folder}` in the project.")
    if _TEMPORARY.fullmatch(word):
        if word.startswith("/"):
            command = _OUT_OF_TEMPORARY.format(folder=folder)
            yield Rewording(command, why, "path out of an exception", partial=True)
        return
    if "/" not in word.strip("/"):
        for form, dots, kind in _OUT:
            command = form.format(target=as_target(word), folder=folder)
            yield Rewording(command, f"{why} {dots}", f"path {kind}", partial=True)


def harmless(seed: Seed, found: Exceptions) -> Iterator[Call]:
    """Deletions of what the guard excepts, and options that it wants, written in other ways, for the seed."""
    for option in found.options:
        for other in same_options(seed, option):
            said = f"The guard lets `{with_option(seed, option)}` pass, and `{other}` means `{option}`."
            yield Call(said, command=with_option(seed, other), seed=seed.name, kind=f"option in other words: {other}")
    for word in found.operands[:_MOST_REWORDED]:
        target = as_target(word)
        more = () if target.startswith("/") else _SAME_IN_PROJECT
        for form, why in (*_SAME, *more):
            said = f"The guard lets `{_DELETES}{target}` pass, and this deletes the same. {why}"
            kind = f"exception: {form}"
            yield Call(said, command=form.format(target=target), seed=seed.name, kind=kind)
    if len(found.operands) > 1:
        both = " ".join(map(as_target, found.operands[:2]))
        said = "The guard lets the deletion of each of the two pass."
        yield Call(said, command=f"{_DELETES}{both}", seed=seed.name, kind="two exceptions")


def _because(word: str, why: str) -> str:
    return f"{why} The guard excepts `{word}`, and not this."


def as_target(word: str) -> str:
    """What a command deletes that the word excuses: of a folder for temporary files, something in it."""
    return f"{word.rstrip('/')}/hookwright-notes" if _TEMPORARY.fullmatch(word) else word.rstrip("/")
