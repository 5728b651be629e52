"""What a keystroke costs: until its diagnostics, until a completion, until a hover, and two hundred of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import Client
from benchmarks.document import Document, Slot, completion_slots, hover_places, structure_place, typing_place
from benchmarks.measure import Effort, Samples, Subject, interleave
from benchmarks.servers import PLAIN, VSCODE, editors
from benchmarks.settings_text import settings_text, write_scripts
from benchmarks.table import Row, against

TITLE = "Editing"
_BURST = 200
_SIZES = (("1 KB", 1 << 10, 12), ("10 KB", 10 << 10, 12), ("50 KB", 50 << 10, 8))
"""With the keystrokes of a quick run; of real hook files 99 of 100 are below 10 KB, and the largest has 50 KB."""
_GOALS: Mapping[str, Mapping[str, float]] = {
    "1 KB": {"keystroke": 2.0, "structure": 2.0, "completion": 1.0},
    "10 KB": {"keystroke": 2.5, "structure": 2.5, "completion": 1.5, "burst": 1.3},
    "50 KB": {"keystroke": 3.0, "structure": 3.0},
}
_NAMES = {
    "keystroke": "keystroke in a string → diagnostics",
    "structure": "keystroke in the structure → diagnostics",
    "completion": "keystroke → completion",
    "hover": "hover",
    "burst": f"burst of {_BURST} edits → completion",
}

_Session = tuple[Client, Document]


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part, size by size."""
    for title, size, rounds in _SIZES:
        samples, bursts = Samples(), "burst" in _GOALS[title]
        _measure_size(samples, settings_text(size), effort, effort.rounds(rounds, 3 * rounds), bursts=bursts)
        for measure, name in _NAMES.items():
            if samples.median("hookwright", measure) is not None:
                goals = {VSCODE: _GOALS[title].get(measure), PLAIN: None}
                yield from against(samples, f"{title}: {name}", measure, goals)


def _measure_size(samples: Samples, text: str, effort: Effort, rounds: int, *, bursts: bool) -> None:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        project = Path(folder)
        write_scripts(project)
        sessions: dict[str, _Session] = {}
        for name, server in editors(effort).items():
            client = Client(server, project)
            stack.callback(client.close)
            client.initialize()
            document = client.open(project / ".claude" / "settings.json", text)
            client.change(document)
            sessions[name] = client, document
        _measure_sessions(samples, sessions, text, rounds, bursts=bursts)


def _measure_sessions(samples: Samples, sessions: dict[str, _Session], text: str, rounds: int, *, bursts: bool) -> None:
    def all_of(make: Callable[[Client, Document], Subject]) -> dict[str, Subject]:
        return {name: make(*session) for name, session in sessions.items()}

    interleave(samples, rounds, all_of(_typing), warm_up=rounds // 2)
    interleave(samples, rounds, all_of(_structuring))
    for slot in completion_slots(text):
        for client, document in sessions.values():
            client.change(document, document.replace(text), document.edit(slot.start, slot.end, slot.text))
        interleave(samples, max(1, rounds // 3), all_of(partial(_completing, slot)), warm_up=0)
    for client, document in sessions.values():
        client.change(document, document.replace(text))
    for place in hover_places(text):
        interleave(samples, rounds, all_of(partial(_hovering, place)))
    if bursts:
        interleave(samples, max(1, rounds // 4), all_of(_bursting))


def _typing(client: Client, document: Document) -> Subject:
    places = count(typing_place(document.text))

    def run() -> dict[str, float]:
        place = next(places)
        return {"keystroke": client.change(document, document.edit(place, place, "x"))}

    return run


def _structuring(client: Client, document: Document) -> Subject:
    place = structure_place(document.text)

    def run() -> dict[str, float]:
        seconds = client.change(document, document.edit(place, place, "{"))
        client.change(document, document.edit(place, place + 1, ""))
        return {"structure": seconds}

    return run


def _completing(slot: Slot, client: Client, document: Document) -> Subject:
    at = slot.start + slot.cursor

    def run() -> dict[str, float]:
        change = document.edit(at, at, "a")
        seconds = client.ask("textDocument/completion", document.at(at + 1), change)
        client.change(document, document.edit(at, at + 1, ""))
        return {"completion": seconds}

    return run


def _hovering(place: int, client: Client, document: Document) -> Subject:
    return lambda: {"hover": client.ask("textDocument/hover", document.at(place))}


def _bursting(client: Client, document: Document) -> Subject:
    text = document.text
    start = typing_place(text)

    def run() -> dict[str, float]:
        changes = [document.edit(it, it, "x") for it in range(start, start + _BURST)]
        seconds = client.ask("textDocument/completion", document.at(start + _BURST), *changes)
        client.change(document, document.replace(text))
        return {"burst": seconds}

    return run
