"""Other ways to write the words of one simple command, which mean the same to the shell and to the program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from hookwright.attacking.forms.dangers import Program
from hookwright.attacking.forms.expanding import expanded
from hookwright.attacking.forms.model import Change
from hookwright.attacking.forms.quoting import in_target, quoted, with_word
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell

Spelled = tuple[str, Change]
"""A command, and the change that led to it."""

_PLAIN = late_pattern(r"[\w./:@=+-]+")
_JOINED = late_pattern(r"-[A-Za-z]+")
_BLANK = Change("blanks", "Several blanks mean the same as one.")
BUILTINS = frozenset({"eval", "exec", "source", ".", "cd", "command", "trap", "pushd", "popd", "set", "read", "!"})
"""What only the shell itself can run, or takes for a word of its own."""
_RUNNERS = frozenset({"npx", "bunx", "pnpx", "uvx"})
"""What starts the program of a package by its name."""
_TO_FILES = frozenset({">", ">>", ">|", "<"})
_ENDS = (
    ("{};true", "a semicolon ends the command", ""),
    ("({})", "a subshell runs the command", " in a subshell"),
    ('echo "$({})"', "the shell runs the substitution first", " in a substitution"),
    ("echo `{}`", "backquotes mean `$(...)`", " in a substitution"),
    ("{{ {};}}", "a semicolon ends the command in braces", " in braces"),
    ("{}>/dev/null", "a redirection needs no blank", " before a sign"),
    ("{}|cat", "the pipe only passes on what the command prints", " before a sign"),
    ("{}& wait", "a command runs in the background as well", " before a sign"),
)
"""What a flag can stand right before if it comes last, why the command still runs, and the kind."""
_BEFORE = ("variables", "redirections", "flags in a variable", "renamed")
"""How the families of changes begin that only the first command of a pipeline allows."""


def simple_words(command: str) -> tuple[str, ...]:
    """The words of a command as they are written; empty if it is more than one simple command."""
    shell = read_shell(command)
    if not shell.readable or len(shell.commands) != 1 or shell.marks or "\n" in command:
        return ()
    only = shell.commands[0]
    if not only.runs or only.assignments or only.redirections:
        return ()
    return tuple(it.text for it in only.words)


def spelled_in(command: str, programs: Mapping[str, Program]) -> Iterator[Spelled]:
    """A command, also one of several simple commands, with the words of one of them written in another way."""
    words = simple_words(command)
    if words:
        yield from spelled(words, programs)
        return
    shell = read_shell(command)
    if not shell.readable or shell.fault is not None or "\n" in command:
        return
    for it in (it for it in shell.commands if it.runs and it.words and it.substitution is None):
        start, end = it.words[0].start, it.words[-1].end
        texts = tuple(word.text for word in it.words)
        if command[start:end] == " ".join(texts):
            which = f"$(which {texts[0]})" if _defines(command, texts[0]) else "\n"
            for new, change in spelled(texts, programs):
                # What sets a variable first would be a command of the pipeline, and `which` finds no functions.
                if (start == 0 or not change.family.startswith(_BEFORE)) and which not in new:
                    yield command[:start] + new + command[end:], change
        for target in (each.target for each in it.own_redirections if each.operator in _TO_FILES):
            for new, change in _of_target(target.text):
                yield command[: target.start] + new + command[target.end :], change


def _defines(command: str, name: str) -> bool:
    """Whether the command makes a function, or an alias, of that name."""
    return re.search(rf"(?<![\w-]){re.escape(name)} ?\(\)|\b(function|alias) {re.escape(name)}\b", command) is not None


def spelled(words: Sequence[str], programs: Mapping[str, Program]) -> Iterator[Spelled]:
    """The words of a simple command in another form, one change each."""
    yield from _in_words_of_program(words, programs)
    yield from quoted(words)
    yield from _blanks(words)
    yield from expanded(words)


def _in_words_of_program(words: Sequence[str], programs: Mapping[str, Program]) -> Iterator[Spelled]:
    if words[0] in _RUNNERS and words[1:] and not words[1].startswith("-"):
        yield from ((f"{words[0]} {it}", change) for it, change in _of_runner(words[1:], programs))
    heads = [count for count in range(len(words), 0, -1) if " ".join(words[:count]) in programs]
    if words[0] in programs and programs[words[0]].path:
        yield from _by_path(programs[words[0]].path, words)
    for head in heads:
        program = programs[" ".join(words[:head])]
        for it in program.before:
            kind = "options before" if head == 1 else "options before the last word"
            kind = f"{kind}, in quotes" if "'" in it.words else kind
            yield " ".join((*words[:head], it.words, *words[head:])), Change(kind, it.why)
        for name in program.names:
            why = f"`{name}` means `{' '.join(words[:head])}`."
            yield " ".join((name, *words[head:])), Change(f"other name {name}", why)
    head = heads[0] if heads else 1
    yield from _flags(words[:head], words[head:], programs.get(" ".join(words[:head]), Program()))


def _of_runner(words: Sequence[str], programs: Mapping[str, Program]) -> Iterator[Spelled]:
    """What a runner of packages starts, in other words, but by no path, which it does not know."""
    every = _in_words_of_program(words, programs)
    return (it for it in every if not it[1].family.startswith(("path", "pattern of", "renamed", "other name")))


def _by_path(path: str, words: Sequence[str]) -> Iterator[Spelled]:
    """The command by the path of its program, also by a pattern for it, and by another name that it is given first."""
    yield with_word(words, 0, path), Change("path", f"`{path}` is the same program by its path.")
    pattern = f"{path[:-1]}[{path[-1]}]"
    yield with_word(words, 0, pattern), Change("pattern of the path", f"The pattern stands for `{path}` only.")
    for it in ("cp", "ln -s"):
        why = f"It is `{path}` by another name."
        yield f"{it} {path} /tmp/d && {with_word(words, 0, '/tmp/d')}", Change("renamed program", why)


def _flags(head: Sequence[str], rest: Sequence[str], program: Program) -> Iterator[Spelled]:
    """The command with its flags in another form or at another place; `rest` is what follows the subcommand."""
    flags = [it for it in rest if it.startswith("-") and it != "--"]
    operands = [it for it in rest if it not in flags]
    yield from _with_idle(head, rest, program)
    for index, word in enumerate(rest):
        for new, why in _same_flags(word, program):
            yield " ".join((*head, *rest[:index], new, *rest[index + 1 :])), Change(f"flags {why[:24]}", why)
    yield from _with_values(head, rest, program)
    if flags and operands and "--" not in rest:
        if program.anywhere and rest[0] in flags:
            last = " ".join((*head, *operands, *flags))
            yield last, Change("order", "Options can come after the names.")
            for form, why, kind in (it for it in _ENDS if "`" not in last or "`" not in it[0]):
                yield form.format(last), Change(f"order at the end{kind}", f"Options can come last, and {why}.")
        if program.dashes:
            yield " ".join((*head, *flags, "--", *operands)), Change("dashes", "`--` only ends the options.")


def _with_idle(head: Sequence[str], rest: Sequence[str], program: Program) -> Iterator[Spelled]:
    """The command with a flag beside that changes nothing, at each place where it may stand."""
    is_flag = bool(rest) and rest[0].startswith("-") and rest[0] != "--"
    has_operands = "--" not in rest and not all(it.startswith("-") for it in rest)
    for it in program.idle:
        yield " ".join((*head, it.words, *rest)), Change("flags beside", it.why)
        if program.anywhere and is_flag:
            yield " ".join((*head, rest[0], it.words, *rest[1:])), Change("flags beside behind", it.why)
        if program.anywhere and has_operands:
            last = Change("flags beside at the end", f"{it.why} Options can come last.")
            yield " ".join((*head, *rest, it.words)), last
        if program.joins and rest and _JOINED.fullmatch(rest[0]) and _JOINED.fullmatch(it.words):
            for joined, place in ((rest[0] + it.words[1:], "behind"), (it.words + rest[0][1:], "before")):
                yield " ".join((*head, joined, *rest[1:])), Change(f"flags joined {place}", it.why)
            if len(rest[0]) > 2:
                one, others = rest[0][:2], f"-{rest[0][2:]}"
                apart = Change("flags joined apart", f"{it.why} Flags can stand apart.")
                yield " ".join((*head, one + it.words[1:], others, *rest[1:])), apart
                yield " ".join((*head, others + it.words[1:], one, *rest[1:])), apart


def with_other_flags(command: str, programs: Mapping[str, Program]) -> Iterator[Spelled]:
    """A simple command with its flags last, or in another form, or both."""
    words = simple_words(command)
    for text, change in _of_flags(words, programs):
        yield text, change
        for again, last in _of_flags(simple_words(text), programs):
            if change.family != "order" == last.family:
                yield again, Change("order of other flags", f"{change.why} {last.why}")


def _of_flags(words: Sequence[str], programs: Mapping[str, Program]) -> Iterator[Spelled]:
    """The words with the same flags only."""
    others = ("flags beside", "flags joined", "order at")
    changed = _in_words_of_program(words, programs) if words else ()
    kinds = ("flags", "order", "other name")
    return (it for it in changed if it[1].family.startswith(kinds) and not it[1].family.startswith(others))


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


def _with_values(head: Sequence[str], rest: Sequence[str], program: Program) -> Iterator[Spelled]:
    """The command with an option and its value in another form: a long or a short one, in one word or in two."""
    for index, word in enumerate(rest):
        option, sign, value = word.partition("=")
        count = 1 if sign else 2
        value = value if sign else next(iter(rest[index + 1 : index + 2]), "")
        group = next((it for it in program.valued if option in it), ())
        for new in _forms_of(group, value, apart=program.apart) if value and not value.startswith("-") else ():
            if " ".join(rest[index : index + count]) != new:
                why = f"`{new}` gives `{option}` the same value."
                yield " ".join((*head, *rest[:index], new, *rest[index + count :])), Change("flags with values", why)


def _forms_of(group: Sequence[str], value: str, *, apart: bool) -> Iterator[str]:
    for name in group:
        yield f"{name} {value}"
        if not name.startswith("--"):
            yield f"{name}{value}"
        elif not apart:
            yield f"{name}={value}"


def _of_target(word: str) -> Iterator[Spelled]:
    """The file of a redirection, written in another way."""
    yield from in_target(word)
    if _PLAIN.fullmatch(word):
        yield f"$(echo {word})", Change("substitution in redirections", f"The substitution comes to `{word}`.")


def _blanks(words: Sequence[str]) -> Iterator[Spelled]:
    yield "  ".join(words), _BLANK
    yield "\t".join(words), Change("blanks", "A tab separates words as a blank does.")
    why = "A backslash at the end of a line joins it with the next one."
    places = {len(words) - 1: "lines before the last word", 2: "lines behind a subcommand", 1: "lines"}
    for at in sorted(it for it in places if 0 < it < len(words)):
        yield " \\\n  ".join((" ".join(words[:at]), " ".join(words[at:]))), Change(places[at], why)
    for index, word in enumerate(words[:2]):
        if _PLAIN.fullmatch(word) and len(word) > 1:
            yield with_word(words, index, f"{word[:1]}\\\n{word[1:]}"), Change("lines in words", why)
    yield f"  {' '.join(words)}", Change("blanks", "Blanks before a command mean nothing.")
