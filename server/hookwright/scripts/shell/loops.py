"""How loops go on."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.scripts.effects import Bounds, Loop
from hookwright.scripts.shell.assigned import assigned_by
from hookwright.scripts.shell.frames import Frame
from hookwright.scripts.shell.launching import forget_arguments
from hookwright.scripts.shell.lists import Tree, condition_of, outcome_of_tree
from hookwright.scripts.shell.questions import ask
from hookwright.scripts.shell.state import merged, one_of, unknown
from hookwright.scripts.shell.units import drafts_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import words_of
from hookwright.scripts.values import Literal, OneOf, Value
from hookwright.shell.scopes import Draft
from hookwright.shell.structure import Repeat, Simple

_MOST_ITEMS = 80
"""Where a program is missing, more texts are told apart: that nothing is found by any of them matters then."""


def do_loop(walk: Walk, node: Repeat) -> None:
    names = walk.assigned_in.get(node)
    if names is None:
        names = walk.assigned_in[node] = frozenset(assigned_by(drafts_of(node)))
    about: tuple[Value, ...] = ()
    if node.head is not None:
        about = tuple(words_of(walk, node.head.words[3:]))
        walk.risk(walk.risks_of_words())
    for name in names:
        if name in walk.state.variables:
            known = walk.state.variables[name]
            walk.state.variables[name] = one_of((known, unknown([known])))
    if node.head is not None and node.head.words[0].text == "select":
        spot = walk.unit.spot(node.head.words[0].start, node.head.words[-1].end)
        ask(walk, "select", spot, prompts=True)
        walk.take_input(spot, one_line=True)
    if node.head is not None and len(node.head.words) > 1:
        if walk.lacks and _is_over_nothing(node.head, about):
            # Nothing is left of what a missing program would have printed.
            walk.state.status = Literal(0)
            return
        texts, most = [it for it in about if isinstance(it, Literal)], _MOST_ITEMS if walk.lacks else 6
        walk.state.variables[node.head.words[1].text] = (
            OneOf(tuple(dict.fromkeys(texts))) if 1 < len(texts) == len(about) <= most else unknown(about)
        )
    if walk.source.launch is not None and any(it.words and it.words[0].text == "shift" for it in drafts_of(node)):
        forget_arguments(walk)
    before, frame = walk.state, Frame(Bounds.LOOP)
    walk.state = before.copy()
    walk.frames.append(frame)
    try:
        done = walk.inside(lambda: _round(walk, node))
    finally:
        walk.frames.pop()
    walk.state = merged((before, walk.state, *frame.ends))
    walk.state.status = Literal(0)
    if done:
        walk.emit(Loop(done, walk.unit.spot_of(node)))


def _round(walk: Walk, node: Repeat) -> None:
    if not node.condition:
        walk.block(node.body)
        return
    asked = condition_of(walk, node.condition)
    with walk.guard():
        outcome = outcome_of_tree(walk, asked)
    walk.risk(outcome.risks)
    if walk.state.alive and not (walk.lacks and outcome.status and _reads_lines(asked)):
        walk.block(node.body)


def _reads_lines(asked: Tree) -> bool:
    """Whether a loop goes on as long as there is a line to read."""
    return isinstance(asked, Simple) and any(it.text == "read" for it in asked.draft.words[:1])


def _is_over_nothing(head: Draft, about: Sequence[Value]) -> bool:
    """Whether a loop goes over words of which nothing is left."""
    unquoted = [it.text for it in head.words[3:] if '"' not in it.text]
    return len(unquoted) == len(about) > 0 and all(it == Literal("") for it in about)
