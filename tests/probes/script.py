"""The probe of scripts: what a front end has understood, one line for each effect, and one for each way to end."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.probes.case import Case

from hookwright.scripts import effects as effect
from hookwright.scripts import values as value
from hookwright.scripts.asking import AskUser
from hookwright.scripts.endings import Ending, endings
from hookwright.scripts.read import read_script
from hookwright.scripts.source import Source

_INDENT = "  "
_LANGUAGES = {".sh": effect.Language.SHELL, ".py": effect.Language.PYTHON}


def effects_of(case: Case, _: str) -> str:
    """`effects`: what the section's first file does; the others are those that it may import."""
    first = case.section.inputs[0]
    path = case.path(first)

    def beside(name: str) -> str | None:
        found = path.parent / name
        return found.read_text(encoding="utf-8") if found.is_file() else None

    language = _LANGUAGES.get(path.suffix, effect.Language.JAVASCRIPT)
    return "\n".join(described(read_script(language, Source(first.text, str(path), beside))))


def described(script: effect.Script) -> list[str]:
    """One line for each effect, indented by what it is in, and then one for each way to end."""
    if script.fault:
        return [f"fault: {script.fault}"]
    lines = [] if script.whole else ["not whole"]
    lines += _block(script.body, 0)
    found = endings(script)
    lines += [_ending(it) for it in found.all]
    return lines if found.complete else [*lines, "=> and others"]


def _block(block: effect.Block, depth: int) -> Iterator[str]:
    for it in block:
        yield _INDENT * depth + _line(it)
        match it:
            case effect.Branch(then=then, otherwise=otherwise):
                yield from _block(then, depth + 1)
                if otherwise:
                    yield _INDENT * depth + "otherwise"
                    yield from _block(otherwise, depth + 1)
            case effect.Loop(body=body) | effect.Scope(body=body):
                yield from _block(body, depth + 1)
            case effect.Try(body=body, handlers=handlers, final=final):
                yield from _block(body, depth + 1)
                for handler in handlers:
                    yield _INDENT * depth + _caught(handler)
                    yield from _block(handler.body, depth + 1)
                if final:
                    yield _INDENT * depth + "finally"
                    yield from _block(final, depth + 1)


def _line(it: effect.Effect) -> str:  # noqa: C901 - one line for each kind
    match it:
        case effect.ReadInput(piece=True):
            return "read a piece of stdin"
        case effect.ReadInput(one_line=one_line):
            return "read one line of stdin" if one_line else "read stdin"
        case AskUser(how=how, source=answered_on):
            return f"ask the user by {how} on {answered_on}"
        case effect.ReadKey(path=path, asks=True):
            return f"ask for {_path(path)}"
        case effect.ReadKey(path=path, tolerant=tolerant, instead=instead):
            others = "".join(f", or {_path(one)}" for one in instead)
            return f"read {_path(path)}{others}{'' if tolerant else ', which must be there'}"
        case effect.ReadVariable(name=name, tolerant=tolerant):
            return f"read ${name}{'' if tolerant else ', which must be there'}"
        case effect.ReadArgument(number=number):
            return f"read argument {number}" if number else "read all arguments"
        case effect.Print(stream=stream, value=printed, newline=newline):
            return f"print {shown(printed)} on {stream}{'' if newline else ' without a line end'}"
        case effect.Exit(code=code, cause=cause, as_set=as_set):
            return f"{'exit' if cause is effect.Cause.EXIT else 'end'} {'as set' if as_set else _code(code)}"
        case effect.SetExitCode(code=code):
            return f"set exit code {_code(code)}"
        case effect.Risk(failure=failure, program=program, goes_on=goes_on, certain=certain):
            which = f" (`{program}`)" if program else ""
            return f"{'fails' if certain else 'may fail'}: {failure}{which}{'; goes on' if goes_on else ''}"
        case effect.UseUndefined():
            return "use a name that nothing defines"
        case effect.Run(program=program, arguments=arguments, asks=asks, given=given, hushed=hushed):
            words = " ".join([program, *map(shown, arguments)])
            source = "" if given is None else f" given {shown(given)}"
            return f"{'ask for' if asks else 'run'} {words}{source}{', hushed' if hushed else ''}"
        case effect.Evaluate(value=evaluated, how=how):
            return f"evaluate {shown(evaluated)} by {how}"
        case effect.Branch(about=about, empty=empty):
            where = {"then": " (if empty)", "otherwise": " (unless empty)"}.get(empty, "")
            return f"if {', '.join(map(shown, about)) or '?'}{where}"
        case effect.Loop():
            return "loop"
        case effect.Try():
            return "try"
        case effect.Scope(bounds=bounds):
            return bounds.name.lower()
        case effect.Leave(bounds=bounds):
            return f"leave {bounds.name.lower()}"


def _caught(handler: effect.Handler) -> str:
    what = "anything" if handler.catches is None else ", ".join(sorted(handler.catches)) or "another failure"
    return f"where {what}{' or an exit' if handler.exits else ''}"


def _ending(it: Ending) -> str:
    parts = [f"{one.stream} {shown(one.value)}" for one in it.state.said]
    if it.state.printed:
        parts = ["…", *parts]
    failed = "".join(f", as {one.failure}" for one in it.state.failed)
    said = f" after {', '.join(parts)}" if parts else ""
    return f"=> {it.cause.name.lower()} {_code(it.code)}{said}{failed}"


def _code(code: int | None) -> str:
    return "?" if code is None else str(code)


def _path(path: value.Path) -> str:
    return "." + ".".join(path)


def shown(it: value.Value) -> str:  # noqa: C901 - one line for each kind
    """A value in a few words."""
    match it:
        case value.Unknown(of=of):
            return f"?({', '.join(map(_path, of))})" if of else "?"
        case value.Literal(value=literal):
            return json.dumps(literal, ensure_ascii=False)
        case value.Text(parts=parts):
            return " + ".join(map(shown, parts))
        case value.Record(members=members, open=is_open):
            inside = [f"{one.key}{'' if one.certain else '?'}: {shown(one.value)}" for one in members]
            return "{" + ", ".join([*inside, *(["…"] if is_open else [])]) + "}"
        case value.Items(items=items, open=is_open):
            return "[" + ", ".join([*map(shown, items), *(["…"] if is_open else [])]) + "]"
        case value.Payload(path=path):
            return _path(path)
        case value.PayloadText():
            return "stdin"
        case value.Variable(name=name):
            return f"${name}"
        case value.Argument(number=number):
            return f"argument {number}" if number else "arguments"
        case value.Json(value=inner):
            return f"json({shown(inner)})"
        case value.OneOf(values=values):
            return "(" + " | ".join(map(shown, values)) + ")"
