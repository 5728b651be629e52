"""Which place of a dialect a file is at: globs, slashes, and the shape of the files there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.dialects import by_id
from hookwright.ide.completion.complete import complete
from hookwright.ide.grammar_place import place_of
from hookwright.model.hook import Scope
from hookwright.model.location import Format, Location
from hookwright.model.nesting import FLAT, GrammarPart
from hookwright.readers.folders import project_of
from hookwright.readers.place import location_at, paths_at, root_at, suffixes
from hookwright.readers.search import hook_paths

_CLAUDE = by_id("claude-code")
_BARE = replace(_CLAUDE.grammar, hooks_key="", voiding=None)
_FLAT = replace(by_id("ai-agents").grammar, nesting=FLAT)
_MADE_UP = replace(
    _CLAUDE,
    id="made-up",
    locations=(
        Location(Scope.USER, ".made/settings.json"),
        Location(Scope.PROJECT, ".made/settings.json"),
        Location(Scope.PROJECT, ".made/hooks.json", grammar=_BARE),
        Location(Scope.PROJECT, ".made/flat/*.json", grammar=_FLAT),
        Location(Scope.PROJECT, ".made/agents/**/*.md", format=Format.FRONT_MATTER),
    ),
)


@pytest.mark.parametrize(
    ("path", "place", "root"),
    [
        ("/p/.made/hooks.json", ".made/hooks.json", "/p"),
        ("/.made/hooks.json", ".made/hooks.json", ""),
        (".made/hooks.json", ".made/hooks.json", ""),
        ("/p/x.made/hooks.json", ".made/hooks.json", None),
        (r"C:\p\.made\hooks.json", ".made/hooks.json", r"C:\p"),
        ("/p/.made/flat/a.json", ".made/flat/*.json", "/p"),
        ("/p/.made/flat/deep/a.json", ".made/flat/*.json", None),
        ("/p/.made/agents/a.md", ".made/agents/**/*.md", "/p"),
        ("/p/.made/agents/x/y/a.md", ".made/agents/**/*.md", "/p"),
        ("/p/.made/agents/.made/agents/a.md", ".made/agents/**/*.md", "/p/.made/agents"),
        ("/p/.made/agents", ".made/agents/**/*.md", None),
    ],
)
def test_the_folder_that_a_place_is_relative_to(path: str, place: str, root: str | None) -> None:
    assert root_at(path, Location(Scope.PROJECT, place)) == root


def test_the_files_of_a_glob_are_those_that_are_there(tmp_path: Path) -> None:
    for name in ("flat/b.json", "flat/a.json", "flat/deep/c.json", "agents/x/d.md", "agents/e.md", "agents/f.txt"):
        path = tmp_path / ".made" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    project = os.fspath(tmp_path)

    found = [os.path.relpath(path, project) for _, path in hook_paths(_MADE_UP, project)]

    expected = ["settings.json", "hooks.json", "flat/a.json", "flat/b.json", "agents/e.md", "agents/x/d.md"]
    assert found == [f".made/{it}" for it in expected]
    assert list(paths_at(project, Location(Scope.PROJECT, "none/**/*.md"))) == []
    assert {project_of(_MADE_UP, path) for _, path in hook_paths(_MADE_UP, project)} == {project}


def test_a_place_of_the_files_scope_goes_before_others() -> None:
    users = location_at(_MADE_UP, "/p/.made/settings.json", Scope.USER)
    projects = location_at(_MADE_UP, "/p/.made/settings.json", Scope.PROJECT)

    assert users is not None
    assert projects is not None
    assert (users.scope, projects.scope) == (Scope.USER, Scope.PROJECT)
    assert location_at(_MADE_UP, "/p/other.json") is None


def test_files_have_the_shape_of_their_place() -> None:
    events = '{"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]}'
    bare = read_hook_file("/p/.made/hooks.json", events, _MADE_UP, Scope.PROJECT)
    usual = read_hook_file("/p/.made/settings.json", f'{{"hooks": {events}}}', _MADE_UP, Scope.PROJECT)

    assert (bare.grammar, usual.grammar) == (_BARE, _CLAUDE.grammar)
    assert [it.route for it, _ in bare.hooks] == [("PreToolUse", 0)]
    assert len(runnable_hooks(bare)[0]) == len(runnable_hooks(usual)[0]) == 1


def test_completion_and_places_follow_the_shape_of_the_file() -> None:
    text = '{"hooks": {"PreToolUse": [{"command": "true"}, ]}}'
    flat = read_hook_file("/p/.made/flat/a.json", text, _MADE_UP, Scope.PROJECT)
    grouped = read_hook_file("/p/.made/settings.json", text, _MADE_UP, Scope.PROJECT)
    route, offset = ("hooks", "PreToolUse", 0), text.index(" ]}}")

    here, there = place_of(flat, route), place_of(grouped, route)
    assert here is not None
    assert there is not None
    assert (here.part, there.part) == (GrammarPart.HOOK, GrammarPart.GROUP)
    assert "command hook" in [it.label for it in complete(flat, offset)]
    assert "group with a command hook" in [it.label for it in complete(grouped, offset)]


def test_a_type_that_only_some_files_know_is_a_type_of_the_dialect() -> None:
    odd = replace(_CLAUDE.grammar, types=(replace(_CLAUDE.grammar.types[0], name="odd"),))
    dialect = replace(_MADE_UP, locations=(Location(Scope.PROJECT, ".made/odd.json", grammar=odd),))

    assert dialect.hook_type("odd") is odd.types[0]
    assert dialect.hook_type("command") is _CLAUDE.grammar.type_named("command")
    assert dialect.hook_type("other") is None


def test_the_names_of_files_end_as_some_place_does() -> None:
    assert suffixes((_MADE_UP,)) == (".json", ".md")
