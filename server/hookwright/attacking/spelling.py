"""Other ways to write the words of one simple command, which mean the same to the shell and to the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hookwright.attacking.dangers import Program
from hookwright.attacking.model import Change
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell

Spelled = tuple[str, Change]
"""A command, and the change that led to it."""

_PLAIN = late_pattern(r"[\w./:@=+-]+")
_OPERAND = late_pattern(r"~(/[\w./-]*)?|[\w./:@=-]+")
_BLANK = Change("blanks", "Several blanks mean the same as one.")


def simple_words(command: str) -> tuple[str, ...]:
    """The words of a command as they are written; empty if it is more than one simple command."""
    shell = read_shell(command)
    if not shell.readable or len(shell.commands) != 1 or shell.marks or "\n" in command:
        return ()
    only = shell.commands[0]
    if not only.runs or only.assignments or only.redirections:
        return ()
    return tuple(it.text for it in only.words)


def spelled(words: Sequence[str], programs: Mapping[str, Program]) -> Iterator[Spelled]:
    """The command in other words, one change each."""
    yield from _in_words_of_program(words, programs)
    yield from _quoted(words)
    yield from _blanks(words)
    yield from _expanded(words)


def _in_words_of_program(words: Sequence[str], programs: Mapping[str, Program]) -> Iterator[Spelled]:
    name, subcommand = words[0], " ".join(words[:2])
    general, special = programs.get(name, Program()), programs.get(subcommand)
    if general.path:
        yield _with(words, 0, general.path), Change("path", f"`{general.path}` is the same program by its path.")
    for it in general.before:
        yield " ".join((name, it.words, *words[1:])), Change("options before", it.why)
    head = 1 if special is None else 2
    yield from _flags(words[:head], words[head:], special or general)


def _flags(head: Sequence[str], rest: Sequence[str], program: Program) -> Iterator[Spelled]:
    """The command with its flags in another form or at another place; `rest` is what follows the subcommand."""
    flags = [it for it in rest if it.startswith("-") and it != "--"]
    operands = [it for it in rest if it not in flags]
    for index, word in enumerate(rest):
        for new, why in _same_flags(word, program):
            yield " ".join((*head, *rest[:index], new, *rest[index + 1 :])), Change(f"flags {why[:24]}", why)
    if flags and operands and "--" not in rest:
        if program.anywhere and rest[0] in flags:
            yield " ".join((*head, *operands, *flags)), Change("order", "Options can come after the names.")
        if program.dashes:
            yield " ".join((*head, *flags, "--", *operands)), Change("dashes", "`--` only ends the options.")


def _same_flags(word: str, program: Program) -> Iterator[tuple[str, str]]:
    """What may stand in the place of a flag, or of several in one word, and why."""
    letters = word[1:] if program.joins and len(word) > 2 and word[0] == "-" != word[1] else ""
    if not letters:
        for group in (it for it in program.flags if word in it):
            yield from ((new, f"`{new}` means `{word}`.") for new in group if new != word)
        return
    single = [f"-{it}" for it in letters]
    yield " ".join(single), "Flags can stand apart."
    yield "-" + letters[::-1], "The order of the flags does not matter."
    groups = [next((it for it in program.flags if flag in it), (flag,)) for flag in single]
    longest = [max(it, key=len) for it in groups]
    if longest != single:
        yield " ".join(longest), "A long option means the same as the short one."
        yield " ".join(reversed(longest)), "The order of the options does not matter."
        yield " ".join((single[0], *longest[1:])), "Long and short options mean the same."
    for index, group in enumerate(groups):
        for other in (it for it in group if len(it) == 2 and it != single[index]):
            yield "-" + letters[:index] + other[1] + letters[index + 1 :], f"`{other}` means `{single[index]}`."


def _quoted(words: Sequence[str]) -> Iterator[Spelled]:
    why = "Quotes do not change a word."
    for index, word in enumerate(words[:3]):
        if not _PLAIN.fullmatch(word) or len(word) < 2:
            continue
        family = "quotes" if index == 0 else "quotes in arguments"
        yield _with(words, index, f'"{word}"'), Change(family, why)
        yield _with(words, index, f"'{word}'"), Change(family, why)
        yield _with(words, index, f"{word[:1]}''{word[1:]}"), Change(family, "Empty quotes add nothing to a word.")
        if word[0].isalpha():
            yield (
                _with(words, index, f"\\{word}"),
                Change(family, "A backslash before a letter adds nothing to a word."),
            )
    if _PLAIN.fullmatch(words[0]):
        yield _with(words, 0, f"$'{words[0]}'"), Change("quotes", "`$'...'` is another kind of quotes.")


def _blanks(words: Sequence[str]) -> Iterator[Spelled]:
    yield "  ".join(words), _BLANK
    yield "\t".join(words), Change("blanks", "A tab separates words as a blank does.")
    joined = " \\\n  ".join((words[0], " ".join(words[1:]))) if len(words) > 1 else ""
    if joined:
        yield joined, Change("lines", "A backslash at the end of a line joins it with the next one.")
    yield f"  {' '.join(words)}", Change("blanks", "Blanks before a command mean nothing.")


def _expanded(words: Sequence[str]) -> Iterator[Spelled]:
    """The command with a variable, a substitution or braces in the place of a word that they come to."""
    if not _PLAIN.fullmatch(words[0]):
        return
    why = "The variable is set in the same command."
    yield f"c={words[0]}; {_with(words, 0, '$c')}", Change("variables", why)
    yield _with(words, 0, f"$(echo {words[0]})"), Change("substitution", f"The substitution comes to `{words[0]}`.")
    if len(words) > 1 and _PLAIN.fullmatch(words[1]):
        yield f"a={words[1]}; {_with(words, 1, '$a')}", Change("variables", why)
    last = len(words) - 1
    if last > 1 and _OPERAND.fullmatch(words[last]):
        text = _with(words, last, '"$t"')
        yield f"t={words[last]}; {text}", Change("variables", why)
    if last > 0 and all(_OPERAND.fullmatch(it) for it in words):
        yield "{" + ",".join(words) + "}", Change("braces", "The shell makes separate words of what is in braces.")


def _with(words: Sequence[str], index: int, new: str) -> str:
    return " ".join((*words[:index], new, *words[index + 1 :]))
