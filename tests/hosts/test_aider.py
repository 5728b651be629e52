"""Aider, started by `hookwright-aider`, obeys a project's hooks."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path

import pytest
from tests.hosts.install import AIDER
from tests.hosts.journey import KEY, ROOT, Journey, Start, needs, travel
from tests.hosts.model import Script, Turn
from tests.hosts.project import GO_ON, PROMPTED, RAN, REFUSED, STARTED, Project

pytestmark = needs(AIDER)

_INTEGRATION = ROOT / "integrations" / "aider"


def writes(*names: str) -> str:
    return "".join(f"{it}\n```\n<<<<<<< SEARCH\n=======\nhello\n>>>>>>> REPLACE\n```\n\n" for it in names)


def runs(*commands: str) -> str:
    return "".join(f"```bash\n{it}\n```\n\n" for it in commands)


def start(home: Path, _: Project, url: str, *, prompt: str, trusted: bool = True) -> Start:
    """Aider says yes to its own questions, other than to running commands."""
    environ = {
        "PYTHONPATH": os.pathsep.join(map(str, (AIDER.folder, _INTEGRATION))),
        "OPENAI_API_BASE": f"{url}/v1",
        "OPENAI_API_KEY": KEY,
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }
    own = ["--hooks-dialect", "clawdcode", *(["--trust-hooks"] if trusted else [])]
    quiet = ["--no-git", "--no-check-update", "--analytics-disable", "--no-show-model-warnings", "--no-pretty"]
    asked = ["--model", "openai/scripted", "--edit-format", "diff", "--yes-always", "--message", prompt]
    return [sys.executable, "-m", "hookwright_aider", *own, *quiet, *asked], environ


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> Journey:
    """Edits, then commands, of which one each is refused and one is changed; a stop, and another one."""
    turns = [
        Turn(writes("forbidden.txt", "wrong.txt")),
        Turn(runs("touch forbidden2.txt", "touch wrong2.txt", "touch unanswered.txt")),
        Turn("Done."),
        Turn("Really done."),
    ]
    script = Script(turns, offers_tools=False)
    return travel(tmp_path_factory.mktemp("aider"), script, partial(start, prompt="Please do it."))


def test_a_refused_edit_is_not_made_and_the_model_reads_why(journey: Journey) -> None:
    assert not journey.project.has("forbidden.txt")
    assert REFUSED in journey.script.read(1)


def test_an_edit_is_made_as_a_hook_has_changed_it(journey: Journey) -> None:
    assert (journey.project.root / "right.txt").read_text() == "hello\n"
    assert not journey.project.has("wrong.txt")


def test_a_refused_command_does_not_run_and_the_model_reads_why(journey: Journey) -> None:
    assert not journey.project.has("forbidden2.txt")
    assert f"did not run: touch forbidden2.txt\n\n{REFUSED}" in journey.script.read(2)


def test_a_command_runs_as_a_hook_has_changed_it(journey: Journey) -> None:
    assert journey.project.has("right2.txt")
    assert not journey.project.has("wrong2.txt")


def test_a_command_that_no_hook_allows_takes_the_users_yes(journey: Journey) -> None:
    assert [it["tool_input"]["command"] for it in journey.project.seen("PermissionRequest")] == ["touch unanswered.txt"]
    assert not journey.project.has("unanswered.txt")


def test_context_reaches_the_model(journey: Journey) -> None:
    first = journey.script.read(0)
    assert PROMPTED in first
    assert STARTED in first
    assert RAN not in first
    assert RAN in journey.script.read(1)


def test_aider_goes_on_where_a_hook_says_so(journey: Journey) -> None:
    assert GO_ON in journey.script.read(3)
    assert [it["stop_hook_active"] for it in journey.project.seen("Stop")] == [False, True]


def test_the_session_begins_and_ends_once(journey: Journey) -> None:
    events = [it["event"] for it in journey.project.seen()]
    assert [events[0], events[-1]] == ["SessionStart", "SessionEnd"]
    assert [events.count(it) for it in ("SessionStart", "SessionEnd")] == [1, 1]


def test_a_refused_prompt_does_not_reach_the_model(tmp_path: Path) -> None:
    script = Script([Turn("Yes.")], offers_tools=False)

    refused = travel(tmp_path, script, partial(start, prompt="This one is secret."))

    assert script.requests == []
    assert REFUSED in refused.stdout
    assert refused.project.seen("Stop") == []


def test_the_hooks_of_a_project_need_trust(tmp_path: Path) -> None:
    script = Script([Turn("Yes.")], offers_tools=False)

    untrusted = travel(tmp_path, script, partial(start, prompt="This one is secret.", trusted=False))

    assert len(script.requests) == 1
    assert "--trust-hooks" in untrusted.stderr
    assert untrusted.project.seen() == []
    assert not untrusted.project.has("module.txt")


def test_hook_modules_are_loaded(journey: Journey) -> None:
    assert journey.project.has("module.txt")


def test_every_format_of_edits_is_a_call_that_hooks_know(tmp_path: Path) -> None:
    def tried(home: Path, project: Project, url: str) -> Start:
        _, environ = start(home, project, url, prompt="")
        return [sys.executable, str(Path(__file__).with_name("aider_formats.py")), str(project.root)], environ

    found = json.loads(travel(tmp_path, Script([]), tried).stdout.splitlines()[-1])

    path = str(tmp_path / "project" / "one.txt")
    edit = ["Edit", {"file_path": path, "old_string": "old\n", "new_string": "new\n"}]
    assert found["diff"] == {"calls": [edit], "changed": True, "text": "newer\n"}
    assert found["udiff"] == {"calls": [edit], "changed": True, "text": "newer\n"}
    written = ["Write", {"file_path": path, "content": "new\n"}]
    assert found["whole"] == {"calls": [written], "changed": True, "text": "newer\n"}
    patched = ["Edit", {"file_path": path, "old_string": "old", "new_string": "new"}]
    assert found["patch"] == {"calls": [patched], "changed": False, "text": "new\n"}
