r"""A guard lets everything through when something goes wrong in it.

## What it does

Checks scripts that can refuse, on events that can be refused, and reports what makes them let a call through without
judging it:

- a helper such as `jq` that may be missing, unless the script looks for it or for an alternative first
- a handler around the decision that goes on or exits without a refusal: `try: … except: pass`, `catch {}`
- a payload that cannot be read, after which the script exits without a refusal (a hint)
- an exit with 0 if a helper is missing that the script looks for (a hint)
- an exit with a code that neither refuses nor means success, such as `exit 1` (a hint)

It applies to every agent in which such an exit does not refuse. If a comment says that this is intended ("fail open"),
the finding is a hint.

After the failure, the rule follows the branches for empty values, such as that of `-z`. It reports nothing if a
condition may be negated.
Does not report scripts that cannot refuse or that make the agent ask the user, and programs of POSIX or Git that may be
missing.

## Why

The guard fails open: the agent goes on as if the hook had allowed it, and only a log says that the guard did not work.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/check.py"}]
      }
    ]
  }
}
```

In `.claude/hooks/check.py`, on `PreToolUse` of Claude Code:

```python
import json
import sys

try:
    data = json.load(sys.stdin)
    if "rm -rf" in data["tool_input"]["command"]:
        print("Blocked: rm -rf", file=sys.stderr)
        sys.exit(2)
except Exception:
    pass
```

Block if the guard itself fails:

```python
import json
import sys

try:
    data = json.load(sys.stdin)
    if "rm -rf" in data["tool_input"]["command"]:
        print("Blocked: rm -rf", file=sys.stderr)
        sys.exit(2)
except Exception as error:
    print(f"The guard failed: {error}", file=sys.stderr)
    sys.exit(2)
```

## Fix

Changes the code of an exit in a handler to one that blocks. In a shell script, adds a line that looks for the helper,
and blocks if it is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.contract.changes import asked_for, word
from hookwright.analysis.contract.failing import behind_handler, behind_missing, chosen_programs
from hookwright.analysis.contract.handlers import is_meant, sets_something
from hookwright.analysis.contract.helpers import RUN_BY, how_to_ask, starts_of_helpers, ways_out
from hookwright.analysis.contract.objects import objects_in
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import is_guard, lets_pass, refuses_by_object, refusing_prints
from hookwright.analysis.contract.uses import by_arguments, faults, uses_with
from hookwright.analysis.rule import Fact, Finding, Fix, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.scripts.effects import (
    Block,
    Cause,
    Effect,
    Exit,
    Failure,
    Handler,
    Loop,
    Print,
    ReadInput,
    Risk,
    Run,
    SetExitCode,
    Try,
    effects,
    inside,
)
from hookwright.scripts.endings import Ending
from hookwright.scripts.values import Spot

_GOES_ON = "the guard fails open: on {}, the agent goes on as if the hook had allowed it"


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    if any(is_guard(subject, it) for it in subject.uses):
        yield from _missing_helpers(subject)
        yield from _unasked_for(subject)
        yield from _handlers(subject)
        yield from _unread_payload(subject)
        yield from _other_codes(subject)


def _missing_helpers(subject: ScriptSubject) -> Iterator[Finding]:
    """The programs that the decision needs, each where it is started first."""
    started = [*starts_of_helpers(subject.script, partial(_is_judged, subject))]
    if not started:
        return
    body = subject.script.effects
    asked = {it.program for it in body if isinstance(it, Run) and it.asks} | {*chosen_programs(subject.script.body)}
    asked |= RUN_BY.get(subject.script.language, frozenset())
    risks = dict[str, Risk]()
    for it in started:
        if it.program not in asked:
            risks.setdefault(it.program, it)
    for program, risk in risks.items():
        uses = uses_with(subject, partial(lets_pass, subject, behind_missing(subject, program)))
        if uses:
            message = f"without `{program}`, {_GOES_ON.format(subject.named(uses))}"
            advice = how_to_ask(subject.script.language, program)
            block = next((it.blocking_code for it in uses if it.blocking_code is not None), None)
            fixes = asked_for(subject, program, block) if block is not None else ()
            severity = Severity.HINT if is_meant(subject, risk.spot) else None
            yield finding_at(_program(subject, risk), f"{message}; {advice}", fixes, severity, uses=uses)


def _unasked_for(subject: ScriptSubject) -> Iterator[Finding]:
    """The ends with 0 where a helper is missing that the script looks for."""
    for program, block, way_out in ways_out(subject.script.body):
        ends = tuple(it for it in subject.endings.all if it.code == 0 and it.spot == way_out.spot)
        uses = uses_with(subject, partial(_lets_all_through, subject, block, ends))
        if uses:
            message = f"without `{program}`, {_GOES_ON.format(subject.named(uses))}"
            code = next((it.blocking_code for it in uses if it.blocking_code is not None), None)
            fixes = word(subject, [way_out.spot], "0", str(code), safe=False) if code is not None else ()
            advice = f"; use `exit {code}` here" if code is not None else ""
            yield finding_at(way_out.spot, f"{message}{advice}", fixes, Severity.HINT, uses=uses)


def _lets_all_through(subject: ScriptSubject, block: Block, found: tuple[Ending, ...], use: ScriptUse) -> bool:
    """Whether nothing in the block refuses: what does so looks at the payload in another way."""
    return lets_pass(subject, found, use) and not _decides(subject, block, use)


def _program(subject: ScriptSubject, risk: Risk) -> Spot:
    """The name of the program, where a command begins with it."""
    spot = risk.spot
    named = not spot.file and subject.text.startswith(risk.program, spot.start)
    return Spot(spot.start, spot.start + len(risk.program)) if named else spot


def _handlers(subject: ScriptSubject) -> Iterator[Finding]:
    """The handlers behind which nothing refuses, and what they are around."""
    told = set[Spot]()
    for around in (it for it in subject.script.effects if isinstance(it, Try)):
        reads = any(isinstance(it, ReadInput) or _is_about_input(it) for it in effects(around.body))
        if not reads and not any(_decides(subject, around.body, it) for it in subject.uses):
            continue
        for handler in (it for it in around.handlers if it.spot not in told):
            told.add(handler.spot)
            found = () if sets_something(subject, handler) else behind_handler(subject, around, handler)
            uses = uses_with(subject, partial(lets_pass, subject, found))
            if uses and _decides(subject, around.body, uses[0]) and _catches_failures(handler):
                severity = Severity.WARNING if _is_all(subject, around, uses[0]) else Severity.HINT
                yield _lets_through(subject, handler, uses, "if something in here fails", severity)
            elif uses and reads:
                yield _lets_through(subject, handler, uses, "if the payload cannot be read", Severity.HINT)


def _is_judged(subject: ScriptSubject, around: Try, handler: Handler) -> bool:
    """Whether what a handler does is found at the handler, or decided by what it sets."""
    decides = any(_decides(subject, around.body, it) for it in subject.uses)
    return sets_something(subject, handler) or (_catches_failures(handler) and decides)


def _is_all(subject: ScriptSubject, around: Try, use: ScriptUse) -> bool:
    """Whether all that refuses is in the `try`, and not only for one of several things that the script looks at."""
    body = subject.script.effects
    # What a function does is the same at each of its calls.
    own = {id(it) for it in effects(around.body)}
    others = tuple(it for it in body if not inside(it) and id(it) not in own)
    in_loop = any(isinstance(it, Loop) and any(one is around for one in effects(it.body)) for it in body)
    return not in_loop and not _decides(subject, others, use)


def _is_about_input(effect: Effect) -> bool:
    """Whether it is a step that fails where the payload cannot be read, such as one that parses it."""
    return isinstance(effect, Risk) and effect.failure is Failure.INPUT


def _catches_failures(handler: Handler) -> bool:
    return handler.catches is None or not handler.catches <= {Failure.INPUT, Failure.PROGRAM}


def _decides(subject: ScriptSubject, block: Block, use: ScriptUse) -> bool:
    """Whether something in the block refuses."""
    for it in effects(block):
        if isinstance(it, Exit | SetExitCode) and it.code and use.blocks(it.code):
            return True
        if isinstance(it, Print) and any(refuses_by_object(use, one) for one in objects_in(subject.text, it)):
            return True
    return False


def _lets_through(
    subject: ScriptSubject, handler: Handler, uses: tuple[ScriptUse, ...], what: str, severity: Severity
) -> Finding:
    """That a handler lets everything through, and the code that it should end with."""
    exits = [it for it in handler.body if isinstance(it, Exit)]
    blocking = next((it.blocking_code for it in uses if it.blocking_code is not None), None)
    how = f"{what}, the script exits without a refusal"
    message = f"{how}, so {_GOES_ON.format(subject.named(uses))}"
    fixes: tuple[Fix, ...] = ()
    if blocking is not None:
        message = f"{message}; use `exit {blocking}` here"
        if len(exits) == 1 and exits[0].code is not None:
            fixes = word(subject, [exits[0].spot], str(exits[0].code), str(blocking), safe=False)
    if is_meant(subject, handler.spot):
        severity = Severity.HINT
    return finding_at(handler.spot, message, fixes, severity, uses=uses)


def _unread_payload(subject: ScriptSubject) -> Iterator[Finding]:
    """That a payload that cannot be read ends the script with a failure, which nothing catches."""
    tried = [it for it in subject.script.effects if isinstance(it, Try) and it.final]
    settled = [it for around in tried for it in effects(around.body)]
    for it in subject.endings.all:
        risk = it.state.failed[-1] if it.state.failed else None
        if it.cause is not Cause.UNCAUGHT or risk is None or risk.failure is not Failure.INPUT or risk in settled:
            continue
        for block, uses in faults(subject, partial(_block_instead, subject, it)):
            goes_on = _GOES_ON.format(subject.named(uses))
            message = f"if the payload cannot be read, the script exits with {it.code}, so {goes_on}"
            advice = f"catch the failure, and use `exit {block}`"
            yield finding_at(risk.spot, f"{message}; {advice}", severity=Severity.HINT, uses=uses)
            return


def _other_codes(subject: ScriptSubject) -> Iterator[Finding]:
    """The exits of a guard with a code that neither blocks nor means that all is well."""
    handlers = (one for it in subject.script.effects if isinstance(it, Try) for one in it.handlers)
    # What a handler does is reported where it begins.
    elsewhere = (*by_arguments(subject.script), *(it for handler in handlers for it in effects(handler.body)))
    told = {it.spot for it in elsewhere if isinstance(it, Exit)}
    for it in subject.endings.all:
        if it.cause is not Cause.EXIT or not it.code or it.spot is None or it.spot in told:
            continue
        # `exit-code-cannot-block` is about what is refused in words.
        if refusing_prints(subject, it.state.said):
            continue
        told.add(it.spot)
        for block, uses in faults(subject, partial(_block_instead, subject, it)):
            goes_on = _GOES_ON.format(subject.named(uses))
            fixes = word(subject, [it.spot], str(it.code), str(block), safe=False)
            message = f"`exit {it.code}` does not refuse, so {goes_on}; use `exit {block}`"
            yield finding_at(it.spot, message, fixes, Severity.HINT, uses=uses)
            break


def _block_instead(subject: ScriptSubject, ending: Ending, use: ScriptUse) -> int | None:
    return use.blocking_code if lets_pass(subject, (ending,), use) else None


RULE = Rule(
    "HW522",
    "guard-fails-open",
    Severity.WARNING,
    __doc__,
    check_script=_check_script,
    has_fix=True,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
