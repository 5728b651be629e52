"""Asks a guard if it cannot decide: broken payloads, programs that are missing, an empty PATH, no time."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.asking.results import Circumstance
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan
from hookwright.engine.run_hook import run_hook
from hookwright.engine.scratch.stage import Stage
from hookwright.engine.setting import Setting
from hookwright.host import Host
from hookwright.model.outcome import Folded, Run
from hookwright.model.reaction import Decision
from hookwright.patterns import late_pattern
from hookwright.policies.folds import folded
from hookwright.policies.payloads import environment, input_of, stdin_text

_HELPERS = ("jq", "python3", "python", "node", "bun", "deno", "uv", "perl", "ruby", "rg")
"""Programs that are not on every machine."""
_CALLS_GIT = late_pattern(r"(?:\$\(|`|(?:\bexec\w*|\bspawn\w*|\brun|\bPopen|\bcheck_\w+)\(\s*\[?)\s*[\"'`]?git\b")
"""Where a script asks git itself."""
_PERL_REGEX = late_pattern(r"\bgrep\s(?:-[\w-]+\s+)*(?:-[A-Za-z]*P[A-Za-z]*|--perl-regexp)\s")
_GREP_OF_MACOS = """#!/bin/sh
for it; do
  case $it in
    --perl-regexp | -[!-]*P* | -P*) echo "grep: invalid option -- P" >&2; exit 2 ;;
    -*) ;;
    *) break ;;
  esac
done
exec {} "$@"
"""
"""A `grep` that fails where its options have `-P`, which only that of GNU knows."""
_NO_TIME = 0.001
"""Seconds: less than any program needs to start."""


class Missing(Struct, frozen=True):
    """A program that the guard uses, and whether the guard is at fault where it lets pass without that.

    It is not where the program starts it: without that, nothing of the guard runs.  Git is wherever an agent works.
    """

    name: str
    counts: bool


def refuses(found: Folded) -> bool:
    """Whether a call does not simply go on: it is denied, the user is asked, or it is another call now."""
    is_decided = found.blocked or found.decision in (Decision.DENY, Decision.ASK)
    return is_decided or found.must_continue or found.stop_agent or found.updated_input is not None


def approves(found: Folded) -> bool:
    """Whether the guard itself allows a call, so that nobody is asked."""
    return found.decision is Decision.ALLOW and not refuses(found)


def unreadable(plan: Plan) -> Iterator[tuple[str, bytes | dict[str, Any]]]:
    """Payloads that say nothing, each with its name: bytes for stdin, or an object."""
    yield "an empty payload", b""
    yield "a payload that is not JSON", b"not json"
    whole = stdin_text(dict(plan.facts.payload)).encode()
    yield "half of a payload", whole[: len(whole) // 2]
    yield "a payload that is a list", b"[]"
    yield "a payload that is null", b"null"
    payload, calls = dict(plan.facts.payload), plan.request.dialect.calls
    own = input_of(plan.request.dialect, payload)
    key = next((it for it in (*calls.commands, *calls.paths) if it in (payload if own is None else own)), None)
    if key is None:
        return
    for name, value in (("a number", 7), ("null", None), ("a list", ["a", "b"])):
        yield f"`{key}` is {name}", _with(payload, own, calls.input_in(payload), {key: value})
    rest = {name: it for name, it in (payload if own is None else own).items() if name != key}
    yield f"`{key}` is missing", rest if own is None else {**payload, calls.input_in(payload): rest}


def _with(payload: dict[str, Any], own: Mapping[str, Any] | None, name: str, new: dict[str, Any]) -> dict[str, Any]:
    return {**payload, **new} if own is None else {**payload, name: {**own, **new}}


async def broken_payloads(stage: Stage, stopped: Plan) -> AsyncIterator[Circumstance]:
    """What the guard does with each; `stopped` is a call that it stops, as it runs on the copy."""
    for name, given in unreadable(stopped):
        runs = await _asked(stage, stopped, given)
        found = folded([it.reading for it in runs], stopped.row.folding)
        yield told(name, found, runs, counts=True)


async def missing_programs(stage: Stage, stopped: Plan, texts: tuple[str, ...]) -> AsyncIterator[Circumstance]:
    """What the guard does with the call that it stops, where programs are missing, or there is no time."""
    folder = os.path.join(stage.layout.home, ".path")
    for it in _missing(texts, stage.host):
        without = _path_without(it.name, stage.host, os.path.join(folder, it.name))
        outcome = await dispatch(stopped, _with_path(stage.host, without))
        name = f"`{it.name}` is not installed"
        yield told(name, outcome.folded, outcome.runs, counts=it.counts)
    if any(map(_PERL_REGEX.search, texts)) and (grep := stage.host.program("grep")) is not None:
        of_macos = _path_without("grep", stage.host, os.path.join(folder, "grep"))
        _write_program(os.path.join(of_macos, "grep"), _GREP_OF_MACOS.format(shlex.quote(grep)))
        outcome = await dispatch(stopped, _with_path(stage.host, of_macos))
        yield told("`grep` has no `-P`, as on macOS", outcome.folded, outcome.runs, counts=True)
    empty = os.path.join(folder, "empty")
    os.makedirs(empty, exist_ok=True)
    outcome = await dispatch(stopped, _with_path(stage.host, empty))
    yield told("PATH is empty", outcome.folded, outcome.runs, counts=False)
    hurried = replace(stopped, steps=tuple(replace(it, timeout=_NO_TIME) for it in stopped.steps))
    outcome = await dispatch(hurried, stage.host)
    yield told("the time is up", outcome.folded, outcome.runs, counts=False)


async def _asked(stage: Stage, plan: Plan, given: bytes | dict[str, Any]) -> tuple[Run, ...]:
    """The runs of the hooks with this on stdin."""
    stdin = given if isinstance(given, bytes) else stdin_text(given).encode()
    host = plan.on(stage.host)
    added = environment(plan.request.dialect, plan.row, plan.facts)
    setting = Setting(plan, host, {**host.environ, **added}, stdin, None)
    return tuple([await run_hook(setting, it) for it in plan.steps])


def told(name: str, found: Folded, runs: tuple[Run, ...], *, counts: bool) -> Circumstance:
    """What the guard did, by its runs; it `counts` as a fault if the guard lets pass what it could refuse."""
    stops = refuses(found)
    result = next((it.result for it in runs if it.result is not None), None)
    how = ""
    if result is not None:
        ended = "is ended" if result.timed_out else f"exits with {result.exit_code}"
        how = result.problem or f"the hook {ended}"
    return Circumstance(name=name, refuses=stops, is_fault=counts and not stops, how=how)


def _missing(texts: tuple[str, ...], host: Host) -> Iterator[Missing]:
    """The programs that the texts of a guard name and that are here; the first text is its command."""
    commands = "\n".join(texts)
    for name in _HELPERS:
        if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", commands) and host.program(name) is not None:
            first_line = texts[0].partition("\n")[0]
            begins = [re.match(rf"(?:#!\S*/(?:env +)?)?{re.escape(name)}\b", it) for it in (first_line, *texts[1:])]
            yield Missing(name, not any(begins))
    if _CALLS_GIT.search(commands) and host.program("git") is not None:
        yield Missing("git", counts=False)


def _path_without(name: str, host: Host, folder: str) -> str:
    """A folder of links to all programs on PATH but one."""
    os.makedirs(folder, exist_ok=True)
    for place in host.environ.get("PATH", os.defpath).split(os.pathsep):
        if not os.path.isdir(place):
            continue
        for program in os.listdir(place):
            link = os.path.join(folder, program)
            if program != name and not os.path.lexists(link):
                os.symlink(os.path.join(place, program), link)
    return folder


def _write_program(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o755)


def _with_path(host: Host, path: str) -> Host:
    return replace(host, environ={**host.environ, "PATH": path})
