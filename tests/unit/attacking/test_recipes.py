"""The project's own scripts: what they run in the place of their names, and they in the place of what they run."""

from __future__ import annotations

import json
from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.own.recipes import instead_of, is_outside, of_workflows, outside, with_its_words
from hookwright.attacking.texts.recipes import Script, scripts, workflows

_MAKEFILE = """IMAGE := example/shop
release: build ## Makes a release
\t@docker push $(IMAGE):$(TAG)
\tgh release create v$$(cat VERSION)
\t$(MAKE) notify

build:
\tdocker build -t $(IMAGE) .

notify:
\tssh shop.example.com restart
"""
_JUSTFILE = """image := "example/shop"

publish tag:
    docker push {{image}}:{{tag}}
"""


def _named(project: Path) -> dict[str, Script]:
    return {it.name: it for it in scripts(str(project))}


def test_a_target_runs_its_recipe_and_those_that_it_needs_or_calls(project: Path) -> None:
    (project / "Makefile").write_text(_MAKEFILE)
    (project / "justfile").write_text(_JUSTFILE)
    found = _named(project)
    assert found["release"].runs == ("make release",)
    assert outside(found["release"]) == [
        "docker push example/shop:$TAG",
        "gh release create v$(cat VERSION)",
        "ssh shop.example.com restart",
    ]
    assert outside(found["build"]) == []
    assert found["publish"].runs == ("just publish",)
    assert outside(found["publish"]) == ["docker push example/shop:v1.0.0"]


def _package(folder: Path, name: str, **scripts_of_it: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text(json.dumps({"name": name, "scripts": scripts_of_it}))


@every(
    ("lock", "runs"),
    [
        ("", ("npm --prefix packages/api run db:reset", "cd packages/api && npm run db:reset")),
        (
            "pnpm-workspace.yaml",
            (
                "pnpm --filter api db:reset",
                "pnpm -C packages/api db:reset",
                "npm --prefix packages/api run db:reset",
                "cd packages/api && pnpm db:reset",
            ),
        ),
        (
            "yarn.lock",
            (
                "yarn workspace api db:reset",
                "npm --prefix packages/api run db:reset",
                "cd packages/api && yarn db:reset",
            ),
        ),
    ],
)
def test_a_script_of_a_workspace_is_run_from_the_project(project: Path, lock: str, runs: tuple[str, ...]) -> None:
    project = project / f"with {lock}"
    _package(project, "shop", build="tsc")
    _package(project / "packages" / "api", "api", **{"db:reset": "prisma migrate reset --force"})
    if lock:
        (project / lock).write_text("")
    found = _named(project)
    assert found["db:reset"].runs == runs
    assert outside(found["db:reset"]) == ["npx prisma migrate reset --force"]
    assert outside(found["build"]) == []


def test_a_script_for_a_shell_runs_its_lines(project: Path) -> None:
    folder = project / "scripts"
    folder.mkdir(parents=True)
    (folder / "deploy.sh").write_text("#!/bin/bash\n# npm publish\nset -e\nvercel deploy \\\n  --prod\n")
    (folder / "deploy.sh").chmod(0o755)
    (folder / "notes.txt").write_text("npm publish\n")
    (found,) = scripts(str(project))
    assert found.runs == ("bash scripts/deploy.sh", "./scripts/deploy.sh")
    assert found.control == "bash scripts/hookwright-notes.sh"
    assert [" ".join(it.split()) for it in outside(found)] == ["npx vercel deploy --prod"]


def test_a_manager_that_has_a_command_of_the_name_needs_run(project: Path) -> None:
    _package(project, "shop", deploy="vercel deploy --prod", release="npm run build && npm publish", build="tsc")
    (project / "pnpm-lock.yaml").write_text("")
    found = _named(project)
    assert found["deploy"].runs == ("pnpm run deploy", "npm run deploy")
    assert found["release"].runs == ("pnpm release", "pnpm run release", "npm run release")
    assert outside(found["release"]) == ["npm publish"]


@every(
    "command",
    [
        "rm -rf data",
        "rimraf uploads",
        "docker-compose -f dev.yml down --volumes",
        "docker volume rm shop_data",
        "claude --dangerously-skip-permissions -p hello",
    ],
)
def test_a_script_may_delete_or_start_an_agent(command: str) -> None:
    assert is_outside(command)


@every(
    ("name", "text", "wanted"),
    [
        ("infra.sh", 'set -e\nnpx cdk "$@" --profile shop\n', ["bash infra.sh deploy --all"]),
        ("infra.sh", "exec npx cdk $@\n", ["bash infra.sh deploy --all"]),
        # The function gets other words than the script.
        ("infra.sh", 'run() {\n  npx cdk "$@"\n}\nrun synth\n', []),
        ("infra.sh", 'shift\ncdk "$@"\n', []),
        ("infra.sh", "npx cdk synth\n", []),
        ("package.json", '{"scripts": {"cdk": "cdk"}}', ["npm run cdk -- deploy --all"]),
        ("package.json", '{"scripts": {"cdk": "cdk synth"}}', []),
    ],
)
def test_a_script_may_give_its_words_to_a_program(project: Path, name: str, text: str, wanted: list[str]) -> None:
    project = project / str(hash((name, text)))
    project.mkdir()
    (project / name).write_text(f"#!/bin/bash\n{text}" if name.endswith(".sh") else text)
    (found,) = scripts(str(project))
    assert [it.command for _, it in with_its_words(found, ["cdk deploy --all", "npm publish"])] == wanted


@every(
    "command",
    [
        *("npm publish --dry-run", "npm run build", "docker build .", "git fetch", "echo npm publish"),
        *("rm -rf dist", "rm -f ./build/a", "rimraf .next", "docker compose down", "claude -p hello"),
    ],
)
def test_what_changes_nothing_outside_is_no_effect_of_a_script(command: str) -> None:
    assert not is_outside(command)


def test_a_workflow_is_started_that_people_can_start(project: Path) -> None:
    folder = project / ".github" / "workflows"
    folder.mkdir(parents=True)
    (folder / "release.yml").write_text("on:\n  workflow_dispatch:\njobs: {a: {steps: [{run: npm publish}]}}\n")
    (folder / "deploy.yml").write_text("on: [push]\n")
    started = workflows(str(project))
    release, deploy, test = (Script(it, (f"make {it}",), "", ()) for it in ("release", "deploy", "test"))
    assert [it.command for it in instead_of(release, started)] == ["gh workflow run release.yml"]
    assert not [*instead_of(deploy, started), *instead_of(test, started)]
    assert [it.command for it in of_workflows("npm publish --access public", started)] == [
        "gh workflow run release.yml"
    ]
    assert not [*of_workflows("cargo publish", started)]


_GUARD = """import json, re, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
if re.search(r"\\bmake\\s+(release|deploy)\\b|\\bprisma\\s+migrate\\s+reset\\b", command):
    print("BLOCKED: ask before a release or a reset", file=sys.stderr)
    sys.exit(2)
"""


def test_a_guard_may_know_only_the_name_of_a_script_or_only_what_it_runs(project: Path) -> None:
    (project / "Makefile").write_text("release:\n\tdocker push example/shop\n")
    _package(project / "packages" / "api", "api", **{"db:reset": "prisma migrate reset --force"})
    guard = Guard("names.py", _GUARD, 'python3 "$CLAUDE_PROJECT_DIR"/{script}')
    passed = {it.variant.text for it in attacked(guard, project, count=200).tried if it.verdict is Verdict.PASSED}
    assert {"docker push example/shop", "npm --prefix packages/api run db:reset"} <= passed
