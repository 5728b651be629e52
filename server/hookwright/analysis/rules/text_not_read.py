r"""A script prints text on an event where nobody reads text.

## What it does

Reports texts that a script prints to stdout, if the event makes nothing of the stdout of a hook that ends so, and the
whole run prints no object. It applies to every agent with such events, such as `PostToolUse` in Claude Code.
It is a warning if the words are for a reader, such as "please" or "you must", and a hint otherwise.
Words for a reader on stderr are a hint, if the script ends with 0 and prints nothing to stdout.
An object with keys of the event's output that goes to stderr is a warning, if only stdout is read.

Follows every path through the script. Reports nothing if the first output of a run is not known, because it may be an
object.
Does not report hooks in the background, objects, other texts on stderr, usage messages, and output for another agent or
for an option that the command does not pass. The reason for a refusal has its own rule,
[reason-on-stdout](reason-on-stdout.md).

## Why

Neither the model nor the user sees the text: at most, it stands in a log.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit",
        "hooks": [{"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/remind.py"}]
      }
    ]
  }
}
```

In `.claude/hooks/remind.py`, on `PostToolUse` of Claude Code:

```python
print("Remember to update the changelog")
```

Print an object with the key that the event has for the model:

```python
import json

context = {"hookEventName": "PostToolUse", "additionalContext": "Remember to update the changelog"}
print(json.dumps({"hookSpecificOutput": context}))
```

## Fix

None: the message says where text for the model or the user belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from enum import Enum, auto
from functools import partial
from re import Pattern

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.contract.objects import KnownObject, objects_in, texts_of
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.reached import unsure_prints
from hookwright.analysis.contract.uses import faults, is_read, uses_with
from hookwright.analysis.rule import Fact, Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.outcome import Result
from hookwright.model.reaction import Severity, Words
from hookwright.patterns import late_pattern
from hookwright.policies.output_advice import advice_on
from hookwright.policies.reading import read_result
from hookwright.scripts.asking import AskUser
from hookwright.scripts.effects import Print, Stream
from hookwright.scripts.endings import Ending
from hookwright.shell.static_output import UNKNOWN

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_USAGE = late_pattern(r"\A\s*usage\b", re.IGNORECASE)
_WORDS = "a text of the hook"
_TO_A_READER = (
    r"\b(?:please|remember|reminder|you (?:need|can)|must|should|do not|don't|never|always|important|mandatory|"
    r"consider|make sure|suggest(?:ion)?s?|recommend\w*)\b|请|必须|建议"
)
_FOR_A_READER = late_pattern(rf"{_TO_A_READER}|\bwarning\b|^\W*(?:use|note|run)\b", re.IGNORECASE | re.MULTILINE)
# A word in brackets, such as `[lint]`, begins no array.
_JSON = late_pattern(r"\{|\[\s*(?:[\[{\"\d\]-]|$)")
# A log goes to stderr as well, and has warnings of its own.
_NO_LOG = late_pattern(_TO_A_READER, re.IGNORECASE)


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    yield from _objects_on_stderr(subject)
    yield from _texts_for_nobody(subject)


def _objects_on_stderr(subject: ScriptSubject) -> Iterator[Finding]:
    """The objects for the agent that go to stderr at an end behind which only stdout is read."""
    told, asked = set[int](), set[tuple[int, int | None]]()
    for ending in subject.endings.all:
        for it in ending.state.said:
            if it.stream is not Stream.STDERR or id(it) in told or (id(it), ending.code) in asked:
                continue
            if any(map(_is_stdout, ending.prints)):
                continue
            asked.add((id(it), ending.code))
            object_read = partial(_is_lost, objects_in(subject.text, replace(it, stream=Stream.STDOUT)), ending.code)
            uses = uses_with(subject, object_read)
            if uses:
                told.add(id(it))
                message = f"on {subject.named(uses)}, nobody reads an object on stderr; print it to stdout"
                yield finding_at(it.spot, message, uses=uses)


def _is_stdout(printed: Print) -> bool:
    return printed.stream is Stream.STDOUT


def _is_lost(objects: tuple[KnownObject, ...], code: int | None, use: ScriptUse) -> bool:
    """Whether an object has keys that the event reads, and the agent looks for it on stdout alone."""
    known = {it.path[0] for it in use.row.outputs}
    if code is None or use.blocks(code) or not is_read(use) or not use.reaction(code).reads_output:
        return False
    return use.dialect.printing.sources == (Words.STDOUT,) and any(known & {*it.value} for it in objects)


def _texts_for_nobody(subject: ScriptSubject) -> Iterator[Finding]:
    """The first such text of each severity; one script has many of a kind."""
    told, printed = set[Severity](), _printed(subject)
    # Many ends are behind the same text.
    asked = dict[int | None, set[int]]()
    left_out = _beside_objects(subject, printed) | _questions(subject)
    for ending in subject.endings.all:
        known = asked.setdefault(ending.code, {*left_out})
        for text in _texts(ending, printed, known):
            known.add(id(text))
            is_asking = text.stream is Stream.STDOUT and _says(text, _FOR_A_READER)
            severity = Severity.WARNING if is_asking else Severity.HINT
            if severity in told:
                continue
            for advice, uses in faults(subject, partial(_advice_on, subject, text, ending.code)):
                told.add(severity)
                message = f"nobody reads {_NAMES[text.stream]} on {subject.named(uses)}{advice}"
                yield finding_at(text.spot, message, severity=severity, uses=uses)
                break
        if len(told) == len(_SEVERITIES):
            return


_SEVERITIES = (Severity.WARNING, Severity.HINT)
_NAMES = {Stream.STDOUT: "text", Stream.STDERR: "stderr where the hook ends with 0"}


class _Begins(Enum):
    """What something that is printed begins with."""

    NOTHING = auto()
    TEXT = auto()
    OBJECT = auto()
    ANYTHING = auto()


class _Printed(Struct, frozen=True):
    """What goes to stdout, by its identity: what it `begins` with, if anything, and which of it is text or an object.

    If a run prints anything that is `silencing`, an object or how to use the script, its texts do not count.
    """

    begins: Mapping[int, _Begins]
    texts: frozenset[int]
    objects: frozenset[int]
    silencing: frozenset[int]


def _printed(subject: ScriptSubject) -> _Printed:
    every = [it for it in subject.script.effects if isinstance(it, Print)]
    found = {id(it): _begins(subject.text, it) for it in every if it.stream is Stream.STDOUT}
    begins = {key: it for key, it in found.items() if it is not _Begins.NOTHING}
    texts, objects = (frozenset(key for key, it in begins.items() if it is kind) for kind in _ASKED)
    usage = (id(it) for it in every if id(it) not in objects and _says(it, _USAGE))
    return _Printed(begins, texts, objects, objects.union(usage))


_ASKED = (_Begins.TEXT, _Begins.OBJECT)


def _begins(text: str, printed: Print) -> _Begins:
    if objects_in(text, printed):
        return _Begins.OBJECT
    said = [it.lstrip() for it in texts_of(printed.value)]
    if any(map(_JSON.match, said)):
        return _Begins.OBJECT
    if any(it.startswith((UNKNOWN, f"[{UNKNOWN}")) for it in said):
        return _Begins.ANYTHING
    return _Begins.TEXT if any(said) else _Begins.NOTHING


def _texts(ending: Ending, known: _Printed, left_out: set[int]) -> Iterable[Print]:
    """What the run prints as text, without what is left out.

    That is nothing where it prints an object, too, or something first that only a run can tell.  Where it prints
    nothing to stdout and nothing fails, it is what it says to a reader on stderr.  How to use the script is for people.
    """
    # A script with many ends prints much before each of them.
    printed = [*map(id, ending.prints)]
    if known.silencing and not known.silencing.isdisjoint(printed):
        return ()
    first = next(filter(known.begins.__contains__, printed), None)
    if first is None:
        said = ending.state.said if ending.code == 0 and not ending.state.failed else ()
        return (it for it in said if it.stream is Stream.STDERR and id(it) not in left_out and _says(it, _NO_LOG))
    found = known.texts.intersection(printed) - left_out if first in known.texts else ()
    return (it for it in ending.prints if id(it) in found and id(it) not in left_out) if found else ()


def _beside_objects(subject: ScriptSubject, printed: _Printed) -> frozenset[int]:
    """What a run prints that prints an object, too, by its identity; `output-after-text` is about that."""
    if not printed.objects:
        return frozenset()
    runs = ([*map(id, it.prints)] for it in subject.endings.all)
    return frozenset[int]().union(*(it for it in runs if not printed.objects.isdisjoint(it)))


def _questions(subject: ScriptSubject) -> frozenset[int]:
    """The texts with which the script asks the user, by their identity; `waits-for-terminal` is about that."""
    asked = {it.spot for it in subject.script.effects if isinstance(it, AskUser)}
    if not asked:
        return frozenset()
    return frozenset(id(it) for it in subject.script.effects if isinstance(it, Print) and it.spot in asked)


def _says(printed: Print, words: Pattern[str]) -> bool:
    return any(words.search(it) for it in texts_of(printed.value))


def _advice_on(subject: ScriptSubject, text: Print, code: int | None, use: ScriptUse) -> str | None:
    """The same for a text that the hook is known to come to."""
    advice = _advice(text.stream, code, use)
    return None if advice is None or id(text) in unsure_prints(subject, use) else advice


def _advice(stream: Stream, code: int | None, use: ScriptUse) -> str | None:
    """Where text belongs, as the end of a sentence; None if the agent reads it, or may do so."""
    if code is None or not is_read(use) or use.blocks(code) or use.row.folder_in:
        return None
    stdout, stderr = (_WORDS, "") if stream is Stream.STDOUT else ("", _WORDS)
    result = Result(exit_code=code, stdout=stdout, stderr=stderr, started_at=_ANY_TIME, duration=0)
    reading = read_result(result, use.row, use.values, dialect=use.dialect)
    texts = (reading.context, reading.reason, reading.stop_reason, *(it.text for it in reading.messages))
    if reading.problems or reading.fault is not None or any(it and _WORDS in it for it in texts):
        return None
    advice = advice_on("text", _WORDS, use.row)
    if stream is Stream.STDERR and not advice:
        return None
    return f"; {advice}" if advice else ""


RULE = Rule(
    "HW423",
    "text-not-read",
    Severity.WARNING,
    __doc__,
    check_script=_check_script,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
