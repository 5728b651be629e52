"""The scripts that are read: guards as people write them, in any length, in each of the languages."""

from __future__ import annotations

from hookwright.scripts.effects import Language

SUFFIXES = {Language.SHELL: "sh", Language.PYTHON: "py", Language.JAVASCRIPT: "js"}

_PYTHON = (
    '''#!/usr/bin/env python3
"""Guards what the agent does."""

import json
import re
import sys
from pathlib import Path


def deny(reason):
    output = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason}
    print(json.dumps({"hookSpecificOutput": output}))
    sys.exit(0)


''',
    '''def check_#(data):
    """Refuses what rule # is about."""
    tool = data.get("tool_name", "")
    if tool not in ("Bash", "Write"):
        return None
    command = data.get("tool_input", {}).get("command", "")
    for pattern in (r"\\brm\\s+-rf\\b", r"\\bchmod\\s+777\\b"):
        if re.search(pattern, command):
            return f"rule #: {command} is not allowed"
    path = data.get("tool_input", {}).get("file_path")
    if path and path.endswith((".env", ".pem")):
        return f"rule #: {path} is protected"
    try:
        text = Path(path or "README.md").read_text()
    except OSError as error:
        print(f"rule #: {error}", file=sys.stderr)
        return None
    return "rule #: the file has a password" if "password" in text else None


''',
    """def main():
    try:
        data = json.load(sys.stdin)
    except ValueError:
        print("the payload cannot be read", file=sys.stderr)
        sys.exit(2)
""",
    """    reason = check_#(data)
    if reason:
        deny(reason)
""",
    "\n\nmain()\n",
)
_SHELL = (
    """#!/usr/bin/env bash
# Guards what the agent does.
set -uo pipefail

INPUT=$(cat)
TOOL=$(jq -r '.tool_name // empty' <<<"$INPUT")

deny() {
  jq -n --arg reason "$1" '{hookSpecificOutput: {hookEventName: "PreToolUse",
    permissionDecision: "deny", permissionDecisionReason: $reason}}'
  exit 0
}

""",
    """check_#() {
  local command path lines
  command=$(echo "$INPUT" | jq -r '.tool_input.command // empty')
  path=$(echo "$INPUT" | jq -r '.tool_input.file_path // empty')
  if echo "$command" | grep -qE 'rm -rf|chmod 777'; then
    deny "rule #: $command is not allowed"
  fi
  case "$path" in
    *.env | *.pem) deny "rule #: $path is protected" ;;
    "") return 0 ;;
  esac
  if [[ -f "$path" ]] && grep -q password "$path"; then
    echo "rule #: the file has a password" >&2
    exit 2
  fi
  lines=$(wc -l <"$path" 2>/dev/null || echo 0)
  [ "$lines" -gt 1000 ] && echo "rule #: $path is long" >&2
  return 0
}

""",
    '[ "$TOOL" = "Bash" ] || [ "$TOOL" = "Write" ] || exit 0\n',
    "check_#\n",
    "exit 0\n",
)
_JAVASCRIPT = (
    """#!/usr/bin/env node
// Guards what the agent does.
const fs = require("fs");

function deny(reason) {
  const output = { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason };
  console.log(JSON.stringify({ hookSpecificOutput: output }));
  process.exit(0);
}

""",
    """function check_#(data) {
  const input = data.tool_input || {};
  if (!["Bash", "Write"].includes(data.tool_name)) {
    return null;
  }
  for (const pattern of [/\\brm\\s+-rf\\b/, /\\bchmod\\s+777\\b/]) {
    if (pattern.test(input.command || "")) {
      return `rule #: ${input.command} is not allowed`;
    }
  }
  if (input.file_path && /\\.(env|pem)$/.test(input.file_path)) {
    return `rule #: ${input.file_path} is protected`;
  }
  try {
    const text = fs.readFileSync(input.file_path || "README.md", "utf8");
    return text.includes("password") ? "rule #: the file has a password" : null;
  } catch (error) {
    console.error(`rule #: ${error.message}`);
    return null;
  }
}

""",
    """function main() {
  const data = JSON.parse(fs.readFileSync(0, "utf8"));
""",
    """  const reason_# = check_#(data);
  if (reason_#) {
    deny(reason_#);
  }
""",
    "}\n\nmain();\n",
)
_PIECES = {Language.PYTHON: _PYTHON, Language.SHELL: _SHELL, Language.JAVASCRIPT: _JAVASCRIPT}


def script_text(language: Language, lines: int, first: int = 0) -> str:
    """A guard of about that many lines; each of its rules, numbered from `first` on, is a function and a call of it."""
    head, function, main, call, end = _PIECES[language]
    fixed, each = (head + main + end).count("\n"), (function + call).count("\n")
    numbers = [str(first + it) for it in range(max(1, round((lines - fixed) / each)))]
    functions, calls = ("".join(piece.replace("#", it) for it in numbers) for piece in (function, call))
    return f"{head}{functions}{main}{calls}{end}"
