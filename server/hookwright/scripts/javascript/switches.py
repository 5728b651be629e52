"""Does `switch`: a decision for each case, whose body goes on into the next one's unless it breaks."""

from __future__ import annotations

from hookwright.scripts.effects import Bounds
from hookwright.scripts.javascript.conditions import about, present
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import truth
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.texts import operate
from hookwright.scripts.javascript.things import UNDEFINED, Scope, Thing


def switch(run: Interpreter, node: Node) -> None:
    """Does a `switch` statement."""
    subject, body = node.field("value"), node.field("body")
    if subject is None or body is None:
        return
    value = run.evaluate(subject)
    cases = [it for it in body.children if it.kind in ("switch_case", "switch_default")]
    around = run.scope
    run.scope = Scope({}, around, around.home)
    try:
        run.bounded(Bounds.LOOP, lambda: _from(run, value, cases, 0), is_switch=True)
    finally:
        run.scope = around


def _from(run: Interpreter, value: Thing, cases: list[Node], index: int) -> Thing:
    """Decides between a case and those behind it; the default comes last."""
    labels = list[Node]()
    while index < len(cases) and cases[index].kind == "switch_case":
        label = cases[index].field("value")
        labels += [label] if label is not None else []
        if cases[index].fields("body") or index + 1 == len(cases) or cases[index + 1].kind == "switch_default":
            break
        index += 1
    if index >= len(cases) or cases[index].kind == "switch_default":
        later = next((at for at in range(index, len(cases)) if cases[at].kind == "switch_case"), None)
        if later is not None:
            return _from(run, value, [*cases[later:], *cases[index:later]], 0)
        return _bodies(run, cases, index)
    answers = [truth(operate(run, "===", value, run.evaluate(it))) for it in labels]
    if True in answers:
        return _bodies(run, cases, index)
    if answers and all(it is False for it in answers):
        return _from(run, value, cases, index + 1)
    then = run.way(lambda: _bodies(run, cases, index), present(value))
    otherwise = run.way(lambda: _from(run, value, cases, index + 1))
    return run.branch(about(run, value), cases[index].spot, then, otherwise, "otherwise")


def _bodies(run: Interpreter, cases: list[Node], index: int) -> Thing:
    """Does the bodies from a case on."""
    for case in cases[index:]:
        for it in case.fields("body"):
            run.execute(it)
    return UNDEFINED
