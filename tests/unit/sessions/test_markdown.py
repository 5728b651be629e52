"""What hooks did as Markdown, in which nothing of a hook means anything."""

from __future__ import annotations

from pathlib import Path

from tests.unit.sessions.homes import Home, failed, settings

from hookwright.reports.seen_data import seen_data
from hookwright.reports.seen_markdown import seen_markdown


def test_it_names_the_hook_what_it_did_and_what_cannot_be_known(tmp_path: Path) -> None:
    home = Home(tmp_path / "home", (tmp_path / "shop").resolve())
    project = str(home.project)
    settings(Path(project), {"PreToolUse": [("Bash", "sh guard.sh"), ("Bash", "true")]})
    evil = failed(1, "sh guard.sh", project, stderr="Failed with non-blocking status code: *no* [x](http://a)")
    home.write("claude-code", [evil, failed(2, "bash guard.sh", project), failed(3, "sh gone.sh", project)])

    page = seen_markdown(seen_data(project, home.host, agent="claude-code"), str(home.folder))

    assert page.startswith(f"# What hooks did\n\nIn `{project}`, as agents recorded it.\n\n## Claude Code\n\n")
    assert "1 session file in `~/.claude/projects`." in page
    worst = "- `.claude/settings.json:7` PreToolUse `Bash` `sh guard.sh`: **failed in 1 of 1 recorded run since "
    assert worst in page
    assert "[x](http" not in page
    assert "*no*" not in page.replace("\\*no\\*", "")
    assert "- PreToolUse `bash guard.sh` (an earlier version of `.claude/settings.json:7`): " in page
    assert "- PreToolUse `sh gone.sh` (in no current file): " in page
    assert page.index("The files have no records of these hooks.") < page.index(
        "- `.claude/settings.json:16` PreToolUse `Bash` `true`"
    )
    assert page.rstrip().endswith("more than one refusal of the same call.")


def test_it_says_where_nothing_is_known(tmp_path: Path) -> None:
    home = Home(tmp_path / "home", tmp_path)
    assert "No agent has recorded anything of these hooks." in seen_markdown(seen_data(str(tmp_path), home.host), "")
