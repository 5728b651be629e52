"""A project whose hooks are about to run, and a user who is asked about them and agrees."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hookwright.config.read import read_hook_file
from hookwright.consent.asking import changes_of, confirm, not_agreed, requests_of
from hookwright.consent.question import question
from hookwright.consent.request import ConsentRequest, PlannedRun
from hookwright.dialects import by_id
from hookwright.engine.consents import Consents
from hookwright.firing.fire import fire_request
from hookwright.host import Host
from hookwright.model.hook import Scope


@dataclass(frozen=True)
class Asked:
    """A folder with a project and a home."""

    root: Path
    environ: Mapping[str, str] = field(default_factory=dict)

    @property
    def project(self) -> Path:
        """The folder of the project, with every link resolved."""
        return self.root.resolve() / "project"

    @property
    def consents(self) -> Consents:
        """What the user has agreed to."""
        return Consents(Host({"HOOKWRIGHT_STATE_DIR": str(self.root / "state")}, str(self.root)))

    def write(self, path: str, text: str, *, runs: bool = False) -> Path:
        """Writes a file of the project; `runs`: it may be executed."""
        file = self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755 if runs else 0o644)
        return file

    def planned(self, hook: Mapping[str, Any], added: Mapping[str, str] | None = None, **keys: Any) -> PlannedRun:
        """The run of one hook of the project; `keys` are those of its settings file."""
        text = json.dumps({**keys, "hooks": {"PreToolUse": [{"hooks": [hook]}]}})
        path = self.write(".claude/settings.json", text)
        file = read_hook_file(str(path), text, by_id("claude-code"), Scope.PROJECT)
        environ = {"PATH": os.environ["PATH"], **self.environ, **(added or {})}
        host = Host(environ, str(self.root.resolve() / "home"))
        request = fire_request(file, "/hooks/PreToolUse", project_dir=str(self.project), host=host)
        return PlannedRun(request.plan, file, host, added=tuple((added or {}).items()))

    def request(self, command: str, added: Mapping[str, str] | None = None) -> ConsentRequest:
        """What the user would be asked about a command, whether they have agreed or not."""
        (found,) = requests_of([self.planned({"type": "command", "command": command}, added)])
        return found

    def agreed(self, wanted: PlannedRun) -> str:
        """The question before it runs, to which the user says yes; empty where they are not asked."""
        found = not_agreed(requests_of([wanted]), self.consents)
        text = question(found, changes_of(found, self.consents)) if found else ""
        assert confirm(requests_of([wanted]), found, self.consents) is None
        return text

    def asked(self, command: str) -> str:
        """The same of a command."""
        return self.agreed(self.planned({"type": "command", "command": command}))
