"""What the editor extension has from the server is what the server has now."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tools.typescript import typescript

from hookwright.analysis.settings.file import LEVELS
from hookwright.dialects import DIALECTS
from hookwright.ide.code_lens import USUAL_LENSES, LensKind
from hookwright.ide.inlay_hints import HintKind
from hookwright.lsp.file_watcher.watched_files import hook_file_globs
from hookwright.lsp.options import Options

EXTENSION = Path(__file__).parents[2] / "editor-extension"


def manifest() -> Any:
    return json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))


def test_the_types_are_current() -> None:
    written = (EXTENSION / "shared/methods.ts").read_text(encoding="utf-8")
    assert written == typescript(), "run `npm run methods` in editor-extension"


def test_opening_a_folder_with_hook_files_wakes_the_extension() -> None:
    events = manifest()["activationEvents"]
    awaited, globs = set(events), hook_file_globs(Options())
    in_folder = {f"workspaceContains:{it.removeprefix('**/')}" for it in globs}
    # A hook file in JSON wakes the extension wherever it is, by its language; plain JSON does not.
    anywhere = {f"workspaceContains:{it}" for it in globs if it.endswith(".toml")}

    assert in_folder | anywhere <= awaited, "make generated"
    assert len(events) == len(awaited), "each of `activationEvents` is there once"
    assert {it for it in awaited if not it.startswith("workspaceContains:")} == {"onLanguage:jsonc"}
    (language,) = manifest()["contributes"]["languages"]
    in_json = {it for it in globs if it.endswith((".json", ".hook")) and not it.endswith("/marketplace.json")}
    assert in_json == {*language["filenamePatterns"], *(f"**/{it}" for it in language["filenames"])}


def test_the_settings_know_every_dialect_and_level() -> None:
    settings = manifest()["contributes"]["configuration"]["properties"]

    ids = settings["hookwright.dialects"]["additionalProperties"]["enum"]
    assert ids == [it.id for it in DIALECTS], "make generated"
    assert settings["hookwright.rules"]["additionalProperties"]["enum"] == list(LEVELS)


def test_each_lens_and_hint_has_its_setting() -> None:
    settings = manifest()["contributes"]["configuration"]["properties"]
    shown = [f"codeLens.{it}" for it in LensKind] + [f"inlayHints.{it}" for it in HintKind]

    given = {it for it in settings if it.startswith(("hookwright.codeLens.", "hookwright.inlayHints."))}
    assert given == {f"hookwright.{it}" for it in shown}
    usual = {f"codeLens.{it}" for it in USUAL_LENSES} | {f"inlayHints.{it}" for it in HintKind if it != "lastRun"}
    assert {it for it in given if settings[it]["default"] is True} == {f"hookwright.{it}" for it in usual}


def test_the_palette_has_no_command_that_cannot_apply() -> None:
    """Every command says when the palette shows it, but for those that always apply."""
    contributed = manifest()["contributes"]
    commands = {it["command"] for it in contributed["commands"]}
    said = {it["command"] for it in contributed["menus"]["commandPalette"] if it["when"]}

    always = {f"hookwright.{it}" for it in ("showLog", "removeData", "openWalkthrough")}
    assert commands - said == always


def test_authors_fire_with_one_click_and_agents_dispatch() -> None:
    """Whom it is for (F5): people who write hook files, and agents that live in the editor."""
    commands = {it["command"] for it in manifest()["contributes"]["commands"]}
    api = (EXTENSION / "api/hookwright.d.ts").read_text(encoding="utf-8")

    assert {"hookwright.fire", "hookwright.fireScratch", "hookwright.explain"} <= commands
    assert " dispatch(" in api
