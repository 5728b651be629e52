"""The same hook is in another file that also applies.

## What it does

Reports a hook that has the same type, command and other keys as a hook under the same event and matcher in another file
that applies to the project: that of the user, of the project, the local one, or that of a plugin. It applies to every
agent.
Matchers are compared by what they match. Time-outs do not count.
Does not report hooks in the front matter of two agents, because only one of the two runs at a time, and front matter
that is not valid YAML.

## Why

The agent runs the hooks of all files, so the hook runs once for each file that has it.
Claude Code, Gemini CLI, Qwen Code, Factory droid and Crush run equal hooks only once. As soon as you change one of the
copies, both run. Copies in a skill or a plugin run beside the others even then.

## Example

With this hook in `.claude/settings.json`:

```json
{
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

In `.claude/settings.local.json`, on `Stop` of Claude Code:

```json
{
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Keep the hook in one file, and remove it from the other:

```json
{
  "hooks": {}
}
```

## Fix

None: keep the hook in the file of the people who need it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Place, Rule, Subject
from hookwright.analysis.structure.same_hooks import identity, place_of_body, standing_in
from hookwright.config.view import HookFile
from hookwright.model.hook import OwnerKind
from hookwright.model.reaction import Severity

_TIMES = {2: "twice"}


def _check(subject: Subject) -> Iterator[Finding]:
    others = [it for it in (*subject.earlier, *subject.later) if _may_run_together(subject.file, it)]
    for (event, body), hooks in standing_in(subject.file).items() if others else ():
        alike = [(other, it) for other in others for it in standing_in(other).get((event, body), ())]
        for standing in hooks if alike else ():
            mine, found = identity(subject.file, standing), dict[HookFile, Place]()
            for other, it in alike:
                if identity(other, it) == mine:
                    found.setdefault(other, place_of_body(it[1], other))
            if found:
                yield _finding(subject, place_of_body(standing[1]), found)


def _may_run_together(file: HookFile, other: HookFile) -> bool:
    """Whether hooks of both files may run on one event: not those of two agents, nor of broken front matter."""
    owners = [it.owner.kind if it.owner is not None else None for it in (file, other)]
    broken = any(it.fault is not None and it.owner is not None for it in (file, other))
    return owners != [OwnerKind.AGENT] * 2 and not broken


def _finding(subject: Subject, place: Place, found: dict[HookFile, Place]) -> Finding:
    where = " and ".join(f"`{subject.name_of(it)}`" for it in found)
    effect = _effect(subject.file, *found)
    related = tuple((it, "it is also here") for it in found.values())
    return Finding(place, f"the same hook is also in {where}, {effect}; keep one", related=related)


def _effect(*files: HookFile) -> str:
    """How often a hook runs that is in all of the files, as the end of a sentence."""
    same = files[0].dialect.duplicates
    count = len(files) if same is None else len({same.place(it.path, it.scope, it.owner) for it in files})
    if count == 1:
        return "and runs only once"
    skills = sum(it.owner is not None and it.owner.kind is OwnerKind.SKILL for it in files)
    while_used = f" while the skill{'s are' if skills > 1 else ' is'} in use" if skills else ""
    return f"so it runs {_TIMES.get(count, f'{count} times')}{while_used}"


RULE = Rule("HW701", "repeated-in-other-scope", Severity.HINT, __doc__, _check, stands_on=Fact.FILE)
