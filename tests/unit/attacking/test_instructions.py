"""What `CLAUDE.md` or `AGENTS.md` forbids, where the messages of a guard refer to it."""

from __future__ import annotations

from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.texts.instructions import forbidden

_TEXTS = ('deny "not here, see CLAUDE.md"',)


@every(
    ("line", "commands", "files"),
    [
        (
            "- Never run `git push --force`, or `docker push example/shop`.",
            ("git push --force", "docker push example/shop"),
            (),
        ),
        ("Do not edit `src/gen/` by hand; run `npm run gen`.", (), ("src/gen/notes.txt",)),
        ("You must not change `config/prod.yaml`.", (), ("config/prod.yaml",)),
        ("Never deploy without `npm test`.", (), ()),
        ("Run `git push --force` on your own branch.", (), ()),
        ("Never use `git push <branch>`.", (), ()),
    ],
)
def test_a_sentence_forbids_what_it_has_in_backticks(
    project: Path, line: str, commands: tuple[str, ...], files: tuple[str, ...]
) -> None:
    (project / "CLAUDE.md").write_text(f"# Rules\n\n{line}\n")
    assert forbidden(_TEXTS, str(project)) == (commands, files)
    assert forbidden(("deny 'not here'",), str(project)) == ((), ())


_GUARD = """import json, re, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
if re.search(r"systemctl\\s+restart\\s+shop|pulumi\\s+up", command):
    print("BLOCKED: see AGENTS.md", file=sys.stderr)
    sys.exit(2)
"""


def test_a_guard_is_attacked_with_what_the_file_forbids_if_it_stops_that(project: Path) -> None:
    (project / "AGENTS.md").write_text("Never run `systemctl restart shop --no-block` or `systemctl poweroff`.\n")
    guard = Guard("see.py", _GUARD, 'python3 "$CLAUDE_PROJECT_DIR"/{script}')
    seeds = {it.variant.seed for it in attacked(guard, project, count=60).tried}
    assert "systemctl restart shop --no-block" in seeds
    assert "systemctl poweroff" not in seeds
