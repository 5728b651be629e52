"""What can stand beside a command, so that a guard takes the whole for something else, and leaves the command as is."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import groupby

import msgspec
from msgspec import Struct

from hookwright.attacking.forms.dangers import Seed
from hookwright.patterns import late_pattern

_COMMIT = late_pattern(r"git commit(?: -[qa]| --allow-empty)*(?: -m (?:'[^']*'|\w+))*")
"""A commit that can have one more paragraph in its message."""
_OPENS = "gh pr create "
"""The beginning of a command that can have a title."""
_SAFE = late_pattern(r"[\w./@:=+%,-]+(?: [\w./@:=+%,-]+)*")
"""Words that mean themselves without quotes."""
_LETTERS = late_pattern(r"[a-z]{3,}")
OTHER = "hookwright-notes"
"""A word that no guard excepts."""
_HARMLESS = "ls"
"""A call that no guard excepts more than others."""


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a word or a call can stand: the `form`, and `why` the command still runs.

    What it `needs` is a call, one that succeeds (`sure`), a word, an option, the name of a file, letters only, a word
    that begins with a `backslash`, or a command that has a message (`commit`) or a title.  A form with `more` shows
    another fault than the others of the same word.  The groups of the regular expression `of`, which the whole command
    matches, can stand in the form.
    """

    needs: str
    form: str
    why: str
    kind: str
    of: str = ""
    more: bool = False


class Structure(Struct, frozen=True, forbid_unknown_fields=True):
    """A form that needs no word of a guard, `why` it still does harm, and a `control` that a guard stops without fault.

    Those of one `group` can stand one in another.  It has `of` as a Place has, and is `partial` if it does less than
    the command.
    """

    form: str
    control: str
    why: str
    kind: str
    group: str = ""
    of: str = ""
    partial: bool = False


class Operand(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a word can stand beside or in the operand of a command, and `why` that still does harm.

    It `needs` a word that the guard lets pass as the operand ("passing"), the scope of a package, or any word.  The
    groups `head` and `operand` of the regular expression `of` stand in the form.  Without a `control`, that is the form
    with another word.  A form that `joins` is a command to search covers of, if the guard stops it.  It has a `folder`
    if the operand must be one in the project, and is `partial` if it does less than the command.
    """

    needs: str
    of: str
    form: str
    why: str
    kind: str
    control: str = ""
    joins: bool = False
    folder: bool = False
    partial: bool = False


class _Data(Struct, frozen=True, forbid_unknown_fields=True):
    sure: tuple[str, ...]
    other: tuple[str, ...]
    places: tuple[Place, ...]
    structures: tuple[Structure, ...]
    operands: tuple[Operand, ...]


class Excuse(Struct, frozen=True):
    """What may excuse a command: a `word` that a guard names, or a `call`, which `succeeds` or may fail; or both."""

    word: str = ""
    call: str = ""
    succeeds: bool = False

    @property
    def name(self) -> str:
        """What a guard lets pass."""
        return self.word or self.call


class Cover(Struct, frozen=True):
    """A command with something beside it; a guard that lets the `control` pass has another fault.

    It is particular to the `name`, and it `joins` if covers of itself are searched where the guard stops it.
    """

    text: str
    control: str
    why: str
    kind: str
    more: bool = False
    partial: bool = False
    joins: bool = False
    name: str = ""


@lru_cache(maxsize=1)
def _data() -> _Data:
    text = (resources.files("hookwright.attacking.forms") / "covers.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _Data)


@lru_cache(maxsize=8)
def calls(file: str) -> Mapping[str, Excuse]:
    """A harmless call of each program that one is known of, by its name; some read the `file`, if there is one."""
    every = [(it, True) for it in _data().sure] + [(it, False) for it in _data().other]
    made = ((it.replace("{file}", file), succeeds) for it, succeeds in every if file or "{file}" not in it)
    return {text.split(" ", 1)[0]: Excuse(call=text, succeeds=succeeds) for text, succeeds in made}


def with_excuse(seed: Seed, excuse: Excuse, own: str = "") -> Iterator[Cover]:
    """The command of the seed with the excuse beside it, in the most usual form first.

    Some forms have its `own` program in a harmless call, if one is known.
    """
    for it in _data().places:
        given = _groups(it.of, seed.command)
        if given is None or not _fits(it, seed, excuse) or (it.needs == "option" and not own):
            continue
        word = excuse.word
        plain = OTHER if _SAFE.fullmatch(word) or not word else f"'{OTHER}'"
        text = it.form.format(**given, command=seed.command, word=_quoted(word), raw=word, call=excuse.call, own=own)
        control = it.form.format(**given, command=seed.command, word=plain, raw=OTHER, call=_HARMLESS, own=own)
        yield Cover(text, control, it.why, it.kind, it.more, name=excuse.name)


def _fits(place: Place, seed: Seed, excuse: Excuse) -> bool:
    match place.needs:
        case "sure" | "call":
            is_piped = " | " in place.form and seed.here
            return bool(excuse.call) and (excuse.succeeds or place.needs == "call") and not is_piped
        case "commit":
            return bool(excuse.word) and "'" not in excuse.word and _COMMIT.fullmatch(seed.command) is not None
        case "title":
            return bool(excuse.word) and "'" not in excuse.word and seed.command.startswith(_OPENS)
        case "name":
            return bool(excuse.word) and re.fullmatch(r"(?!-)\w*[./]?[\w./-]+", excuse.word) is not None
        case "backslash" | "option":
            return excuse.word.startswith("\\" if place.needs == "backslash" else "-")
        case "letters":
            return _LETTERS.fullmatch(excuse.word) is not None
        case _:
            return bool(excuse.word)


def together(command: str, words: Sequence[str]) -> tuple[str, str]:
    """The command behind one that prints all the words, and the command with a comment of them."""
    every = " ".join(map(_quoted, words))
    return f"echo {every}; {command}", f"{command} # {every}"


def printed(words: Sequence[str]) -> str:
    """A harmless command that prints all the words."""
    return f"echo {' '.join(map(_quoted, words))}"


def behind_all(command: str, every: Sequence[Excuse]) -> tuple[str, str]:
    """The command behind all the calls: on one line, and on a line of its own."""
    texts = [it.call for it in every]
    return "; ".join((*texts, command)), "\n".join((*texts, command))


def before_all(command: str, every: Sequence[Excuse]) -> str:
    """The command before all the calls."""
    return "; ".join((command, *(it.call for it in every)))


def structures(seed: Seed) -> list[tuple[str, tuple[Cover, ...]]]:
    """What needs no word of a guard, in groups: a command with all of a group at once, and with each alone."""
    every = [(it, given) for it in _data().structures if (given := _given(it, seed)) is not None]
    found = []
    for group, of_one in groupby(every, key=lambda it: it[0].group or it[0].kind):
        made = list(of_one)
        text = seed.command
        for it, given in made:
            text = it.form.format(**{**given, "command": text})
        each = tuple(
            Cover(it.form.format(**given), it.control.format(**given), it.why, it.kind, partial=it.partial)
            for it, given in made
        )
        found.append((text if group else each[0].text, each))
    return found


def as_operand(seed: Seed, word: str) -> str:
    """The command of the seed about the word, and nothing else; empty if it is not known to be about one thing."""
    found = (given for it in _data().operands if (given := _groups(it.of, seed.command)) is not None)
    head = next((it["head"] for it in found if "head" in it), "")
    return f"{head} {word}" if head else ""


def folder_of(seed: Seed) -> str:
    """The folder that the command of the seed is about, or whose file; empty if that is not known."""
    found = (given for it in _data().operands if it.folder and (given := _groups(it.of, seed.command)) is not None)
    return next((it["operand"] for it in found), "")


def with_operand(seed: Seed, word: str, project: str, *, passes: bool) -> Iterator[Cover]:
    """The command of the seed with the word, which `passes` as its operand, beside its own operand or in it."""
    for it in _data().operands:
        given = _groups(it.of, seed.command)
        needs = {"passing": passes, "scope": word[0] == "@" and "/" not in word, "word": True}
        if given is None or not needs[it.needs]:
            continue
        if it.folder and not os.path.isdir(os.path.join(project, given["operand"])):
            continue
        text, control = (
            form.format(**given, command=seed.command, word=one)
            for form, one in ((it.form, word), (it.control or it.form, OTHER))
        )
        yield Cover(text, control, it.why, it.kind, partial=it.partial, joins=it.joins, name=word)


def _given(it: Structure, seed: Seed) -> dict[str, str] | None:
    """What stands in the form for the command of the seed; None if it does not fit."""
    first, _, rest = seed.command.partition(" ")
    found = _groups(it.of, seed.command)
    fits = found is not None and (rest or "{rest}" not in it.form) and not (seed.here and " | " in it.form)
    return {**found, "command": seed.command, "first": first, "rest": rest} if fits and found is not None else None


def _groups(of: str, command: str) -> dict[str, str] | None:
    found = re.fullmatch(of or "(?s:.*)", command)
    return None if found is None else found.groupdict("")


def _quoted(word: str) -> str:
    if _SAFE.fullmatch(word):
        return word
    return f"'{word}'" if "'" not in word else '"' + re.sub(r'(["$`\\])', r"\\\1", word) + '"'
