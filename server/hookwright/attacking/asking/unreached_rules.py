"""Finds a command for each rule of a guard that no known seed reaches: what its patterns match, put together."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from msgspec.structs import replace

from hookwright.attacking.asking.same_rule import shown_by_forms
from hookwright.attacking.asking.trial import Key, Trial
from hookwright.attacking.forms.dangers import Seed, dangers, programs
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.forms.policies import call_of, harmless_beside, policies, whole_program
from hookwright.attacking.own.aims import own_seed, with_more
from hookwright.attacking.own.deletion import harmless_beside_deletions
from hookwright.attacking.texts.completing import completed, is_without_effect
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.rules import Rule, reached, rules, without_echo
from hookwright.attacking.texts.statements import command_of
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell

_MOST_SEEDS, _MOST_OF_RULE = 8, 14
"""How many rules get a command, and how many are tried for each."""
_MOST_LEFT, _MOST_WORDS, _ROUNDS, _MOST_AS_WANTED = 12, 2, 2, 6
"""How many rules are tried with programs, how many of these, how often with what the guard wants, and how many then."""
_OPERAND, _OF_GIT, _ALL_FILES = "shop", "feature", "."
"""What a command is tried with whose pattern wants something behind it, the branch that one of git gets, and files."""
_OF_ACT = (("git commit", "-m shop"), ("git push", "origin feature"))
_NEUTRAL = "hookwright"
"""What no rule is about."""
_PROGRAM = late_pattern(r"(?:\.{0,2}/)?[a-z](?:[\w.+/-]*[\w+/-])?(?=\s|$)")
_WORD, _SYNTAX = late_pattern(r"[\w./~]+"), late_pattern(r"[<>&|;$`]")
_SCRIPT = late_pattern(r"[a-z][\w-]*(?::[\w-]+)+")
"""The name of a script in `package.json`, as many have it."""
_VARIABLE = late_pattern(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_ADDRESS = late_pattern(r"https?://\S+\Z")
_OPTION = late_pattern(
    r"(?<![\w/-])(--[a-z][a-z-]+(?:[ =][A-Za-z0-9][\w./@-]*\b)?)(?=[`\"'.,;)]|\s*$|\s+(?:instead|for|to|and|if|when)\b)"
)
"""An option that a message ends a part of a sentence with."""
_OPEN_OPTION = late_pattern(r" --[a-z][a-z-]+=\Z")
_SETTING = late_pattern(r"(?<![\w$])[A-Z][A-Z0-9_]{3,}=\w+")
_SETTINGS = late_pattern(r"\A(?:[A-Z]\w*=\S* )+")
_COMMIT = late_pattern(r"git commit\b")
_ARROW = late_pattern(r"\s(?:->|=>|\u2192|\u21d2)\s.*")
"""Where a name of a rule says what to use instead, as in `pip install → uv add`."""


async def with_rules(trial: Trial, meant: Meant) -> Meant:
    """The same with a command for each rule whose reason the guard gives for no seed, as far as one is found."""
    guard = trial.guard
    every = rules(guard.texts) if meant.by_text or meant.by_asking else ()
    if not every:
        return meant
    known = [question(seed.command) for aim in meant.aims for seed in aim.seeds]
    known += [question(it.text, it.does) for aim in meant.aims for it in aim.danger.calls if it.does != SHELL]
    said = [without_echo(it, text, every) for (_, text), it in (await trial.refused(known)).items()]
    left = [it for it in every if not reached(it, said)]
    named = [it for of_one in meant.candidates.commands for it in of_one]
    tries = {it: (*islice(dict.fromkeys(commands(it)), _MOST_OF_RULE), *named) for it in left}
    plain = question("echo hello")
    calls = [plain, *(question(text) for texts in tries.values() for text in texts)]
    stopped = await trial.refused(calls)
    if (plain.does, plain.text) in stopped:
        return meant
    found = {rule: _first(rule, texts, stopped) for rule, texts in tries.items()}
    rest = [it for it, text in found.items() if not text][:_MOST_LEFT]
    words = meant.candidates.words[:_MOST_WORDS]
    found |= await _put_together(trial, rest, words, stopped)
    before = [seed for aim in meant.aims for seed in aim.seeds]
    own = [it for it in found.values() if it]
    said_of_own = await trial.refused(map(question, own))
    unmeant = {*await _of_their_program(trial, found), *await shown_by_forms(trial, before, own, said_of_own)}
    fresh = {text: rule for rule, text in found.items() if text and text not in unmeant and not _is_form(text, before)}
    seeds = [_seed(rule, text, guard.texts) for text, rule in islice(fresh.items(), _MOST_SEEDS)]
    return _with(meant, seeds, guard.texts)


async def _put_together(
    trial: Trial, left: Sequence[Rule], words: Sequence[str], before: Mapping[Key, str]
) -> Mapping[Rule, str]:
    """A command for each of the rules that one is found for with these words as programs, or with what the guard wants.

    `before` is what the guard said of commands that it stopped.  It may say what it wants where a rule that comes first
    refuses a command, such as an option.
    """
    found: dict[Rule, str] = {}
    stopped = {**before}
    asked = {it: [*islice(dict.fromkeys(_of_programs(it, words)), _MOST_OF_RULE)] for it in left}
    tries = {it: [*texts, *islice(commands(it), _MOST_OF_RULE)] for it, texts in asked.items()}
    for _ in range(1 + _ROUNDS):
        calls = [question(text) for texts in asked.values() for text in texts]
        stopped |= await trial.refused(calls) if calls else {}
        found |= {it: text for it, texts in asked.items() if (text := _first(it, texts, stopped))}
        asked = {
            it: [*islice(dict.fromkeys(_as_wanted(texts, stopped)), _MOST_AS_WANTED)]
            for it, texts in tries.items()
            if it not in found
        }
        tries = asked
    return found


def _of_programs(rule: Rule, words: Sequence[str]) -> Iterator[str]:
    """Commands that the rule may be about, with one of the words for the program where its patterns name none."""
    known = {*_programs(), *words}
    for it in map(_closed, _texts(rule)):
        first = _WORD.match(it)
        if first and first[0] not in known and not _SYNTAX.search(it):
            yield from (text for word in words if _is_command(text := f"{word} {it}"))


def _as_wanted(texts: Sequence[str], stopped: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """The commands that are stopped, each with an option or a variable that the guard wants then."""
    for text in texts:
        said = stopped.get((SHELL, text), "")
        yield from (f"{text} {it}" for it in _OPTION.findall(said) if it.split(" ")[0].split("=")[0] not in text)
        yield from (f"{it} {text}" for it in _SETTING.findall(said) if it not in text)


async def _of_their_program(trial: Trial, found: Mapping[Rule, str]) -> frozenset[str]:
    """The commands that the guard refuses with the reason of the rule for their program alone, whatever it does."""
    controls = {text: f"{_SETTINGS.sub('', text).split(' ', 1)[0]} {_NEUTRAL}" for text in found.values() if text}
    stopped = await trial.refused(map(question, controls.values()))
    return frozenset(
        text
        for rule, text in found.items()
        if text and not whole_program(text) and reached(rule, (_reason(rule, controls[text], stopped),))
    )


def commands(rule: Rule) -> Iterator[str]:
    """Commands that the rule may be about: what its patterns match, alone and put together."""
    for it in map(_closed, _texts(rule)):
        whole = call_of(it) or command_of(it)
        if whole:
            yield whole
        if _SCRIPT.fullmatch(it):
            yield from (f"{runner} run {it}" for runner in ("npm", "pnpm"))
        if _VARIABLE.fullmatch(it):
            yield f'echo "${it}"'
        if _ADDRESS.match(it):
            yield f"curl -sS {shlex.quote(it)}"
        if _is_command(command := completed(it)):
            yield command


def _closed(text: str) -> str:
    """The text with the end of a substitution, or the value of an option, that the pattern only begins."""
    named = _ARROW.sub("", text)
    closed = named + ")" * (named.count("$(") - named.count(")"))
    return f"{closed}{_OPERAND}" if _OPEN_OPTION.search(closed) else closed


def _texts(rule: Rule) -> Iterator[str]:
    """The texts that may be commands: the one of each pattern, of two together, and of all, the nearest ones first."""
    near = rule.texts[::-1]
    for every in near:
        yield from every[:4]
    for place, every in enumerate(near):
        for before in near[place + 1 :]:
            yield from (_joined(before[0], it) for it in every[:3] if _begins(before[0], it))
    yield from (_with_operand(it) for it, *_ in near[:2] if " " in it and completed(it) == it)
    if len(near) > 2 and _begins(rule.texts[0][0], rule.texts[1][0]):
        yield " ".join(it[0] for it in rule.texts)


def _with_operand(text: str) -> str:
    if text.endswith(" --"):
        return f"{text} {_ALL_FILES}"
    operand = next((it for act, it in _OF_ACT if text == act), _OF_GIT if text.startswith("git ") else _OPERAND)
    return f"{text} {operand}"


def _begins(first: str, second: str) -> bool:
    """Whether the first text, with the second one behind it, begins with a program and not with another word."""
    if first.startswith("-"):
        return " " in second or second in _programs()
    return " " in first or second.startswith("-") or first in _programs()


@lru_cache(maxsize=1)
def _programs() -> frozenset[str]:
    """The programs that are known, by their names."""
    seeds = [seed for it in dangers().values() for seed in it.seeds]
    texts = [text for seed in seeds for text in (seed.command, *(it.command for it in seed.same))]
    return frozenset(it.split(" ", 1)[0] for it in (*texts, *policies(), *programs()))


def _joined(first: str, second: str) -> str:
    """Two texts in one command; what is no option becomes the message of a commit."""
    if _COMMIT.match(first) and not second.startswith("-"):
        return f"{first} -m {shlex.quote(second)}"
    return f"{second} {first}" if first.startswith("-") else f"{first} {second}"


def _is_command(text: str) -> bool:
    shell = read_shell(text)
    is_whole = bool(_PROGRAM.match(text)) and " " in text and "|-" not in text and not is_without_effect(text)
    return is_whole and shell.readable and shell.fault is None


def _is_form(command: str, seeds: Sequence[Seed]) -> bool:
    """Whether the command is a seed or its form, or begins with other words for the program of one."""
    return any(
        command in {it.command, *(form.command for form in it.same)}
        or any(_goes_on(command, new.instead) for new in it.swaps)
        for it in seeds
    )


def _goes_on(command: str, words: str) -> bool:
    return " " in words and f"{command} ".startswith(f"{words} ")


def _first(rule: Rule, texts: Sequence[str], stopped: Mapping[tuple[str, str], str]) -> str:
    """The first of the commands that the guard refuses with the reason of the rule; empty if it refuses none."""
    return next((it for it in texts if reached(rule, (_reason(rule, it, stopped),))), "")


def _reason(rule: Rule, command: str, stopped: Mapping[tuple[str, str], str]) -> str:
    """Why the guard stops the command, as far as that tells of the rule; empty if the guard lets it pass."""
    return without_echo(stopped.get((SHELL, command), ""), command, (rule,))


def _seed(rule: Rule, command: str, texts: Sequence[str]) -> Seed:
    return own_seed(command, texts, f"A rule of the guard stops it: {rule.says}.")


def _with(meant: Meant, seeds: Sequence[Seed], texts: Sequence[str]) -> Meant:
    made = ((it, (), (*harmless_beside(it, texts), *harmless_beside_deletions(it))) for it in seeds)
    return replace(meant, aims=with_more(meant.aims, made))
