"""What GitHub reads is sound: workflows call what is there, with pinned actions, and forms ask what can be answered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.pages import ROOT

GITHUB = ROOT / ".github"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
URL = "https://github.com/hookwright/hookwright"

each_workflow = pytest.mark.parametrize("path", sorted((GITHUB / "workflows").glob("*.yml")), ids=lambda it: it.stem)


def load(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in load(path)["jobs"].values():
        yield from job["steps"]


def commands(path: Path) -> list[str]:
    return [line.strip() for step in steps(path) for line in step.get("run", "").splitlines()]


def test_changes_are_tested_and_tags_released() -> None:
    assert {it.stem for it in (GITHUB / "workflows").iterdir()} == {"agents", "ci", "pages", "publish", "release"}
    assert ".ci/run" in commands(GITHUB / "workflows" / "ci.yml")
    assert "make release" in commands(GITHUB / "workflows" / "release.yml")


def test_the_documentation_is_published_when_a_person_asks_for_it() -> None:
    path = GITHUB / "workflows" / "pages.yml"

    assert "make site" in commands(path)
    assert [*(load(path).get("on") or load(path)[True])] == ["workflow_dispatch"]


def test_agents_are_measured_every_week_and_by_hand() -> None:
    path = GITHUB / "workflows" / "agents.yml"
    (job,) = load(path)["jobs"].values()

    assert "make oracle" in commands(path)
    # YAML 1.1 reads `on` as true.
    started = load(path).get("on") or load(path)[True]
    assert {"schedule", "workflow_dispatch"} == started.keys()
    asked = started["workflow_dispatch"]["inputs"]
    assert asked.keys() == {"agent", "version", "only"}
    assert asked["agent"]["options"] == ["every", *re.findall(r'"([\w-]+)"', job["strategy"]["matrix"]["agent"])]
    (given,) = (step["env"] for step in job["steps"] if step.get("run") == "make oracle")
    assert given.keys() == {"AGENTS", "VERSION", "ONLY"}


@each_workflow
def test_make_has_the_targets_that_are_called(path: Path) -> None:
    called = [target for line in commands(path) for target in re.findall(r"\bmake ([a-z][a-z-]*)", line)]

    assert [it for it in called if not re.search(rf"^{it}:", MAKEFILE, re.MULTILINE)] == []


@each_workflow
def test_the_files_that_are_named_are_there(path: Path) -> None:
    named = [
        it for line in commands(path) for it in re.findall(r"(?:^|\s)((?:tests|requirements|\.ci)/[\w./-]+)", line)
    ]

    assert [it for it in named if not (ROOT / it).exists()] == []


@each_workflow
def test_actions_are_pinned_to_a_commit_that_a_comment_names(path: Path) -> None:
    used = [line for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]

    assert used
    pinned = r"uses: (actions/[a-z-]+|pypa/gh-action-pypi-publish)@[0-9a-f]{40} # v[\d.]+$"
    assert [it for it in used if not re.search(pinned, it)] == []


@each_workflow
def test_nothing_may_be_written_unless_a_job_says_so_and_every_job_ends(path: Path) -> None:
    workflow = load(path)

    assert workflow["permissions"] == {"contents": "read"}
    assert [name for name, job in workflow["jobs"].items() if "timeout-minutes" not in job] == []


@each_workflow
def test_no_expression_is_pasted_into_a_shell(path: Path) -> None:
    assert [it for it in commands(path) if "${{" in it] == []


def test_the_packages_of_the_runner_are_those_that_the_tests_drive() -> None:
    wanted = re.search(r"declare -A packages=\((.*)\)", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert wanted
    packages = re.sub(r"\[\w+\]=|'", "", wanted[1]).split()
    (installed,) = (it for it in commands(GITHUB / "workflows" / "ci.yml") if "apt-get install" in it)

    assert [it for it in packages if f" {it}" not in installed] == []


@pytest.mark.parametrize("path", sorted((GITHUB / "ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda it: it.stem)
def test_an_issue_form_has_what_github_asks_of_it(path: Path) -> None:
    form = load(path)

    assert {"name", "description", "body"} <= form.keys()
    asked = [it for it in form["body"] if it["type"] != "markdown"]
    assert len({it["id"] for it in asked}) == len(asked) > 0
    assert [it for it in asked if not it["attributes"]["label"]] == []


def test_links_lead_to_the_project() -> None:
    pages = [*GITHUB.rglob("*.yml"), *GITHUB.rglob("*.md"), ROOT / "SECURITY.md", ROOT / "CONTRIBUTING.md"]
    links = [it for page in pages if page.is_file() for it in re.findall(r"https://[^\s)]+", page.read_text("utf-8"))]

    assert links
    registries = r"https://(pypi\.org/p/hookwright|www\.npmjs\.com/package/hookwright|registry\.npmjs\.org)$"
    assert [it for it in links if not re.match(rf"{URL}(/|$)", it) and not re.match(registries, it)] == []
