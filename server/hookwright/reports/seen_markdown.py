"""What agents recorded of hooks as Markdown, for editors: the worst first, and what cannot be known last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.paths import below
from hookwright.reports.seen_words import NOTHING_KNOWN, count_words, span, times, unnamed_words, unread_words, verdict
from hookwright.sessions.summary import AgentSeenJson, CountsJson, PlaceJson, SeenJson
from hookwright.wording.display import code, escaped, prose


def seen_markdown(data: SeenJson, home: str) -> str:
    """The page; paths are those from the project or from the user's home on."""
    short = partial(_short, data["projectDir"], home)
    lines = ["# What hooks did", "", f"In {code(data['projectDir'])}, as agents recorded it."]
    if not data["agents"]:
        lines += ["", "No agent has recorded anything of these hooks."]
    for agent in data["agents"]:
        lines += ["", *_Agent(agent, short).lines()]
    if data["unread"]:
        lines += ["", prose(unread_words(data["unread"]))]
    return "\n".join(lines) + "\n"


def _short(project: str, home: str, path: str) -> str:
    inside = below(path, home)
    return below(path, project) or (f"~/{inside}" if inside else path)


class _Agent:
    """The part about one agent."""

    def __init__(self, agent: AgentSeenJson, short: partial[str]) -> None:
        self._agent = agent
        self._short = short

    def lines(self) -> Iterator[str]:
        agent = self._agent
        yield f"## {escaped(agent['title'])}"
        yield ""
        yield f"{count_words(agent['files'], 'session file')} in {code(self._short(agent['folder']))}."
        yield ""
        for it in agent["hooks"]:
            if it["runs"]:
                about = f"{self._at(it['place'])} {escaped(it['event'])} {code(it['matcher'])} {code(it['command'])}"
                yield from self._item(about, it)
        for event in agent["events"]:
            target = f" {code(event['target'])}" if event["target"] else ""
            could = unnamed_words([self._at(it) for it in event["candidates"]])
            yield from self._item(f"{escaped(event['event'])}{target} ({could})", event)
        for old in agent["earlier"]:
            seems = f"an earlier version of {self._at(old['now'])}" if old["now"] else "in no current file"
            yield from self._item(f"{escaped(old['event'])} {code(old['command'])} ({seems})", old)
        yield from self._unknown()

    def _item(self, about: str, it: CountsJson) -> Iterator[str]:
        yield f"- {about}: **{prose(verdict(it))}**"
        yield from (f"  - {prose(line)}" for line in (times(it), span(it)) if line)

    def _unknown(self) -> Iterator[str]:
        agent = self._agent
        meant = [place for it in agent["events"] for place in it["candidates"]]
        silent = [it for it in agent["hooks"] if not it["runs"] and it["place"] not in meant]
        if silent:
            yield from ("", f"{prose(NOTHING_KNOWN)}:", "")
        for it in silent:
            yield f"- {self._at(it['place'])} {escaped(it['event'])} {code(it['matcher'])} {code(it['command'])}"
        yield from ("", f"{prose(agent['unknown'])}.")

    def _at(self, place: PlaceJson) -> str:
        return code(f"{self._short(place['source'])}:{place['line']}")
