"""Which scripts the hooks run: found once, and again only where something has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookwright.files import read_text
from hookwright.host import Host
from hookwright.lsp import hook_scripts
from hookwright.lsp.documents import Document
from hookwright.lsp.hook_scripts import HookScripts
from hookwright.lsp.kinds import open_document
from hookwright.lsp.options import Options
from hookwright.lsp.session import Session
from hookwright.paths import uri_of

GUARD = ".claude/hooks/guard.sh"
TEXT = "#!/bin/bash\necho Blocked >&2\nexit 1\n"


class Project:
    """A folder that an editor has open, and how often hook files were read there."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder / "project"
        self.reads = list[str]()
        self.session = Session(Options(host=Host({}, str(folder / "home")), folders=(str(self.folder),)))
        self.scripts = HookScripts(self.session, "")

        def counted(path: str) -> str:
            self.reads.append(path)
            return read_text(path)

        monkeypatch.setattr(hook_scripts, "read_text", counted)
        self.write(GUARD, TEXT)

    def write(self, name: str, text: str) -> str:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return str(file)

    def hooks(self, *commands: str, name: str = ".claude/settings.json") -> str:
        hooks = [{"type": "command", "command": f'"$CLAUDE_PROJECT_DIR"/{it}'} for it in commands]
        return self.write(name, json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": hooks}]}}))

    def open(self, path: str, text: str | None = None) -> Document:
        shown = Path(path).read_text() if text is None else text
        document = open_document(uri_of(path), 1, shown, self.session.options, scripts=lambda: self.scripts)
        self.session.documents[document.uri] = document
        return document

    @property
    def guard(self) -> str:
        return str(self.folder / GUARD)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    return Project(tmp_path, monkeypatch)


async def test_a_script_is_known_with_its_hooks(project: Project) -> None:
    hooks = project.hooks(GUARD)
    await project.scripts.find(project.guard)

    (found,) = project.scripts.subjects(project.guard)

    assert found.path == project.guard
    assert [it.file.path for it in found.uses] == [hooks]


async def test_nothing_is_read_twice_unless_it_changed(project: Project) -> None:
    hooks = project.hooks(GUARD)
    await project.scripts.find(project.guard)
    (before,) = project.scripts.subjects(project.guard)

    await project.scripts.find(project.guard)
    project.scripts.look_again()
    await project.scripts.find(project.guard)
    (after,) = project.scripts.subjects(project.guard)

    assert project.reads == [hooks]
    assert after is before


async def test_a_hook_file_that_changed_is_read_again(project: Project) -> None:
    hooks = project.hooks(GUARD)
    await project.scripts.find(project.guard)
    project.hooks("elsewhere.sh")

    project.scripts.look_again()
    await project.scripts.find(project.guard)

    assert project.reads == [hooks, hooks]
    assert project.scripts.subjects(project.guard) == ()


async def test_an_open_hook_file_goes_before_the_disk(project: Project) -> None:
    text = Path(project.hooks(GUARD)).read_text()
    path = project.hooks()
    document = project.open(path)
    await project.scripts.find(project.guard)
    assert project.scripts.subjects(project.guard) == ()

    document.take_in(2, text)
    assert document.file is not None

    assert project.scripts.is_about(project.guard, document.file)
    assert len(project.scripts.subjects(project.guard)) == 1
    document.take_in(3, "{}")
    assert project.scripts.subjects(project.guard) == ()


async def test_the_text_of_the_editor_counts_also_behind_a_link(project: Project) -> None:
    (project.folder / "link.sh").symlink_to(project.guard)
    project.hooks("link.sh")
    project.open(project.guard, "#!/bin/bash\necho typed\n")
    await project.scripts.find(project.guard)

    (found,) = project.scripts.subjects(project.guard)

    assert "typed" in found.text


async def test_every_script_that_hooks_run_is_told(project: Project) -> None:
    project.hooks(GUARD)
    project.write("deploy.sh", TEXT)

    assert await project.scripts.paths() == {project.guard}
