"""What the shell's own commands do that set something: variables, options, traps and where it goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Bounds, Run
from hookwright.scripts.shell.assigned import ASSIGNMENT
from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.conditions import tested
from hookwright.scripts.shell.ends import exit_script, exit_with, leave
from hookwright.scripts.shell.jq.command import jq
from hookwright.scripts.shell.launching import forget_arguments, is_there
from hookwright.scripts.shell.nested_code import evaluate, sourced, trapped
from hookwright.scripts.shell.printing import cat, echo, printf
from hookwright.scripts.shell.questions import ask, prompts
from hookwright.scripts.shell.state import DONE, FAILED, USUAL, Outcome, bounded, unknown
from hookwright.scripts.shell.templates import split_at
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import part_value, template_of
from hookwright.scripts.values import UNKNOWN, Items, Literal, Value, joined
from hookwright.shell.tree import PartKind, Word

_VARIABLE = late_pattern(r"\"?\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))\"?")
_LAST = frozenset({"$?", '"$?"'})
_OPTIONS = {"e": "errexit", "u": "nounset", "E": "errtrace"}
_NAMES = {"errexit", "nounset", "pipefail"}


def assign(walk: Walk, word: Word) -> None:
    """Does what `NAME=value` says."""
    found = ASSIGNMENT.match(word.text)
    if found is None:
        return
    name, index, adds = found[1], found[2], bool(found[3])
    value = _assigned(walk, word, found.end())
    before = walk.state.variables.get(name)
    if index:
        value = unknown([value] if before is None else [before, value])
    elif adds:
        before = Literal("") if before is None else before
        if isinstance(before, Items) or isinstance(value, Items):
            items = [
                *(before.items if isinstance(before, Items) else ()),
                *(value.items if isinstance(value, Items) else (value,)),
            ]
            value = Items(tuple(items), open=True)
        else:
            value = joined(before, value)
    walk.state.variables[name] = bounded(value)


def _assigned(walk: Walk, word: Word, length: int) -> Value:
    """The value behind the sign of an assignment."""
    at = word.start + length
    # As a rule, a quote or an expansion begins behind the sign.
    is_apart = word.parts[0].end == at
    parts = [*word.parts[1:]] if is_apart else []
    for it in () if is_apart else word.parts:
        if it.end <= at and not (it.start >= at):
            continue
        if it.start < at and it.kind is PartKind.TEXT:
            cut = it.text[at - it.start :]
            parts += [type(it)(it.kind, cut, at, it.end, it.quote)] if cut else []
        else:
            parts.append(it)
    if len(parts) == 1 and parts[0].kind is not PartKind.TEXT:
        return part_value(walk, parts[0], word.written(parts[0]))
    return template_of(walk, parts, word).meant(walk.unit.spot)


def declare(walk: Walk, call: Call) -> Outcome:
    """`local`, `export` and their kin: variables, with values or without."""
    function = next((it for it in reversed(walk.frames) if it.bounds is Bounds.FUNCTION), None)
    for it in call.words[1:]:
        if it.text.startswith(("-", "+")):
            continue
        found = ASSIGNMENT.match(it.text)
        name = found[1] if found is not None else it.text
        if call.name != "export" and call.name != "readonly" and function is not None:
            function.local.setdefault(name, walk.state.variables.get(name))
        if found is not None:
            assign(walk, it)
        elif name.isidentifier() and call.name in ("local", "declare", "typeset"):
            walk.state.variables[name] = Literal("")
    return DONE


def unset(walk: Walk, call: Call) -> Outcome:
    for it in call.plain:
        walk.state.variables[it or ""] = Literal("")
    return DONE


def read(walk: Walk, call: Call) -> Outcome:
    """`read`: a line of what is given, or all of it, into variables."""
    names: list[str] = []
    one_line, takes = True, ""
    for it, word in zip(call.plain, call.words[1:], strict=True):
        if takes:
            one_line = one_line and not (takes == "d" and it in ("", "\0"))
            names += [it] if takes == "a" and it else []
            takes = ""
        elif it is not None and it.startswith("-") and not names:
            takes = it[-1] if it[-1] in "dnNtupia" else ""
            if "d" in it and word.text.endswith(("''", '""')) and len(it) > 1 and it[-1] == "d":
                one_line, takes = False, ""
        elif it is not None:
            names.append(it)
    ask(walk, "read", call.spot, prompts=prompts(call.plain, call.words[1:]))
    given = walk.take_input(call.spot, one_line=one_line)
    if walk.lacks and given == Literal("") and walk.given is not None:
        walk.state.variables |= dict.fromkeys(names or ["REPLY"], Literal(""))
        return FAILED
    names = names or ["REPLY"]
    for name, value in zip(names, _fields(given, len(names)), strict=True):
        walk.state.variables[name] = value
    return Outcome(fails=1, about=(unknown([given]),), usual=0, empty="otherwise")


def _fields(given: Value, count: int) -> list[Value]:
    if count == 1:
        return [given]
    for sign in ("\t", "|", " "):
        found = [*split_at(given, sign)]
        if len(found) >= count:
            rest = found[count - 1]
            for it in found[count:]:
                rest = joined(rest, Literal(sign), it)
            return [*found[: count - 1], rest]
    return [unknown([given])] * count


def mapfile(walk: Walk, call: Call) -> Outcome:
    name = next((it for it in reversed(call.plain) if it and not it.startswith("-")), "MAPFILE")
    lines = split_at(walk.take_input(call.spot), "\n")
    walk.state.variables[name] = Items(tuple(lines), open=len(lines) < 2)
    return DONE


def leave_script(walk: Walk, call: Call) -> Outcome:
    """`exit`."""
    values = call.values(walk)
    status = values[0] if values else walk.state.status
    if len(call.words) < 2 or call.words[1].text in _LAST or _is_handed_on(walk, call.words[1].text):
        exit_with(walk, status, call.spot)
    else:
        exit_script(walk, status, call.spot)
    return DONE


def _is_handed_on(walk: Walk, text: str) -> bool:
    """Whether a word is a variable that the script compares with nothing, so that any status is handed on in it."""
    found = _VARIABLE.fullmatch(text)
    if found is None:
        return False
    name = found[1] or found[2]
    used = rf"""\$\{{?{name}\b\}}?["']?"""
    sign = r"(?:-(?:eq|ne|gt|lt|ge|le)\b|[=!<>]=?)"
    compared = rf"""{used}\s*{sign}|{sign}\s*["']?{used}|\bcase\s+["']?{used}|\(\([^)]*\b{name}\b"""
    return re.search(compared, walk.unit.text) is None


def give_back(walk: Walk, call: Call) -> Outcome:
    """`return`."""
    values = call.values(walk)
    leave(walk, Bounds.FUNCTION, values[0] if values else walk.state.status, call.spot)
    return DONE


def leave_loop(walk: Walk, call: Call) -> Outcome:
    """`break` and `continue`."""
    if any(it.bounds is Bounds.LOOP for it in walk.frames):
        leave(walk, Bounds.LOOP, Literal(0), call.spot)
    return DONE


def set_options(walk: Walk, call: Call) -> Outcome:
    """`set -euo pipefail`, and `set -- …`."""
    rest = list(call.plain)
    if "--" in rest:
        values = call.values(walk)[rest.index("--") + 1 :]
        function = next((it for it in reversed(walk.frames) if it.arguments is not None), None)
        if function is not None:
            function.arguments = values
        else:
            walk.arguments = values
        return DONE
    options = set(walk.state.options)
    while rest:
        word = rest.pop(0) or ""
        change = options.add if word.startswith("-") else options.discard
        for letter in word[1:] if word[:1] in ("-", "+") else "":
            if letter == "o" and rest:
                name = rest.pop(0) or ""
                if name in _NAMES:
                    change(name)
            elif letter in _OPTIONS:
                change(_OPTIONS[letter])
    walk.state.options = frozenset(options)
    return DONE


def shift(walk: Walk, call: Call) -> Outcome:
    count = next((int(it) for it in call.plain if it and it.isdecimal()), 1)
    function = next((it for it in reversed(walk.frames) if it.arguments is not None), None)
    if walk.source.launch is not None and None in call.plain:
        forget_arguments(walk)
    elif function is not None and function.arguments is not None:
        function.arguments = function.arguments[count:]
    elif walk.arguments is not None:
        # Where the script may do that or not, what is left of its own arguments cannot be told.
        is_sure = walk.source.launch is None or walk.nested or walk.out is walk.root
        walk.arguments = walk.arguments[count:] if is_sure else None
    return DONE


def asks_for(walk: Walk, call: Call) -> Outcome:
    """`command -v jq`, `which jq`, `type jq`, `hash jq`."""
    names = [it for it in call.plain if it and not it.startswith("-")]
    if len(names) == 1 and (there := is_there(walk, names[0])) is not None and names[0] not in walk.functions:
        if not there:
            walk.emit(Run(names[0], (), call.spot, Literal(""), asks=True, hushed=walk.hushed, missing=True))
        elif walk.catching is not None:
            # Of the path, only the name at its end counts.
            walk.print(Literal(names[0]) if call.name in ("command", "which") else UNKNOWN, call.spot)
        return DONE if there else FAILED
    for it in names:
        if it not in walk.functions:
            walk.emit(Run(it, (), call.spot, Literal(""), asks=True, hushed=walk.hushed))
    walk.print(UNKNOWN, call.spot)
    return Outcome(fails=1, present=frozenset(names), usual=0)


def test(walk: Walk, call: Call) -> Outcome:
    words = call.words[1:]
    if call.name == "[" and words and words[-1].text == "]":
        words = words[:-1]
    return tested(walk, words, double=False)


def true(walk: Walk, call: Call) -> Outcome:
    call.values(walk)
    return DONE


def false(_: Walk, __: Call) -> Outcome:
    return FAILED


def let(walk: Walk, call: Call) -> Outcome:
    for it in call.plain:
        found = ASSIGNMENT.match(it or "")
        if found is not None:
            walk.state.variables[found[1]] = UNKNOWN
    return USUAL


def getopts(walk: Walk, call: Call) -> Outcome:
    if len(call.words) > 2:
        walk.state.variables[call.words[2].text] = UNKNOWN
    return Outcome(fails=1)


Handled = Callable[[Walk, Call], Outcome]

BUILTINS: Mapping[str, Handled] = {
    "echo": echo,
    "print": echo,
    "printf": printf,
    "cat": cat,
    "jq": jq,
    "gojq": jq,
    "jaq": jq,
    "exit": leave_script,
    "return": give_back,
    "break": leave_loop,
    "continue": leave_loop,
    "set": set_options,
    "shift": shift,
    "unset": unset,
    "read": read,
    "mapfile": mapfile,
    "readarray": mapfile,
    "which": asks_for,
    "type": asks_for,
    "hash": asks_for,
    "[": test,
    "test": test,
    "true": true,
    ":": true,
    "false": false,
    "let": let,
    "getopts": getopts,
    "eval": evaluate,
    "source": sourced,
    ".": sourced,
    "trap": trapped,
    **dict.fromkeys(("local", "declare", "typeset", "export", "readonly"), declare),
}
