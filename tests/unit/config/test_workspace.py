from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from hookwright.config import loading as reading
from hookwright.config.workspace import NamedFiles, Snapshot, load
from hookwright.dialects import by_id
from hookwright.files import MOST_BYTES
from hookwright.host import Host
from hookwright.model.hook import Scope

CLAUDE = by_id("claude-code")
LONG_AGO = 1_000_000_000_000_000_000


def _text(*commands: str, **root: Any) -> str:
    hooks = [{"type": "command", "command": it} for it in commands]
    return json.dumps({"hooks": {"Stop": [{"hooks": hooks}]}, **root})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".claude").mkdir()
    return tmp_path


@pytest.fixture
def shared(project: Path) -> Path:
    return project / ".claude/settings.json"


@pytest.fixture
def local(project: Path) -> Path:
    return project / ".claude/settings.local.json"


def _load(project: Path, **options: Any) -> Snapshot:
    return load(CLAUDE, str(project), Host({}, options.pop("home", "")), **options)


def _commands(snapshot: Snapshot) -> list[str]:
    return [it.body for it in snapshot.hooks]


def test_all_files_apply_in_their_order(project: Path, shared: Path, local: Path, home: Path) -> None:
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").write_text(_text("user"))
    shared.write_text(_text("project"))
    local.write_text(_text("local"))

    snapshot = _load(project, home=str(home))

    assert [(it.body, it.scope) for it in snapshot.hooks] == [
        ("user", Scope.USER),
        ("project", Scope.PROJECT),
        ("local", Scope.LOCAL),
    ]
    assert snapshot.problems == ()
    assert [it.path for it in snapshot.files] == [str(home / ".claude/settings.json"), str(shared), str(local)]


def test_where_there_are_no_files_there_is_no_problem(project: Path) -> None:
    assert _load(project) == Snapshot(CLAUDE, (), (), ())


def test_the_editors_text_goes_before_the_disks(project: Path, shared: Path, local: Path) -> None:
    shared.write_text(_text("disk"))

    snapshot = _load(project, open_texts={str(shared): _text("editor"), str(local): _text("unsaved")})

    assert _commands(snapshot) == ["editor", "unsaved"]
    assert _commands(_load(project)) == ["disk"]


def test_named_files_replace_those_that_are_found(project: Path, shared: Path) -> None:
    shared.write_text(_text("found"))
    (project / "b.json").write_text(_text("b"))
    (project / "a.json").write_text(_text("a"))

    snapshot = _load(project, named=NamedFiles(config_files=[str(project / "b.json"), str(project / "a.json")]))

    assert [(it.body, it.scope) for it in snapshot.hooks] == [("b", Scope.OVERRIDE), ("a", Scope.OVERRIDE)]


def test_a_named_file_that_is_not_there_is_a_problem(project: Path) -> None:
    snapshot = _load(project, named=NamedFiles(config_files=[str(project / "none.json")]))

    assert snapshot.problems == (f"{project}/none.json: does not exist, so it adds no hooks",)


def test_naming_no_file_means_no_hooks(project: Path, shared: Path) -> None:
    shared.write_text(_text("found"))

    assert _load(project, named=NamedFiles(config_files=[])).hooks == ()


def _write_latin(path: Path) -> None:
    path.write_bytes(b'{"hooks": "\xff"}')


def _write_too_much(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)


def _link_to_nothing(path: Path) -> None:
    path.symlink_to("nothing")


def _link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (_write_latin, "not UTF-8 at byte 11"),
        (_write_too_much, "larger than 10 MiB"),
        (Path.mkdir, "not a file"),
        (os.mkfifo, "not a file"),
        (_link_to_nothing, "a broken link"),
        (_link_to_itself, "cannot be read"),
        (lambda path: path.write_text("{"), "not valid JSON"),
    ],
)
def test_a_file_that_cannot_be_read_does_not_take_the_others_with_it(
    project: Path, shared: Path, local: Path, make: Any, said: str
) -> None:
    make(shared)
    local.write_text(_text("local"))
    opened = os.listdir("/proc/self/fd")

    snapshot = _load(project)

    assert len(os.listdir("/proc/self/fd")) == len(opened)

    assert _commands(snapshot) == ["local"]
    assert len(snapshot.problems) == 1
    assert snapshot.problems[0].startswith(f"{shared}:")
    assert said in snapshot.problems[0]


def test_a_file_that_may_not_be_read(project: Path, shared: Path) -> None:
    shared.write_text(_text("secret"))
    shared.chmod(0)
    if os.access(shared, os.R_OK):
        shared.unlink()
        shared.symlink_to("/proc/self/mem")

    snapshot = _load(project)

    assert snapshot.hooks == ()
    assert len(snapshot.problems) == 1


def test_a_link_to_a_file_is_followed(project: Path, shared: Path) -> None:
    (project / "real.json").write_text(_text("linked"))
    shared.symlink_to(project / "real.json")

    assert _commands(_load(project)) == ["linked"]


def test_a_file_in_place_of_the_folder_is_no_problem(tmp_path: Path) -> None:
    (tmp_path / ".claude").write_text("")

    assert _load(tmp_path).problems == ()


def test_an_edit_is_seen_even_where_no_time_stamp_tells(project: Path, shared: Path) -> None:
    for command in ("aa", "bb", "cc"):
        with shared.open("r+" if shared.exists() else "w") as stream:
            stream.write(_text(command))
        os.utime(shared, ns=(LONG_AGO, LONG_AGO))
        assert _commands(_load(project)) == [command]


def test_an_edit_is_seen_where_the_clock_is_too_coarse_to_tell_it(
    project: Path, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_stamp", lambda _: (0, 0, 0, 0, 0))
    for command in ("aa", "bb"):
        shared.write_text(_text(command))
        assert _commands(_load(project)) == [command]


def test_what_has_not_changed_is_not_read_again(project: Path, shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared.write_text(_text("a"))
    # A change time cannot be set back; so the file counts as settled at once.
    monkeypatch.setattr(reading, "_UNSETTLED", -LONG_AGO)
    first = _load(project)

    monkeypatch.setattr(os, "open", None)

    assert _load(project).files[0] is first.files[0]


def test_a_text_that_was_written_again_is_not_parsed_again(project: Path, shared: Path) -> None:
    shared.write_text(_text("a"))
    first = _load(project)
    shared.write_text(_text("a"))

    assert _load(project).files[0] is first.files[0]


def test_the_editors_text_is_parsed_once(project: Path, shared: Path) -> None:
    texts = {str(shared): _text("a")}

    assert _load(project, open_texts=texts).files[0] is _load(project, open_texts=texts).files[0]


def test_what_is_kept_is_bounded(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MOST_KEPT", 3)
    names = [str(project / f"{number}.json") for number in range(10)]

    snapshot = _load(project, named=NamedFiles(config_files=names), open_texts={name: _text(name) for name in names})

    assert _commands(snapshot) == names
    assert len(reading._kept) <= 3


def test_a_switch_in_the_last_file_that_has_it_switches_every_hook_off(
    project: Path, shared: Path, local: Path
) -> None:
    shared.write_text(_text("a", disableAllHooks=True))
    local.write_text(_text("b"))

    snapshot = _load(project)

    assert _commands(snapshot) == ["a", "b"]
    assert snapshot.problems == ()
    assert snapshot.switched_off == (
        f"{shared}:1: `disableAllHooks` switches off every hook; set it to `false` to run them"
    )


def test_a_later_file_can_switch_the_hooks_on_again(project: Path, shared: Path, local: Path) -> None:
    shared.write_text(_text("a", disableAllHooks=True))
    local.write_text(_text("b", disableAllHooks=False))

    assert _load(project).switched_off is None


def _plugin(folder: Path, *needs: Any) -> str:
    files: dict[str, Any] = {".claude-plugin/plugin.json": {"name": folder.name, "dependencies": list(needs)}}
    files["hooks/hooks.json"] = json.loads(_text(f"echo {folder.name}"))
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return str(folder)


def test_a_plugin_whose_dependencies_are_not_loaded_is_not_either(project: Path) -> None:
    guards = _plugin(project / "guards", {"name": "tools", "version": ">=2"})
    tools = _plugin(project / "tools", "base@market")

    alone = _load(project, named=NamedFiles(plugin_dirs=[guards, tools]))

    assert _commands(alone) == []
    assert [it.partition(": ")[2] for it in sorted(alone.problems)] == [
        "needs the plugin `tools`, which is not loaded, so none of its hooks run",
        "needs the plugin `base`, which is not loaded, so none of its hooks run",
    ]
    base = _plugin(project / "base")
    assert _commands(_load(project, named=NamedFiles(plugin_dirs=[guards, tools, base]))) == [
        "echo guards",
        "echo tools",
        "echo base",
    ]


def test_a_skill_answers_to_the_name_in_its_front_matter_as_well(project: Path) -> None:
    hooks = json.dumps({"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]})
    text = f"---\nname: nice\nhooks: {hooks}\n---\n"
    path = project / ".claude/skills/demo/SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    _plugin(project / "plug")
    inner = project / "plug/skills/demo/SKILL.md"
    inner.parent.mkdir(parents=True)
    inner.write_text(text, encoding="utf-8")

    owners = [it.owner for it in _load(project, named=NamedFiles(plugin_dirs=["plug"])).hooks if it.owner]

    assert [(it.name, it.also) for it in owners] == [("demo", "nice"), ("plug:demo", "plug:nice")]
