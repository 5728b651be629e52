"""Harmless calls with the words of a command: dry runs, lists, and searches for these words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct

from hookwright.attacking.forms.dangers import Call
from hookwright.attacking.forms.spelling import simple_words

_WRAPPERS = frozenset({"npx", "bunx", "sudo"})
"""Words before a program that do not change what its own words mean."""
_NOTES = "notes"
"""What stands in the place of the words of a command in a control."""
_MOST_WORDS = 5
"""So many words a table has at most."""
_OF_FLAGS = {
    "-f": ("rm -f build/a", "rm"),
    "--force": ("npm ci --force", "npm"),
    "-v": ("grep -v notes README.md", "grep"),
    "-n": ("head -n 3 README.md", "head"),
    "-a": ("ls -a docs", "ls"),
    "-d": ("ls -d docs", "ls"),
    "-fd": ("rm -fd build/a", "rm"),
    "-D": ("grep -D skip notes README.md", "grep"),
    "--all": ("git log --all --oneline", "git log"),
}
"""Commands that have a flag of another one, and what the flag is one of."""


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A harmless command of another subcommand, with a `flag` that other subcommands have, too.

    Its `{name}` is made from such a subcommand.  Without a flag, the command allows each, in the place of `{flag}`.
    """

    command: str
    why: str
    flag: str = ""


class Milder(Struct, frozen=True, forbid_unknown_fields=True):
    """What is harmless beside commands that begin with the same words.

    The `calls` are whole commands.  With the words in `dry`, the command only says what it would do, and with those in
    `help` it only shows its help; `anywhere`: these words can also stand right behind the first ones.  `plain` is a
    harmless command of the same words.  A guard that refuses `unless` as well is about the whole program.  Those that
    are `named` are other subcommands of the same program.
    """

    calls: tuple[Call, ...] = ()
    dry: str = ""
    help: str = ""
    anywhere: bool = True
    plain: str = ""
    unless: str = ""
    named: tuple[Named, ...] = ()


@lru_cache(maxsize=1)
def known() -> Mapping[str, Milder]:
    """What is known of commands, by the words that they begin with."""
    text = (resources.files("hookwright.attacking.forms") / "milder.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Milder])


def milder(command: str) -> Iterator[Call]:
    """The harmless calls beside a command, those of most of its words first."""
    for _, it in _known_of(command.split()):
        yield from it.calls
    yield from with_all_words(command)


def begun(command: str) -> str:
    """The most words that the command begins with of which something is known; empty if there are none."""
    return next((words for words, _ in _known_of(command.split())), "")


def plain_of(command: str) -> str:
    """A harmless command that begins as this one does; empty if none is known."""
    return next((it.plain for _, it in _known_of(simple_words(command)) if it.plain), "")


def _known_of(words: Sequence[str]) -> Iterator[tuple[str, Milder]]:
    """What is known of the command with these words, and the words that it is known by, the most words first."""
    first = 1 if len(words) > 1 and words[0] in _WRAPPERS else 0
    for start in dict.fromkeys((0, first)):
        for end in range(min(len(words), start + _MOST_WORDS), start, -1):
            found = known().get(" ".join(words[start:end]))
            if found is not None:
                yield " ".join(words[:end]), found


def with_all_words(command: str) -> Iterator[Call]:
    """Harmless calls that are made from the command itself, so that they have all words that a guard looks for."""
    words = simple_words(command)
    # Behind `--`, no word is an option.
    if not words or "--" in words:
        return
    every = list(_known_of(words))
    unless = next((it.unless for _, it in every if it.unless), "")
    head, dry = next(((head, it) for head, it in every if it.dry), ("", Milder()))
    yield from _added(
        command, head, dry.dry, ("dry run", "It only says what it would do."), unless, anywhere=dry.anywhere
    )
    shown = next((it.help for _, it in every if it.help), "")
    yield from _added(command, "", shown, ("help", "It only shows the help."), unless)
    plain = next((it.plain for _, it in every if it.plain), "")
    if plain:
        yield from _beside(command, words, plain)
    yield from _named(words, [one for _, it in every for one in it.named])


def _added(
    command: str, head: str, added: str, said: tuple[str, str], unless: str, *, anywhere: bool = False
) -> Iterator[Call]:
    """The command with words that leave it without effect, behind it and, if they may stand there, before its own."""
    kind, why = said
    if added and command != f"{head} {added}" and added not in command:
        yield Call(why=why, command=f"{command} {added}", kind=kind, unless=unless)
        rest = command.removeprefix(f"{head} ")
        if anywhere and rest != command:
            yield Call(why=why, command=f"{head} {added} {rest}", kind=f"{kind} before the other words", unless=unless)


def _beside(command: str, words: Sequence[str], plain: str) -> Iterator[Call]:
    """A harmless command of the same words, and behind it a flag of the command that belongs to something else."""
    flags = [it for it in words if it.startswith("-") and it not in plain.split()]
    for flag in flags[:1]:
        other, program = _OF_FLAGS.get(flag, (f"grep -e {flag} README.md", "grep"))
        why = f"`{flag}` is {'a pattern' if program == 'grep' and ' -e ' in other else 'a flag'} of `{program}`."
        yield Call(why=why, command=f"{plain} && {other}", kind="flag of another program", unless=plain)
        yield Call(why=why, command=f"{plain}; {other}", kind="flag of another program behind `;`", unless=plain)
        yield Call(why=why, command=f"{plain} & {other}", kind="flag of another program behind `&`", unless=plain)
        yield Call(why=why, command=f"{plain} || {other}", kind="flag of another program behind `||`", unless=plain)
        yield Call(why=why, command=f"{plain}\n{other}", kind="flag of the next line", unless=plain)
    if plain != command:
        why = "The other words are a comment."
        yield Call(why=why, command=f"{plain} # not {command}", kind="comment behind", unless=plain)


def _named(words: Sequence[str], every: Sequence[Named]) -> Iterator[Call]:
    """A call of another subcommand with a flag of the command, if there is one.

    The subcommand of the command is a part of a name in it, which stands before the flag.
    """
    begins = begun(" ".join(words)).split()[1:] or words[1:2]
    own = [it for it in begins if not it.startswith("-")]
    flags = [it for it in words if it.startswith("-")] if own else []
    for flag, it in ((flag, it) for it in every for flag in flags if it.flag in (flag, "")):
        name = f"{'-'.join(own)}-{_NOTES}"
        text, control = (it.command.format(name=one, flag=flag) for one in (name, _NOTES))
        yield Call(why=it.why, command=text, kind="word and flag of another subcommand", unless=control)
        return
