"""Hover and completion of the keys that a script reads and prints, for the hooks that run it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.script_uses import script_runs, script_subjects
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.ide.script_completion import complete_script
from hookwright.ide.script_keys import hover_script
from hookwright.model.hook import Scope
from hookwright.scripts.library import ScriptLibrary

Subjects = Callable[..., tuple[ScriptSubject, ...]]

CURSOR = "§"
BASH = {"PreToolUse": "Bash"}
BASH_AND_STOP = {"PreToolUse": "Bash", "Stop": ""}


@pytest.fixture
def subjects_of(tmp_path: Path) -> Subjects:
    """The subjects of a script in a project whose hooks run it, on the given events with these matchers."""

    def make(name: str, text: str, events: dict[str, str]) -> tuple[ScriptSubject, ...]:
        script, settings = tmp_path / name, tmp_path / ".claude" / "settings.json"
        settings.parent.mkdir()
        script.write_text(text)
        hook = {"type": "command", "command": f'"$CLAUDE_PROJECT_DIR"/{name}'}
        hooks = {event: [{"matcher": matcher, "hooks": [hook]}] for event, matcher in events.items()}
        settings.write_text(json.dumps({"hooks": hooks}))
        file = read_hook_file(str(settings), settings.read_text(), by_id("claude-code"), Scope.PROJECT)
        disk = RealDisk(str(tmp_path))
        return script_subjects(script_runs(Subject(file, str(tmp_path), disk)), ScriptLibrary(), disk)

    return make


SHELL = "#!/bin/bash\npayload=$(cat)\n"
PYTHON = "#!/usr/bin/env python3\nimport json, sys\n\ndata = json.load(sys.stdin)\n"
NODE = "#!/usr/bin/env node\nconst data = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.sh", SHELL + "command=$(jq -r '.tool_input.com§mand // empty' <<<\"$payload\")\n"),
        ("a.py", PYTHON + 'command = data["tool_input"]["com§mand"]\n'),
        ("a.py", PYTHON + 'call = data.get("tool_input", {})\nif "rm" in call.get("§command", ""):\n    sys.exit(2)\n'),
        ("a.js", NODE + "const command = data.tool_input?.comman§d;\n"),
        ("a.mjs", NODE + "const { tool_input: { c§ommand } } = data;\n"),
    ],
)
def test_a_key_of_the_payload_has_its_type_and_meaning(subjects_of: Subjects, name: str, text: str) -> None:
    found = hover_script(subjects_of(name, _bare(text), BASH), _at(text))

    assert found is not None
    head, meaning, *_ = found.markdown.split("\n\n")
    assert head == "**tool_input.command** · string · payload of `PreToolUse`"
    assert meaning.startswith("A key of the input of `Bash`")


def test_an_event_that_lacks_the_key_is_named(subjects_of: Subjects) -> None:
    text = PYTHON + 'name = data["tool_§name"]\n'

    found = hover_script(subjects_of("a.py", _bare(text), BASH_AND_STOP), _at(text))

    assert found is not None
    assert "payload of `PreToolUse`" in found.markdown
    assert found.markdown.endswith("The payload of `Stop` does not have it.")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.sh", SHELL + """jq -n '{hookSpecificOutput: {permission§Decision: "deny"}}'\n"""),
        ("a.py", PYTHON + 'print(json.dumps({"hookSpecificOutput": {"permission§Decision": "deny"}}))\n'),
        ("a.js", NODE + 'console.log(JSON.stringify({ hookSpecificOutput: { permission§Decision: "deny" } }));\n'),
    ],
)
def test_a_key_of_the_output_says_what_it_does(subjects_of: Subjects, name: str, text: str) -> None:
    found = hover_script(subjects_of(name, _bare(text), BASH), _at(text))

    assert found is not None
    assert found.markdown.startswith("**hookSpecificOutput.permissionDecision** · output of `PreToolUse`\n\n- ")
    assert "deny" in found.markdown


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.sh", SHELL + "command=$(jq -r '.tool_input.§' <<<\"$payload\")\n"),
        ("a.sh", SHELL + 'command=$(echo "$payload" | jq -r \'.tool_input.com§'),
        ("a.py", PYTHON + 'command = data["tool_input"]["§"]\n'),
        ("a.py", PYTHON + 'command = data["tool_input"]["§'),
        ("a.py", PYTHON + 'call = data.get("tool_input", {})\ncommand = call.get("§'),
        ("a.py", PYTHON + 'call = data.get("tool_input", {})\nif call.get("co§"):\n    sys.exit(2)\n'),
        ("a.js", NODE + "const command = data.tool_input?.§\nconsole.error(command);\n"),
        ("a.ts", NODE + 'const command: string = data["tool_input"]["§"];\n'),
    ],
)
def test_the_keys_of_the_input_are_those_of_the_tools(subjects_of: Subjects, name: str, text: str) -> None:
    found = complete_script(subjects_of(name, _bare(text), BASH), _at(text))

    labels = [it.label for it in found]
    assert labels[0] == "command"
    assert "file_path" not in labels
    assert found[0].markdown.startswith("**tool_input.command** · string")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.sh", SHELL + 'name=$(jq -r .§ <<<"$payload")\n'),
        ("a.py", PYTHON + 'name = data["§"]\n'),
        ("a.js", NODE + "const {§} = data;\n"),
        ("a.js", NODE + "if (data.§) process.exit(2);\n"),
    ],
)
def test_the_fields_of_all_events_come_first(subjects_of: Subjects, name: str, text: str) -> None:
    found = [it.label for it in complete_script(subjects_of(name, _bare(text), BASH_AND_STOP), _at(text))]

    assert {"session_id", "tool_name", "tool_input", "stop_hook_active"} <= set(found)
    assert found.index("session_id") < found.index("tool_name")
    assert found.index("session_id") < found.index("stop_hook_active")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.sh", SHELL + "./other.§\n"),
        ("a.py", PYTHON + 'import os\nhome = os.environ["§"]\n'),
        ("a.js", NODE + "const other = process.§\n"),
    ],
)
def test_what_is_no_part_of_the_payload_has_no_keys(subjects_of: Subjects, name: str, text: str) -> None:
    assert complete_script(subjects_of(name, _bare(text), BASH), _at(text)) == ()


def _at(text: str) -> int:
    """The place of the cursor."""
    return text.index(CURSOR)


def _bare(text: str) -> str:
    return text.replace(CURSOR, "")
