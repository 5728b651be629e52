"""Attacks a guard that is only asked about tools of MCP servers: with the statements that other clients would run.

Such a guard sees no command of a shell.  What a known seed does by a client of a database, a tool of a server does with
the same statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.server_tools import STATEMENTS
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Call, Seed
from hookwright.attacking.forms.model import question
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.aims import Stopped, with_own
from hookwright.attacking.texts.meant import Meant
from hookwright.patterns import late_pattern

_STATEMENT = late_pattern(r"(?s)psql\b[^'\"]*(?:\"\$\w+\" )?-c (['\"])(?P<text>.+)\1")
_ESCAPED = late_pattern(r"\\([\"$`\\])")
_EXPANDED = late_pattern(r"(?<!\\)(?:[`]|\$[\w({])")
"""What a shell puts another text in the place of, between double quotes."""
_ABOUT_CLIENT = late_pattern(r"`psql`|\baddress\b|\bmachine\b|\bserver\b")
"""Reasons that are about the client, and say nothing of the statement."""
_SERVER = late_pattern(r"(?:[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)_{0,2}")
"""What follows the beginning of the names of all tools of servers, where it is the name of a server alone."""
_RUNS = "The tool sends the statement to the database."


async def with_statements(trial: Trial, meant: Meant) -> Meant:
    """The same with calls of a server's tool for each statement, and with those that the guard's own patterns name."""
    guard = trial.guard
    does = next((it for it in STATEMENTS if it in guard.served), None)
    if does is None or not guard.is_of_servers:
        return meant
    named = {it: text for of_one in meant.candidates.commands for it in of_one if (text := statement_of(it))}
    of_seeds = {
        (aim.name, seed.name): [*_calls(seed, does), *(it for it in aim.danger.calls if it.seed == seed.name)]
        for aim in meant.aims
        for seed in aim.seeds
    }
    asked = [question(it, does) for it in named.values()]
    asked += (question(it.text, it.does) for every in of_seeds.values() for it in every)
    stopped = await trial.refused(asked)
    found = Stopped(
        frozenset(key for key, every in of_seeds.items() if any((it.does, it.text) in stopped for it in every)),
        tuple((it,) for it, statement in named.items() if (does, statement) in stopped),
    )
    aims = with_own(meant.aims, found, guard.dangers, guard.texts)
    return replace(meant, aims=tuple(_with_calls(it, does) for it in aims))


def statement_of(command: str) -> str | None:
    """The statement that a command gives a client of a database; None if it gives none, or several, or a shell's."""
    found = _STATEMENT.fullmatch(command)
    if found is None:
        return None
    quote, text = found[1], found["text"]
    if quote == "'":
        return None if quote in text else text
    plain = _ESCAPED.sub("", text)
    return None if quote in plain or _EXPANDED.search(text) else _ESCAPED.sub(r"\1", text)


def _with_calls(aim: Aim, does: str) -> Aim:
    calls = [it for seed in aim.seeds for it in _calls(seed, does)]
    known = {(it.seed, it.does, it.text) for it in aim.danger.calls}
    new = (it for it in calls if (it.seed, it.does, it.text) not in known)
    harmless = _harmless(aim.danger.harmless, does)
    danger = replace(aim.danger, calls=(*aim.danger.calls, *new), harmless=(*aim.danger.harmless, *harmless))
    return replace(aim, danger=danger)


def _calls(seed: Seed, does: str) -> Iterator[Call]:
    """A call for the statement of the seed, and for each other one of its forms."""
    found: dict[str, Call] = {}
    own = statement_of(seed.command)
    if own is not None:
        found[own] = Call(_RUNS, does, command=own, seed=seed.name, kind="statement")
    for it in seed.same:
        text = statement_of(it.command)
        if text is not None and text not in found and not _ABOUT_CLIENT.search(it.why):
            found[text] = Call(it.why, does, command=text, seed=seed.name, kind=it.kind, partial=it.partial)
    yield from found.values()


def _harmless(every: Iterable[Call], does: str) -> Iterator[Call]:
    for it in every:
        text, unless = statement_of(it.command), statement_of(it.unless)
        if text is not None and not text.startswith("\\"):
            yield replace(it, does=does, command=text, unless=unless or "SELECT 1")


def on_servers(guard: Guard) -> Iterator[str]:
    """A note for each name of a server in a matcher that stands for no tool, so that the hook is not asked."""
    prefix = guard.target.file.dialect.servers.prefix
    matchers = [it.matcher for it in guard.target.hooks if isinstance(it.matcher, str)]
    named = dict.fromkeys(piece.strip() for it in matchers for piece in it.split("|") if prefix)
    servers = (it for it in named if it.startswith(prefix) and _SERVER.fullmatch(it.removeprefix(prefix)))
    for name in servers:
        if not guard.is_asked_about(f"{name.rstrip('_')}__run"):
            yield (
                f"no tool is named just `{name}`, so the hook is asked about no tool of this server;"
                " `hookwright check` says what to write"
            )
