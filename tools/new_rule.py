"""`make rule NAME=… CODE=…`: writes the files of a new rule, as an example that works and is yours to change."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from hookwright.analysis.rules import RULES

ROOT = Path(__file__).parents[1]
RULES_FOLDER = ROOT / "server" / "hookwright" / "analysis" / "rules"
TUPLE = RULES_FOLDER / "__init__.py"
SPEC = ROOT / "tests" / "spec" / "rules"
PLANTED = ROOT / "tests" / "planted" / "claude-code.md"
# What the example finds; a test fails while a rule still looks for it.
PLACEHOLDER = "replace-me"

_RULE = '''"""{summary}

## What it does

Reports commands that are `{placeholder}`. It applies to every agent.

## Why

What the agent does with it, and what does not work because of it.

## Example

In `.claude/settings.json`, on `Stop` of Claude Code:

```json
{{
  "hooks": {{
    "Stop": [
      {{"hooks": [{{"type": "command", "command": "{placeholder}"}}]}}
    ]
  }}
}}
```

Say what to do:

```json
{{
  "hooks": {{
    "Stop": [
      {{"hooks": [{{"type": "command", "command": "make lint"}}]}}
    ]
  }}
}}
```

## Fix

None: say why nothing can be changed without the author, or describe the fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Place, Rule, Subject
from hookwright.analysis.structure.hook_keys import hook_keys
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for key in hook_keys(subject.file):
        if key.field.takes.not_blank and key.value.value == "{placeholder}":
            yield Finding(Place(key.route), "{message}")


RULE = Rule("{code}", "{name}", Severity.WARNING, __doc__, _check)
'''
_SUMMARY = "What is wrong, in one sentence."
_MESSAGE = f"`{PLACEHOLDER}` is what is wrong; say what to do"
_FILE = """`.claude/settings.json`:

```json
{{
  "hooks": {{
    "Stop": [{{"hooks": [{{"type": "command", "command": "{command}"}}]}}]
{mark}  }}
}}
```
"""


def main(name: str, code: str) -> int:
    """Writes the files, makes what is generated from them, and prints what is left to do."""
    problem = _problem(name, code)
    if problem is not None:
        print(f"new rule: {problem}", file=sys.stderr)
        return 2
    module = name.replace("-", "_")
    rule, spec = RULES_FOLDER / f"{module}.py", SPEC / f"{name}.md"
    given = {"name": name, "code": code, "summary": _SUMMARY, "message": _MESSAGE, "placeholder": PLACEHOLDER}
    rule.write_text(_RULE.format(**given), encoding="utf-8")
    TUPLE.write_text(registered(TUPLE.read_text(encoding="utf-8"), module, code), encoding="utf-8")
    spec.write_text(_spec(name), encoding="utf-8")
    with PLANTED.open("a", encoding="utf-8") as page:
        page.write(f"\n## Planted for {name}\n\n{_file(name, _MESSAGE)}")
    _generate()
    written = [str(it.relative_to(ROOT)) for it in (rule, TUPLE, spec, PLANTED)]
    print("written:", *written, "docs/rules and schemas, which are generated", sep="\n  ")
    print("The rule works as it is: change it, its page of examples and the planted defect to what you want to find.")
    return 0


def registered(text: str, module: str, code: str) -> str:
    """The module with the tuple of all rules, after this one has its import and its line, in the order of the codes."""
    before = next((it for it in RULES if it.code > code), None)
    text = text.replace("import (\n", f"import (\n    {module},\n", 1)
    if before is None:
        return re.sub(r"\)\n*\Z", f"    {module}.RULE,\n)\n", text)
    line = f"    {before.name.replace('-', '_')}.RULE,\n"
    return text.replace(line, f"    {module}.RULE,\n{line}", 1)


def _problem(name: str, code: str) -> str | None:
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        return f"NAME={name or '…'} is not words with hyphens, such as dead-matcher; name the fault, not the cure"
    if any(it.name == name for it in RULES):
        return f"there is a rule `{name}` already"
    if not re.fullmatch(r"HW[1-7]\d\d", code) or any(it.code == code for it in RULES):
        return f"CODE={code or '…'} is not a free code; the next ones are {', '.join(_free())}"
    return None


def _free() -> list[str]:
    """The code after the last one of each hundred; docs/rules/README.md shows what the hundreds are about."""
    last = {it.code[2]: int(it.code[2:]) for it in RULES}
    return [f"HW{number + 1}" for hundred, number in last.items() if hundred != "0"]


def _spec(name: str) -> str:
    found, like_it = _file(name, _MESSAGE), _FILE.format(command=f"echo {PLACEHOLDER}", mark="")
    return f"# {name}\n\n{_SUMMARY}\n\n## What it finds\n\n{found}\n## What only looks like it\n\n{like_it}"


def _file(name: str, words: str) -> str:
    line = next(it for it in _FILE.format(command=PLACEHOLDER, mark="").splitlines() if PLACEHOLDER in it)
    token = f'"{PLACEHOLDER}"'
    return _FILE.format(
        command=PLACEHOLDER, mark=f"{' ' * line.index(token)}{'^' * len(token)} warning[{name}] {words}\n"
    )


def _generate() -> None:
    python = sys.executable
    for command in (
        [python, "-m", "ruff", "check", "--quiet", "--fix", str(TUPLE)],
        [python, "-m", "ruff", "format", "--quiet", str(RULES_FOLDER)],
        [python, "-m", "hookwright.analysis.rule_docs", "docs/rules"],
        [python, "-m", "hookwright", "schema", "--out", "schemas"],
    ):
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main(*[*sys.argv[1:], "", ""][:2]))
