"""The installed agent is found, with its version, by files alone."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.every import every

from hookwright.dialects import DIALECTS, by_id
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.proving.agents import AGENTS
from hookwright.proving.installed import installed, unmeasured, version_of

_CLAUDE = AGENTS["claude-code"]


def _npm(folder: Path, version: str, name: str = "@anthropic-ai/claude-code") -> Path:
    """An installation by npm, whose program would leave a mark if it were started; the program's folder."""
    package = folder / "node_modules" / name
    (package / "bin").mkdir(parents=True)
    (package / "package.json").write_text(json.dumps({"name": name, "version": version}))
    program = package / "bin" / "claude.js"
    program.write_text(f"#!/bin/sh\ntouch {folder}/started\n")
    program.chmod(0o755)
    bin_folder = folder / "node_modules" / ".bin"
    bin_folder.mkdir()
    (bin_folder / "claude").symlink_to(os.path.relpath(program, bin_folder))
    return bin_folder


def _host(*folders: Path) -> Host:
    return Host({"PATH": os.pathsep.join(map(str, folders))}, "/nowhere")


def test_the_version_is_that_of_the_package_behind_the_link(tmp_path: Path) -> None:
    found = installed(_CLAUDE, _host(_npm(tmp_path, "2.1.330")))

    assert found.version == "2.1.330"
    assert found.was_measured
    assert str(tmp_path / "node_modules") in found.folders
    assert not (tmp_path / "started").exists()


def test_a_folder_of_versions_says_it_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "versions").mkdir()
    program = tmp_path / "versions" / "2.2.0"
    program.write_text("")
    program.chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "claude").symlink_to(program)

    found = installed(_CLAUDE, _host(tmp_path / "bin"))

    assert found.version == "2.2.0"
    assert str(tmp_path / "versions") in found.folders


def test_the_manifest_of_another_package_says_nothing(tmp_path: Path) -> None:
    folder = _npm(tmp_path, "9.9.9", "some-wrapper")

    assert version_of(_CLAUDE, str(folder / "claude")) is None


def test_a_command_may_have_arguments(tmp_path: Path) -> None:
    script = tmp_path / "an agent.py"
    script.write_text("")

    found = installed(_CLAUDE, _host(Path("/bin")), f"sh '{script}' --flag")

    assert found.words == ("/bin/sh", str(script), "--flag")
    assert str(tmp_path) in found.folders


@every(("command", "says"), [("", "is empty"), ("'open", "cannot be read"), ("no-such", "`no-such` was not found")])
def test_a_command_that_starts_nothing_is_named(command: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        installed(_CLAUDE, _host(Path("/bin")), command)


def test_only_a_version_that_was_never_measured_is_told(tmp_path: Path) -> None:
    other, same = _npm(tmp_path / "a", "2.9.0"), _npm(tmp_path / "b", _CLAUDE.measured)

    told = list(unmeasured(["claude-code", "claude-code", "cursor"], _host(other)))

    assert told == [
        "Claude Code 2.9.0 is installed, and what is known of it here was measured with 2.1.330",
    ]
    assert list(unmeasured(["claude-code"], _host(same))) == []
    assert list(unmeasured(["claude-code"], _host(tmp_path))) == []
    assert not (tmp_path / "a" / "started").exists()


def test_the_dialects_with_a_program_are_those_with_settings() -> None:
    assert {it.id for it in DIALECTS if it.program} == set(AGENTS)


@every("agent", sorted(AGENTS))
def test_the_measured_version_is_that_of_the_recordings(agent: str) -> None:
    from tests.oracle.recordings import recording

    assert AGENTS[agent].measured == recording(agent).version
    assert set(AGENTS[agent].ways) <= {by_id(agent).moments.get(it.name, it.name) for it in by_id(agent).events}
