"""The example modules do what they say, each in a real host process."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.unit.engine.modules.support import Client, Place

from hookwright.engine.modules.commands import CommandResult
from hookwright.engine.modules.hosts import ModuleHosts
from hookwright.engine.modules.in_session import ModulesInSession
from hookwright.engine.modules.states import Limits

EXAMPLES = Path(__file__).parents[2] / "examples" / "modules"
SAID = ("one question", "one answer", "another question", "another answer", "last question", "last answer")


class Project(Place):
    """A project with one of the examples."""

    def __init__(self, root: Path, example: str, environ: dict[str, str]) -> None:
        super().__init__(root, Limits())
        shutil.copy(EXAMPLES / f"{example}.py", self.project / ".pi" / "hooks")
        # What an example starts imports nothing of the project.
        for name in ("json", "urllib", "ruff"):
            (self.project / f"{name}.py").write_text("open('imported', 'w').close()\nraise SystemExit(1)\n")
        self.host = replace(self.host, environ={**self.host.environ, **environ})
        self.modules = self.session.modules = ModuleHosts(str(self.project), self.host, Limits())

    def say(self, *texts: str) -> None:
        """Puts turns into the session: what the user and the agent say, in turn."""
        for number, text in enumerate(texts):
            message = {"role": ("user", "assistant")[number % 2], "content": text}
            self.session.entries.append({"type": "message", "message": message})

    async def run(self, name: str, client: Client | None) -> CommandResult:
        await self.modules.refresh()
        return await ModulesInSession(self.modules, self.session, client).invoke(name, "")

    async def rebuild(self) -> list[str]:
        """What the model reads, after a look at the files."""
        await self.modules.refresh()
        await self.session.rebuild_context()
        return [str(it["content"]) for it in self.session.messages]


@pytest.fixture
async def project(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Project]:
    project = Project(tmp_path, request.param, {})
    yield project
    await project.modules.close()
    assert not (project.project / "imported").exists()


def of(example: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("project", [example], indirect=True)


@of("pop")
async def test_pop_leaves_a_summary_in_the_place_of_what_came_after_a_turn(project: Project) -> None:
    """(E1) (E8)"""
    project.say(*SAID)

    done = await project.run("pop", Client(chosen="2. another question", agrees=False))

    assert done.status == "Popped stack"
    read = [it["content"] for it in project.session.messages]
    summary = "user: another question\nassistant: another answer\nuser: last question\nassistant: last answer"
    assert read == ["one question", "one answer", f"[Subtask completed]\n\n{summary}"]
    assert [it["type"] for it in project.session.entries] == ["message"] * 6 + ["stack_pop"]
    assert project.session.entries[-1]["backToIndex"] == 2


@of("pop")
async def test_pops_stack_and_stay(project: Project) -> None:
    """(E4) (E8)"""
    project.say(*SAID)
    await project.run("pop", Client(chosen="3. last question", agrees=False))
    project.say("new question", "new answer")
    user = Client(chosen="2. another question", agrees=False)
    await project.run("pop", user)
    project.say("after all")

    # What an earlier pop has taken away is no turn to go back to.
    assert user.asked[0] == ("select", "Pop to:", "1. one question", "2. another question", "3. new question")
    read = await project.rebuild()
    assert read[:2] == ["one question", "one answer"]
    assert read[2].startswith("[Subtask completed]\n\nuser: another question")
    assert read[3:] == ["after all"]


@of("pop")
async def test_a_pop_keeps_what_a_compaction_has_made(project: Project) -> None:
    """(E4) (E8)"""
    project.say(*SAID)
    await project.run("pop", Client(chosen="3. last question", agrees=False))
    compacted = [{"role": "user", "content": "[Summary]"}, *(it["message"] for it in project.session.entries[3:6])]

    changed = await ModulesInSession(project.modules, project.session, None).transform(compacted)

    said = [it["content"] for it in changed]
    assert said[:2] == ["[Summary]", "another answer"]
    assert len(said) == 3
    assert said[2].startswith("[Subtask completed]")


@of("pop")
async def test_pop_does_nothing_where_nothing_is_chosen(project: Project) -> None:
    """(E7) (E8)"""
    assert (await project.run("pop", Client())).status == "No turns to pop"
    project.say(*SAID)

    assert await project.run("pop", Client(chosen=None)) == CommandResult()
    assert await project.run("pop", None) == CommandResult()
    assert len(project.session.entries) == len(SAID)


class _Answers(BaseHTTPRequestHandler):
    """A model that answers with what it was asked."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = f"{self.headers['Authorization']}, {asked['model']}: {asked['messages'][0]['content'][-18:]}"
        body = json.dumps({"choices": [{"message": {"content": said}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture
def model() -> Iterator[str]:
    """The address of an endpoint on the loopback."""
    with HTTPServer(("127.0.0.1", 0), _Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


@pytest.mark.parametrize("reachable", [True, False])
async def test_pop_has_the_sessions_model_summarize(tmp_path: Path, model: str, *, reachable: bool) -> None:
    """(E6) (E7) (E8)"""
    project = Project(tmp_path, "pop", {"POP_BASE_URL": model if reachable else "http://127.0.0.1:1"})
    user = Client(chosen="1. one question")
    project.say(*SAID)
    try:
        await project.run("pop", user)
    finally:
        await project.modules.close()

    assert ("api_key", "acme", "fast", "pop.py") in user.asked
    summary = project.session.entries[-1]["summary"]
    if reachable:
        assert summary == "Bearer key, fast: stant: last answer"
    else:
        assert summary.startswith("user: one question\n")
        assert any(it[0] == "notify" and "did not summarize" in it[1] for it in user.asked)


@of("guard")
@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("rm -rf /", "`rm -rf /` deletes folders: ask the user to do it"),
        ("cd src && rm -r --force lib", "`rm -r --force lib` deletes folders: ask the user to do it"),
        ("rm -rf build ./dist/x", None),
        ("rm notes.txt", None),
        ("grep -rf 'rm' .", None),
        ("rm -rf 'open", "`rm -rf 'open` deletes folders: ask the user to do it"),
    ],
)
async def test_the_guard(project: Project, line: str, refused: str | None) -> None:
    payload = {"tool_name": "Bash", "tool_input": {"command": line}}

    result = await project.fire("refuse_rm_rf", json.dumps(payload).encode())

    assert (result.exit_code, result.stderr) == ((0, "") if refused is None else (2, refused))


@of("format_edits")
async def test_the_formatter(project: Project) -> None:
    good, bad = project.project / "good.py", project.project / "bad.py"
    good.write_text("x = {  'a':1 }\n")
    bad.write_text("def f(:\n")
    for file in (good, bad):
        payload = {"tool_name": "Write", "tool_input": {"file_path": str(file)}}
        result = await project.fire("format_edits", json.dumps(payload).encode())

    assert good.read_text() == 'x = {"a": 1}\n'
    assert result.exit_code == 2
    assert "bad.py" in result.stderr
