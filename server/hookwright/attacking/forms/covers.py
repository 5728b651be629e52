"""What can stand beside a command, so that a guard takes the whole for something else, and leaves the command as is."""

from __future__ import annotations

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

    What it `needs` is a call, one that succeeds (`sure`), a word, the name of a file, letters only, or a command that
    has a message (`commit`) or a title.  A form with `more` shows another fault than the others of the same word.  The
    groups of the regular expression `of`, which the whole command matches, can stand in the form.
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


class _Data(Struct, frozen=True, forbid_unknown_fields=True):
    sure: tuple[str, ...]
    other: tuple[str, ...]
    places: tuple[Place, ...]
    structures: tuple[Structure, ...]


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
    """A command with something beside it; a guard that lets the `control` pass has another fault."""

    text: str
    control: str
    why: str
    kind: str
    more: bool = False
    partial: bool = False


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


def with_excuse(seed: Seed, excuse: Excuse) -> Iterator[Cover]:
    """The command of the seed with the excuse beside it, in the most usual form first."""
    for it in _data().places:
        given = _groups(it.of, seed.command)
        if given is None or not _fits(it, seed, excuse):
            continue
        word = excuse.word
        plain = OTHER if _SAFE.fullmatch(word) or not word else f"'{OTHER}'"
        text = it.form.format(**given, command=seed.command, word=_quoted(word), call=excuse.call)
        control = it.form.format(**given, command=seed.command, word=plain, call=_HARMLESS)
        yield Cover(text, control, it.why, it.kind, it.more)


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
            return bool(excuse.word) and re.fullmatch(r"\w*[./]?[\w./-]+", excuse.word) is not None
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
