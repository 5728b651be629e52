"""The planted defects in scripts: pages for each rule, of scripts in which a hand has marked what is wrong.

A page is named after its rule: `RULE.md`, or `RULE--PART.md` for one of several faults that the rule finds.

The title of a section says what runs its scripts: "`Bash` on `PreToolUse` of `claude-code`: …", where the matcher is
left out for events without one.  Marks are those of the other planted pages.  A script without a mark is a control.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath

from tests.markers import Block, Section, parse

from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.scripts.effects import Language
from hookwright.scripts.read import read_script
from hookwright.scripts.source import Source

PLANTED = Path(__file__).parent / "planted" / "scripts"

_TITLE = re.compile(r"^(?:`(?P<matcher>[^`]+)` on )?`(?P<event>\w+)` of `(?P<dialect>[\w-]+)`: .+$")
_LANGUAGES = {".sh": Language.SHELL, ".py": Language.PYTHON}


@dataclass(frozen=True)
class PlantedScript:
    """A script of a page, and what runs it."""

    page: str
    section: Section
    block: Block

    @property
    def rule(self) -> str:
        """The rule that its page is about."""
        return self.page.partition("--")[0]

    @property
    def id(self) -> str:
        """What tests call it."""
        return f"{self.page}: {self.block.path}"

    @property
    def language(self) -> Language:
        """The language that its name tells; TypeScript is JavaScript."""
        return _LANGUAGES.get(PurePath(self.block.path or "").suffix, Language.JAVASCRIPT)

    @cached_property
    def subject(self) -> ScriptSubject:
        """The script with the hook that runs it."""
        path = f"/project/{self.block.path}"
        script = read_script(self.language, Source(self.block.text, path))
        return ScriptSubject(path, self.block.text, script, (self._use(),), "/project", lambda _: True)

    def _use(self) -> ScriptUse:
        title = _TITLE.match(self.section.title)
        assert title is not None, f"{self.section.title}: say which event of which dialect runs these scripts"
        command = f"./{self.block.path}"
        group = {"hooks": [{"type": "command", "command": command}]}
        matched = {"matcher": title["matcher"], **group} if title["matcher"] else group
        text = json.dumps({"hooks": {title["event"]: [matched]}})
        file = read_hook_file("/project/settings.json", text, by_id(title["dialect"]), Scope.PROJECT)
        [view] = file.groups
        [hook] = view.hooks
        assert view.row is not None, f"{title['event']} is no event"
        return ScriptUse(file, view, hook, view.row, (*hook.route, "command"), (0, len(command)))


def planted_scripts() -> Iterator[PlantedScript]:
    """Every script of every page."""
    for page in sorted(PLANTED.glob("*.md")):
        yield from scripts_of(page)


def scripts_of(page: Path) -> Iterator[PlantedScript]:
    """Every script of a page with such titles."""
    for section in parse(page.read_text(encoding="utf-8")):
        yield from (PlantedScript(page.stem, section, block) for block in section.inputs)
