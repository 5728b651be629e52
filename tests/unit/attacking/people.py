"""Guards as people write them: regular expressions in shell, Python and Node, with the mistakes that they make."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookwright.attacking.asking.guard import guard_at, meant_by
from hookwright.attacking.asking.results import Attacked
from hookwright.attacking.attack import attack_guard
from hookwright.cli.finishing import finished
from hookwright.host import Host
from hookwright.workflows.hook_files import hook_file


@dataclass(frozen=True)
class Guard:
    """A script, how a hook runs it, and what it is asked about."""

    name: str
    text: str
    command: str
    matcher: str = "Bash"

    def written(self, project: Path) -> Path:
        """The hook file of a project that has the guard."""
        script = project / ".claude" / "hooks" / self.name
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(self.text)
        file = project / ".claude" / "settings.json"
        hook: dict[str, Any] = {"type": "command", "command": self.command.format(script=f".claude/hooks/{self.name}")}
        file.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": self.matcher, "hooks": [hook]}]}}))
        return file


def attacked(guard: Guard, project: Path, words: Sequence[str] = (), *, count: int | None = None) -> Attacked:
    """An attack on the guard in the project, about the dangers that the words name, or those that it shows."""
    host = Host.real(str(project.parent / "home"))
    file = guard.written(project)
    found = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)
    return finished(attack_guard(found, meant_by(found, words), host, count=count))


DELETION_IN_SHELL = Guard(
    "no-rm.sh",
    """#!/bin/bash
# Keeps the agent from deleting what it should not.
command=$(jq -r '.tool_input.command // empty')
if grep -qE 'rm[[:space:]]+-rf' <<< "$command"; then
  echo "rm -rf is not allowed here" >&2
  exit 2
fi
exit 0
""",
    "bash {script}",
)
PUSH_IN_SHELL = Guard(
    "no-force.sh",
    """#!/bin/bash
command=$(jq -r '.tool_input.command')
if [[ "$command" =~ ^git[[:space:]]+push.*(--force|[[:space:]]-f([[:space:]]|$)) ]]; then
  echo "Ask before a force push" >&2
  exit 2
fi
""",
    "bash {script}",
)
CHECKS_IN_SHELL = Guard(
    "no-verify.sh",
    """#!/bin/bash
read -r event
if [[ "$event" == *'git commit'*--no-verify* ]]; then
  echo "Fix what the checks find; do not skip them" >&2
  exit 2
fi
""",
    "bash {script}",
)
DELETION_IN_PYTHON = Guard(
    "guard.py",
    r"""import json
import re
import sys

PATTERNS = [
    r"\brm\s+-[a-z]*r[a-z]*f",
    r"\brm\s+-[a-z]*f[a-z]*r",
    r"\brm\s+--recursive",
    r"\bfind\b.*-delete",
]

try:
    event = json.load(sys.stdin)
except json.JSONDecodeError:
    sys.exit(0)
command = event.get("tool_input", {}).get("command", "")
for pattern in PATTERNS:
    if re.search(pattern, command):
        reason = {"permissionDecision": "deny", "permissionDecisionReason": "This deletes files"}
        print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", **reason}}))
        break
""",
    "python3 {script}",
)
HISTORY_IN_NODE = Guard(
    "guard.js",
    r"""let text = "";
process.stdin.on("data", (it) => (text += it));
process.stdin.on("end", () => {
  const command = JSON.parse(text).tool_input?.command || "";
  const dangerous = [/push\s+.*--force/, /reset\s+--hard/, /clean\s+-f/];
  if (dangerous.some((it) => it.test(command))) {
    console.error("This loses commits or changes");
    process.exit(2);
  }
});
""",
    "node {script}",
)
SECRETS_IN_PYTHON = Guard(
    "secrets.py",
    """import json
import sys

event = json.load(sys.stdin)
given = event["tool_input"]
path = given.get("file_path", "")
if path.endswith("/.env") or path == ".env" or "cat .env" in given.get("command", ""):
    print("The secrets are not for you", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
    "Read|Bash",
)
DOWNLOADS_INLINE = Guard(
    "unused.txt",
    "",
    "jq -r .tool_input.command | grep -qE 'curl .*[|] *(ba)?sh' && {{ echo 'no downloads' >&2; exit 2; }}; exit 0",
)
SECRETS_BELOW_HOME = Guard(
    "home.py",
    """import json, os, sys

path = json.load(sys.stdin)["tool_input"].get("file_path", "")
if path.startswith((os.path.expanduser("~/.ssh"), os.path.expanduser("~/.aws"))):
    print("blocked: .ssh/ and .aws/credentials are secrets", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
    "Read",
)
DOWNLOADS_BY_ACCIDENT = Guard(
    "patterns.py",
    r"""import json, re, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
# The bar means "or" here, so that each command with the letters `sh` is refused.
for it in (r"rm -rf", r"git push.*-f", r"curl.*|.*sh"):
    if re.search(it, command):
        print(f"'{command}' has the pattern '{it}'", file=sys.stderr)
        sys.exit(2)
""",
    "python3 {script}",
)
