"""The dangers that hookwright knows, and those that a project adds: data files with what a guard is to stop."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import chain, takewhile
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.model import SHELL, with_content
from hookwright.attacking.forms.placeholders import filled
from hookwright.errors import UnreadableInput
from hookwright.files import read_text

OWN_FOLDER = ".hookwright/dangers"
"""Where a project has dangers of its own, each in a file `NAME.toml`."""
_MOST_BYTES = 256 * 1024
_MOST_FILES = 64


class Rewording(Struct, frozen=True, forbid_unknown_fields=True):
    """Another command with the same effect; of those of one `kind`, one is tried before the others.

    Where it has `signs`, the text of a guard must show one of them, or the user must name the danger.  It is tried only
    where the branch `on` is checked out, if it names one, and where the branch `off` is not.  Where the project has one
    of the files in `where`, it needs no sign; without signs, it needs such a file, which has the text behind `#` if the
    name has one.  It is `partial` if it does less than the seed, so that its own `why` says it all.

    One that is `about` another file is tried only where the project has this file, or the guard names it or stops a
    call of it; one about what is `tracked`, only where git knows the file of that path.  A guard that stops the command
    `unless` stops this one for another reason.  One that does harm only by the rules of some guards is tried where the
    guard stops the command `also` as well.
    """

    command: str
    why: str
    kind: str = ""
    signs: tuple[str, ...] = ()
    on: str = ""
    off: str = ""
    where: tuple[str, ...] = ()
    partial: bool = False
    about: str = ""
    tracked: str = ""
    unless: str = ""
    also: str = ""


class Swap(Struct, frozen=True, forbid_unknown_fields=True, rename={"instead": "as"}):
    """A word of the seed, and what may stand in its place; of those of one `kind`, one is tried before the others.

    Where it has `signs`, the text of a guard must show one of them, or the user must name the danger.  If a guard shows
    these, and not those of the seed, it is attacked with this word.  It has `about`, `unless` and `also` as a Rewording
    has.
    """

    word: str
    instead: str
    why: str
    kind: str = ""
    signs: tuple[str, ...] = ()
    about: str = ""
    unless: str = ""
    also: str = ""


class Neutral(Struct, frozen=True, forbid_unknown_fields=True, rename={"instead": "as"}):
    """What a seed is about beside its danger, which another rule of a guard may be about.

    If the guard stops the command `plain`, which has this `word` and not the danger, another word takes its place.
    """

    plain: str
    word: str
    instead: str


class Seed(Struct, frozen=True, forbid_unknown_fields=True):
    """A command that a guard is to stop.

    `signs` are regular expressions: where one of them is found in the text of a guard, it is meant to stop this; where
    only one of the `hints` is, it is so if it stops one of its forms.  It is `own` where it needs what only the user
    has, such as a variable or an account, which `sudo` does not pass on.  `beside` are harmless commands that
    look like it, which a guard that reads only one command may take for it.  It does harm `anywhere` where its text is
    the harm, such as a key, so that no mention of it is harmless.  Where it is `asked`, its signs alone do not tell:
    a guard that stops none of its forms is not meant to stop it.  If it stops all that is in
    `whole`, it is meant to stop it, whatever its text shows.

    Where an attack has put another form in the place of the command, `effect` is why the first one did harm: that holds
    for all forms, and `why` only for this one.  If it does harm only `here`, in the shell that runs the calls, no form
    runs it in another process.  Those `beside` that are `unsure` fail in the project, as their file is
    not there.
    """

    name: str
    command: str
    why: str
    signs: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    same: tuple[Rewording, ...] = ()
    swaps: tuple[Swap, ...] = ()
    beside: tuple[str, ...] = ()
    own: bool = False
    anywhere: bool = False
    asked: bool = False
    whole: tuple[str, ...] = ()
    neutral: Neutral | None = None
    effect: str = ""
    here: bool = False
    unsure: tuple[str, ...] = ()


class Unnamed(Rewording, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command with the effect of each seed whose command matches `of`, though it does not name what it is about."""

    of: str


class Call(Struct, frozen=True, forbid_unknown_fields=True):
    """A call of another tool: what it `does`, by the usual name of the tool, to the file at `path`; or a `command`.

    One that writes may have the `content` that it writes.
    It goes with the `seed` of that name, or with any.  A harmless one that goes with a seed is always tried with it,
    one of each `kind` at least; one that goes with any is tried only if the user names the danger.  A guard that
    refuses the command `unless` refuses a harmless one for another reason.  It has `signs`, `on`, `off`, `where`,
    `about` and `tracked` as a Rewording has, and is `partial` as that is.
    """

    why: str
    does: str = SHELL
    path: str = ""
    content: str = ""
    command: str = ""
    seed: str = ""
    kind: str = ""
    unless: str = ""
    signs: tuple[str, ...] = ()
    on: str = ""
    off: str = ""
    where: tuple[str, ...] = ()
    partial: bool = False
    about: str = ""
    tracked: str = ""

    @property
    def text(self) -> str:
        """The command, or the path, and on the lines behind it the content."""
        return self.command or (with_content(self.path, self.content) if self.content else self.path)


class Danger(Struct, frozen=True, forbid_unknown_fields=True):
    """What guards are to stop: `does` completes "a call that ...", `called` are words that people use for it.

    Guards against it are asked about the `tools`, by their usual names, and where they are asked about tools for files,
    about one of `files`.  The `harmless` calls only look like it, and what is `unnamed` is a form of several seeds.  A
    line of a guard's text that matches one of the regular expressions in `advice` recommends what the danger is, and
    says nothing of what the guard is to stop.
    """

    does: str
    seeds: tuple[Seed, ...]
    called: tuple[str, ...] = ()
    tools: tuple[str, ...] = (SHELL,)
    files: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    harmless: tuple[Call, ...] = ()
    unnamed: tuple[Unnamed, ...] = ()
    advice: tuple[str, ...] = ()

    @property
    def patterns(self) -> Iterator[str]:
        """All regular expressions of the danger."""
        yield from (*self.advice, *(it.of for it in self.unnamed))
        for seed in self.seeds:
            signs = (*(it.signs for it in seed.same), *(it.signs for it in seed.swaps))
            yield from (*seed.signs, *chain.from_iterable(signs))
        yield from chain.from_iterable(it.signs for it in (*self.calls, *self.harmless))
        yield from chain.from_iterable(it.signs for it in self.unnamed)

    def with_unnamed(self, seed: Seed) -> Seed:
        """The seed with the commands that have its effect without naming what it is about."""
        return replace(seed, same=(*seed.same, *(it for it in self.unnamed if re.search(it.of, seed.command))))


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that may stand between a program and its subcommand."""

    words: str
    why: str


class Program(Struct, frozen=True, forbid_unknown_fields=True):
    """What the words of a program, or of a program with its subcommand, mean.

    `names` are other words for the same, whole ones.  `flags` are groups that mean the same, `valued` such groups that
    have a value, which is in another word where the program keeps them `apart`, and `idle` ones change nothing that
    matters.  Short ones can stand in one word where it `joins` them, all can stand `anywhere`, and `dashes` (`--`) can
    end them.  It is `portable` where PowerShell starts
    it in the same words; `on_windows` is the name of its file there.

    A program does nothing without its subcommand where that has so many words as `depth` says.  A subcommand does
    nothing without what it `needs` behind it.
    """

    path: str = ""
    names: tuple[str, ...] = ()
    depth: int = 0
    needs: str = ""
    before: tuple[Option, ...] = ()
    idle: tuple[Option, ...] = ()
    flags: tuple[tuple[str, ...], ...] = ()
    valued: tuple[tuple[str, ...], ...] = ()
    joins: bool = False
    apart: bool = False
    anywhere: bool = False
    dashes: bool = False
    portable: bool = False
    on_windows: str = ""


def dangers(project: str | None = None) -> Mapping[str, Danger]:
    """Every danger by its name, those of the project last; one of the same name takes the place of ours.

    Raises UnreadableInput if a file of the project is not what it should be.
    """
    return {**_built_in(), **dict(_of_project(project))} if project is not None else _built_in()


@lru_cache(maxsize=1)
def programs() -> Mapping[str, Program]:
    """What the words of programs mean, by the program, or by the program and its subcommand."""
    text = (resources.files("hookwright.attacking.forms") / "programs.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Program])


def head_of(words: Sequence[str]) -> int:
    """How many of the words of a command say which program with which subcommand it is, as far as that is known."""
    known = programs()
    depth = known[words[0]].depth if words and words[0] in known else 0
    plain = list(takewhile(lambda it: not it.startswith("-"), words[1 : 1 + depth]))
    longest = (count for count in range(len(words), 1, -1) if " ".join(words[:count]) in known)
    return max(1 + len(plain), next(longest, 1))


@lru_cache(maxsize=1)
def _built_in() -> Mapping[str, Danger]:
    folder = resources.files("hookwright.attacking.forms") / "dangers"
    files = sorted((it for it in folder.iterdir() if it.name.endswith(".toml")), key=lambda it: it.name)
    return {Path(it.name).stem: read_danger(filled(it.read_text("utf-8")), it.name) for it in files}


@lru_cache(maxsize=16)
def built_in(danger: str, key: str, name: str) -> Danger:
    """A danger of ours that is about this key, and a secret of this name."""
    file = resources.files("hookwright.attacking.forms") / "dangers" / f"{danger}.toml"
    return read_danger(filled(file.read_text("utf-8"), key, name), file.name)


def _of_project(project: str) -> Iterator[tuple[str, Danger]]:
    folder = os.path.join(project, OWN_FOLDER)
    names = sorted(it for it in os.listdir(folder) if it.endswith(".toml")) if os.path.isdir(folder) else []
    for name in names[:_MOST_FILES]:
        path = os.path.join(folder, name)
        try:
            text = read_text(path, most=_MOST_BYTES)
        except (OSError, UnicodeDecodeError) as wrong:
            raise UnreadableInput(f"Cannot read `{path}`", "make it a text in UTF-8") from wrong
        yield Path(name).stem, read_danger(text, path)


def read_danger(text: str, path: str) -> Danger:
    """The danger that the text of a file describes; raises UnreadableInput, which names the `path`."""
    try:
        danger = msgspec.convert(tomllib.loads(text), Danger)
        for pattern in danger.patterns:
            re.compile(pattern)
        return replace(danger, seeds=tuple(map(danger.with_unnamed, danger.seeds)))
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, re.error) as wrong:
        raise UnreadableInput(
            f"`{path}` does not describe a danger ({wrong})", "docs/attack-dangers.md has its keys"
        ) from wrong
