"""Other ways to write the words of one simple command, which the shell expands to the same words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hookwright.attacking.forms.model import Change
from hookwright.patterns import late_pattern

_PLAIN = late_pattern(r"[\w./:@=+-]+")
_OPERAND = late_pattern(r"~(/[\w./-]*)?|[\w./:@=-]+")
_WHY = "The variable is set in the same command."


def expanded(words: Sequence[str]) -> Iterator[tuple[str, Change]]:
    """The command with a variable, a substitution or braces in the place of words that they come to."""
    if not _PLAIN.fullmatch(words[0]):
        return
    yield from _program(words[0], " ".join(("", *words[1:])))
    if len(words) > 1:
        yield from _arguments(words)
        yield f"{words[0]}</dev/null {' '.join(words[1:])}", Change("redirections", "It only reads nothing.")
    yield from _together(words)


def _program(name: str, rest: str) -> Iterator[tuple[str, Change]]:
    yield f"c={name}; $c{rest}", Change("variables", _WHY)
    yield f"c=x{name}; ${{c#x}}{rest}", Change("variables in words", "The expansion drops the letter again.")
    if len(name) > 1:
        yield f"c={name[1:]}; {name[0]}$c{rest}", Change("variables in words", _WHY)
    yield f"$(echo {name}){rest}", Change("substitution", f"The substitution comes to `{name}`.")
    for form in ("$(command -v {})", '"$(which {})"'):
        yield form.format(name) + rest, Change("substitution of the path", f"The substitution finds `{name}`.")
    yield f"$(printf %s {name[0]} {name[1:]}){rest}", Change("substitution by printf", f"It comes to `{name}`.")


def _arguments(words: Sequence[str]) -> Iterator[tuple[str, Change]]:
    before, last = " ".join(words[:-1]), words[-1]
    if _PLAIN.fullmatch(words[1]) and not words[1].startswith("-"):
        yield f"a={words[1]}; {' '.join((words[0], '$a', *words[2:]))}", Change("variables in arguments", _WHY)
    flag = next((it for it in words if it.startswith("-") and it != "--" and _PLAIN.fullmatch(it)), None)
    if flag is not None:
        with_variable = " ".join("$f" if it == flag else it for it in words)
        yield f"f={flag}; {with_variable}", Change("flags in a variable", _WHY)
    if not _OPERAND.fullmatch(last):
        return
    if len(words) > 2:
        yield f't={last}; {before} "$t"', Change("variables in arguments", _WHY)
    yield f'for t in {last}; do {before} "$t"; done', Change("variables in loops", "The loop runs the command once.")
    yield f"{before} $(echo {last})", Change("substitution in arguments", "The substitution comes to the same words.")
    yield f"{before} `echo {last}`", Change("substitution in arguments", "Backquotes mean `$(...)`.")
    if len(last) > 2:
        yield f"t={last[2:]}; {before} {last[:2]}$t", Change("variables in words of arguments", _WHY)


def _together(words: Sequence[str]) -> Iterator[tuple[str, Change]]:
    """All the words at once."""
    if not all(_OPERAND.fullmatch(it) for it in words):
        return
    text = " ".join(words)
    yield f'c=({text}); "${{c[@]}}"', Change("variables for all", "The array has the words of the command.")
    yield (
        f'set -- {text}; "$@"',
        Change("variables for all", "The arguments of the shell are the words of the command."),
    )
    if len(words) > 1:
        run = f'run() {{ {words[0]} "$@"; }}; run {" ".join(words[1:])}'
        yield run, Change("variables in functions", "The function gives the program all its arguments.")
        yield "{" + ",".join(words) + "}", Change("braces", "The shell makes separate words of what is in braces.")
        # The shell knows `~` only at the beginning of a word that it reads.
        joined = "${IFS}".join(words) if "~" not in text else " ".join(("${IFS}".join(words[:2]), *words[2:]))
        if "~" not in joined.partition(" ")[0]:
            yield joined, Change("blanks in variables", "`$IFS` is blanks.")
