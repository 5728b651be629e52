"""The page on how hookwright is built names the layers that are enforced, and files that are there."""

from __future__ import annotations

import re
import tomllib

from tests.pages import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_layers_are_those_of_the_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = next(it for it in project["tool"]["importlinter"]["contracts"] if it["name"] == "Layers point down")
    shown = PAGE.split("```text\n")[1].split("```\n")[0].splitlines()

    assert ["__main__", *shown] == contract["layers"]
    described = re.findall(r"`(\w+)`", "".join(re.findall(r"\*\*[^*]+\*\*", PAGE.split("## The way")[0])))
    assert set(described) == {name for layer in shown for name in layer.split(" | ")}


def test_the_files_that_it_names_are_there() -> None:
    named = re.findall(r"`([a-z_]+/[\w/.-]*\w)`", PAGE)
    bases = (ROOT, ROOT / "server" / "hookwright")

    # Methods of the protocol have a slash as well.
    files = [it for it in named if not it.startswith(("hookwright/", "workspace/"))]
    assert len(files) > 20
    assert [it for it in files if not any((base / it).exists() for base in bases)] == []


def test_each_way_has_ten_steps() -> None:
    ways = [it.split("\n## ")[0] for it in PAGE.split("## The way of")[1:]]

    assert [len(re.findall(r"^\d+\. ", it, re.MULTILINE)) for it in ways] == [10, 10]
