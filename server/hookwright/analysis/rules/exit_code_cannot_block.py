"""A command tries to refuse, but its exit code does not block.

## What it does

Reports an `exit` after a message that says that something is blocked, denied or not allowed, if another exit code
blocks the event, but not this one. It applies to every agent in which an exit code refuses.
In the scripts that commands run, follows every way to an end: `exit 1`, `sys.exit("…")`, an exception that nothing
catches, `process.exit(1)`, `process.exitCode = 1`, a `return 2` of `main()` that nobody uses, and a command that fails
under `set -e`. The message has to be right before the exit, with no decision between.

Also reports an exit that would block if the command of the hook did not discard the code, as `guard.sh || true` does.
An exit with 1 after another text on stderr is information, if it depends on the input of the tool and the script never
blocks. Reports an exit with 0 only if the script cannot block in any other way.

## Why

At most, the agent shows the message. The tool call that the hook wants to refuse still happens.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "grep -q 'rm -rf' && { echo 'Blocked: rm -rf' >&2; exit 1; }; exit 0"}
        ]
      }
    ]
  }
}
```

In Claude Code, exit code 2 blocks:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "grep -q 'rm -rf' && { echo 'Blocked: rm -rf' >&2; exit 2; }; exit 0"}
        ]
      }
    ]
  }
}
```

## Fix

Writes the code that blocks, and `sys.exit(main())` for `main()`.
There is no fix if the script also ends there when it has nothing to refuse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from hookwright.analysis.commands.refusals import exits, printed_objects, refusing_words
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.changes import exits_with_result, once, said_on_stderr, word
from hookwright.analysis.contract.objects import text_of, texts_of
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import can_refuse, refuses, refusing_prints
from hookwright.analysis.contract.uses import faults, is_read, uses_with
from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.analysis.script_places import in_script
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Branch, Cause, Exit, Print, Stream, Try, effects
from hookwright.scripts.endings import Ending
from hookwright.scripts.values import Payload, Spot, payload_paths

_WARNS = late_pattern(
    r"\b(?:warn\w*|note|hint|todo|fail\w*|error|could not|cannot|unable|missing|invalid|required|usage|not found)\b",
    re.IGNORECASE,
)
_BEGINS = late_pattern(
    r"\W*(?:blocked|denied|refus(?:ed|ing)|rejected|forbidden|not (?:allowed|permitted)|access denied)\b"
    r"(?!\W*(?:\d|none\b))",
    re.IGNORECASE,
)

_OUTSIDE = ", outside of `( )`, `$( )` and pipelines, which an `exit` does not leave"


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        code = _blocking_code(command) if "exit" in command.text else None
        if code is None or any(any(refusing_words(command.row, it.value)) for it in printed_objects(command.text)):
            continue
        for it in exits(command.text):
            reaction = command.reaction(it.code)
            if it.code and it.refuses and not (reaction.refuses or reaction.must_continue):
                message = f"`exit {it.code}` does not block `{command.row.name}`; `exit {code}` does"
                fix = command.change(it.end - len(str(it.code)), it.end, str(code), safe=False)
                yield Finding(command.place(it.start, it.end), message, (fix,))


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    """The ends behind a refusal that do not block, each once."""
    yield from _discarded(subject)
    told = set[Spot]()
    for ending in subject.endings.all:
        code = ending.code
        refusing = refusing_prints(subject, ending.state.said)
        # Python and JavaScript end behind their last line, where nothing stands; `refusal-caught` is about exits there.
        spot = ending.spot or (refusing[-1].spot if refusing and not _catches_exits(subject) else None)
        if code is None or spot is None or spot in told:
            continue
        if not refusing and not _may_refuse(subject, ending):
            continue
        if code == 0 and not _is_only_said(subject, ending):
            continue
        for block, uses in faults(subject, partial(_code_instead, subject, ending)):
            told.add(spot)
            wrong = _ends(subject, ending)
            message = f"{wrong} does not block {subject.named(uses)}: the agent goes on; use `exit {block}`"
            is_unsure = ending.state.failed or (code == 0 and any(can_refuse(subject, use) for use in uses))
            severity = Severity.WARNING if is_unsure else None if refusing else Severity.INFORMATION
            fixes = _fixes(subject, ending, block)
            finding = finding_at(spot, message, fixes, severity, uses=uses)
            goes_on = code == 0 and ending.spot is not None and _also_ends_harmlessly(subject, ending)
            yield _goes_on(subject, finding, refusing, block) if goes_on else finding
            break


def _catches_exits(subject: ScriptSubject) -> bool:
    return any(isinstance(it, Try) and any(one.exits for one in it.handlers) for it in subject.script.effects)


def _fixes(subject: ScriptSubject, ending: Ending, block: int) -> tuple[Fix, ...]:
    if ending.spot is None:
        return exits_with_result(subject, block)
    changed = word(subject, [ending.spot], str(ending.code), str(block), safe=False)
    return changed or said_on_stderr(subject, ending.spot, block)


def _goes_on(subject: ScriptSubject, finding: Finding, refusing: tuple[Print, ...], block: int) -> Finding:
    """The finding where a refusal does not end the script: with another code at its end, it would refuse all calls."""
    wrong = "after its refusal, the script goes on and ends here with 0, which does not block"
    advice = f"end the script with `exit {block}` right after the message{_OUTSIDE}"
    message = f"{wrong} {subject.named(finding.uses)}; {advice}"
    related = tuple((in_script(it.spot), "the refusal") for it in refusing[-1:] if not it.spot.file)
    return replace(finding, message=message, fixes=(), related=related)


def _also_ends_harmlessly(subject: ScriptSubject, ending: Ending) -> bool:
    """Whether the script also ends at that place where it has refused nothing, and nothing has failed."""
    others = (it for it in subject.endings.all if it.spot == ending.spot and not it.state.failed)
    return any(not refusing_prints(subject, it.prints) for it in others)


def _may_refuse(subject: ScriptSubject, ending: Ending) -> bool:
    """Whether the script ends with 1 after a text on stderr, by what the tool is given, and never blocks otherwise.

    That may be meant to refuse, unless the text says that it is a warning, or that something has failed.
    """
    if ending.code != 1 or ending.cause is not Cause.EXIT or ending.state.failed:
        return False
    said = [text_of(it.value) for it in ending.state.said if it.stream is Stream.STDERR]
    if not said or any(_WARNS.search(it) for it in said) or any(can_refuse(subject, use) for use in subject.uses):
        return False
    # What asks only whether a part of the payload is there looks for a mistake in it.
    branches = (it for it in subject.script.effects if isinstance(it, Branch) and not _asks_only(it))
    about = (it for it in branches if any(len(path) > 1 for value in it.about for path in payload_paths(value)))
    return any(isinstance(one, Exit) and one.spot == ending.spot for it in about for one in effects((it,)))


def _asks_only(branch: Branch) -> bool:
    return bool(branch.empty) and all(isinstance(it, Payload) for it in branch.about)


def _ends(subject: ScriptSubject, ending: Ending) -> str:
    """How the script ends, as the beginning of a sentence."""
    spot = ending.spot
    if spot is None:
        return f"after this, the script ends with {ending.code}, which"
    if ending.cause is Cause.UNCAUGHT:
        return f"a failure exits with {ending.code}, which"
    written = spot.file or once(subject, spot, str(ending.code)) is not None
    return f"`exit {ending.code}`" if written else f"this exits with {ending.code}, which"


def _discarded(subject: ScriptSubject) -> Iterator[Finding]:
    """The ends that would block, where the command of the hook always ends with 0."""
    if all(it.passes_code for it in subject.uses):
        return
    told = set[Spot]()
    for ending in subject.endings.all:
        code, spot = ending.code, ending.spot
        if not code or spot is None or spot in told or not refusing_prints(subject, ending.state.said):
            continue
        uses = uses_with(subject, partial(_is_discarded, subject, ending))
        if uses:
            told.add(spot)
            message = f"the hook's command always exits with 0, so `exit {code}` does not block"
            advice = f"{message} {subject.named(uses)}; remove what follows the script in the command"
            yield finding_at(spot, advice, uses=uses)


def _is_discarded(subject: ScriptSubject, ending: Ending, use: ScriptUse) -> bool:
    if use.passes_code or not is_read(use) or ending.code is None or refuses(subject, use, ending):
        return False
    return replace(use, passes_code=True).blocks(ending.code)


def _code_instead(subject: ScriptSubject, ending: Ending, use: ScriptUse) -> int | None:
    """The code that would block the hook's event, where this end does not."""
    if not is_read(use) or use.blocking_code is None or refuses(subject, use, ending):
        return None
    return use.blocking_code


def _is_only_said(subject: ScriptSubject, ending: Ending) -> bool:
    """Whether the script begins the text on stderr with a refusal, and by no end behind that text blocks."""
    script = subject.script
    if not script.whole or not subject.endings.complete:
        return False
    said = [it for it in ending.state.said if it.stream is Stream.STDERR and _begins_with_refusal(it)]
    behind = [it for it in subject.endings.all if any(one is text for one in it.prints for text in said)]
    return bool(said) and not any(refuses(subject, use, it) for use in subject.uses for it in behind)


def _begins_with_refusal(printed: Print) -> bool:
    return all(map(_BEGINS.match, texts_of(printed.value)))


def _blocking_code(command: HookCommand) -> int | None:
    """The lowest code that is known to block the event, None if none does."""
    for code in sorted(command.row.exits.codes):
        reaction = command.reaction(code)
        if reaction.refuses or reaction.must_continue:
            return code
    return None


RULE = Rule(
    "HW511",
    "exit-code-cannot-block",
    Severity.ERROR,
    __doc__,
    _check,
    check_script=_check_script,
    has_fix=True,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
