"""The scripts that are read: guards as people write them, in any length, in each of the languages.

In 100 lines, they do at least about as much as real scripts do: those that the hooks of 117 public repositories run
(2026-11-25; 429 in shell, 178 in Python, 196 in JavaScript and TypeScript), as their front ends understand them:

| in 100 lines | shell | real | Python | real | JavaScript | real |
|---|---|---|---|---|---|---|
| effects | 59 | 55 | 39 | 35 | 41 | 27 |
| decisions | 14.8 | 15.1 | 8.7 | 9.2 | 8.6 | 6.8 |
| places that print | 7.4 | 5.2 | 5.0 | 1.6 | 4.9 | 2.6 |
| places that read a key of the payload | 6.0 | 2.2 | 7.5 | 2.5 | 9.8 | 2.1 |
| ways out | 6.7 | 6.0 | 1.9 | 1.4 | 1.8 | 1.7 |
| lines of code | 81 | 59 | 79 | 75 | 85 | 78 |

Effects in a function count once for each call of it.
"""

from __future__ import annotations

from hookwright.scripts.effects import Language

SUFFIXES = {Language.SHELL: "sh", Language.PYTHON: "py", Language.JAVASCRIPT: "js"}

_PYTHON = (
    '''#!/usr/bin/env python3
"""Guards what the agent does."""

import json
import re
import sys
import time
from pathlib import Path


def deny(reason):
    output = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason}
    print(json.dumps({"hookSpecificOutput": output}))
    sys.exit(0)


''',
    '''def check_@(data):
    """Refuses what rule @ is about."""
    tool = data.get("tool_name", "")
    if tool not in ("Bash", "Write"):
        return None
    command = data.get("tool_input", {}).get("command", "")
    for pattern in (r"\\brm\\s+-rf\\b", r"\\bchmod\\s+777\\b"):
        if re.search(pattern, command):
            return f"rule @: {command} is not allowed"
    path = data.get("tool_input", {}).get("file_path")
    if path and path.endswith((".env", ".pem")):
        return f"rule @: {path} is protected"
    try:
        text = Path(path or "README.md").read_text()
    except OSError as error:
        print(f"rule @: {error}", file=sys.stderr)
        return None
    return "rule @: the file has a password" if "password" in text else None


# How many lines of a report about rule @ are kept, and where it is written.
LINES_@ = 40
REPORT_@ = ".claude/reports/rule-@.md"


def summary_@(text):
    """What a report says of a text.

    Empty lines and comments do not count, and long lines are cut, so that the
    report can be read in a terminal.
    """
    lines = []
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        lines.append(line[:120])
    return "\\n".join(lines[-LINES_@:])


def report_@(data):
    """Writes the report of rule @ beside those of the other rules."""
    folder = Path(REPORT_@).parent

    # The folder is not part of the repository.
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)

    text = summary_@(str(data.get("tool_input", "")))
    if len(text) > 4000:
        text = text[:4000]
    elif not text:
        text = "nothing"
    if Path(REPORT_@).is_symlink():
        print(f"rule @: {REPORT_@} is a link", file=sys.stderr)
        return
    if Path(REPORT_@).is_dir():
        print(f"rule @: {REPORT_@} is a folder", file=sys.stderr)
        return
    with open(REPORT_@, "a", encoding="utf-8") as file:
        file.write(f"## {time.strftime('%H:%M')}\\n\\n")
        file.write(text + "\\n")


''',
    """def main():
    try:
        data = json.load(sys.stdin)
    except ValueError:
        print("the payload cannot be read", file=sys.stderr)
        sys.exit(2)
""",
    """    reason = check_@(data)
    if reason:
        report_@(data)
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
    """check_@() {
  local command path lines
  command=$(echo "$INPUT" | jq -r '.tool_input.command // empty')
  path=$(echo "$INPUT" | jq -r '.tool_input.file_path // empty')
  if echo "$command" | grep -qE 'rm -rf|chmod 777'; then
    deny "rule @: $command is not allowed"
  fi
  case "$path" in
    *.env | *.pem) deny "rule @: $path is protected" ;;
    "") return 0 ;;
  esac
  if [[ -f "$path" ]] && grep -q password "$path"; then
    echo "rule @: the file has a password" >&2
    exit 2
  fi
  lines=$(wc -l <"$path" 2>/dev/null || echo 0)
  [ "$lines" -gt 1000 ] && echo "rule @: $path is long" >&2
  return 0
}

# The report of rule @; nothing reads it but people.
REPORT_@="$HOME/.claude/reports/rule-@.md"
LINES_@=40

summary_@() {
  # Empty lines and comments do not count.
  sed -e 's/^[[:space:]]*//' "/tmp/$1.log" |
    grep -v -e '^#' -e '^$' |
    cut -c 1-120 |
    tail -n "$LINES_@"
  if [ -n "${DEBUG:-}" ]; then
    echo "rule @: $LINES_@ lines are kept" >&2
  fi
}

report_@() {
  local folder
  folder=$(dirname "$REPORT_@")
  if [ -L "$REPORT_@" ]; then
    exit 2
  fi

  # The folder is not part of the repository.
  if [ ! -d "$folder" ] && ! mkdir -p "$folder"; then
    echo "rule @: $folder cannot be made" >&2
    return 1
  fi

  # Old reports are not kept: a long one is of no use to anybody.
  if [ -f "$REPORT_@" ] && [ "$(wc -l <"$REPORT_@")" -gt 5000 ]; then
    mv "$REPORT_@" "$REPORT_@.old"
  fi

  case "$1" in
    Bash) echo "a command" >>"$REPORT_@" ;;
    Write) echo "a file" >>"$REPORT_@" ;;
    *) echo "rule @: $1 is not looked at" >&2 && return 1 ;;
  esac

  {
    date '+## %H:%M'
    summary_@ "$1"
  } >>"$REPORT_@"
}

""",
    '[ "$TOOL" = "Bash" ] || [ "$TOOL" = "Write" ] || exit 0\n',
    'check_@\nreport_@ "$TOOL"\n',
    "exit 0\n",
)
_JAVASCRIPT = (
    """#!/usr/bin/env node
// Guards what the agent does.
const fs = require("fs");
const os = require("os");
const path = require("path");

function deny(reason) {
  const output = { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason };
  console.log(JSON.stringify({ hookSpecificOutput: output }));
  process.exit(0);
}

""",
    """function check_@(data) {
  const input = data.tool_input || {};
  if (!["Bash", "Write"].includes(data.tool_name)) {
    return null;
  }
  for (const pattern of [/\\brm\\s+-rf\\b/, /\\bchmod\\s+777\\b/]) {
    if (pattern.test(input.command || "")) {
      return `rule @: ${input.command} is not allowed`;
    }
  }
  if (input.file_path && /\\.(env|pem)$/.test(input.file_path)) {
    return `rule @: ${input.file_path} is protected`;
  }
  try {
    const text = fs.readFileSync(input.file_path || "README.md", "utf8");
    return text.includes("password") ? "rule @: the file has a password" : null;
  } catch (error) {
    console.error(`rule @: ${error.message}`);
    return null;
  }
}

// How many lines of a report about rule @ are kept, and where it is written.
const LINES_@ = 40;
const REPORT_@ = path.join(os.homedir(), ".claude", "reports", "rule-@.md");

/**
 * What a report says of a text.
 *
 * Empty lines and comments do not count, and long lines are cut, so that the
 * report can be read in a terminal.
 */
function summary_@(text) {
  const lines = [];
  for (const line of text.split("\\n")) {
    const kept = line.trim();
    if (!kept || kept.startsWith("//")) {
      continue;
    }
    lines.push(kept.slice(0, 120));
  }
  return lines.slice(-LINES_@).join("\\n");
}

/** Writes the report of rule @ beside those of the other rules. */
function report_@(text) {
  const folder = path.dirname(REPORT_@);

  // The folder is not part of the repository.
  if (!fs.existsSync(folder)) {
    fs.mkdirSync(folder, { recursive: true });
    console.error(`rule @: ${folder} has been made`);
  }

  // Old reports are not kept: a long one is of no use to anybody.
  if (fs.existsSync(REPORT_@) && fs.statSync(REPORT_@).size > 500_000) {
    fs.renameSync(REPORT_@, `${REPORT_@}.old`);
    console.error(`rule @: ${REPORT_@} begins again`);
  }

  const time = new Date().toISOString().slice(11, 16);
  fs.appendFileSync(REPORT_@, `## ${time}\\n\\n`);
  fs.appendFileSync(REPORT_@, summary_@(text) + "\\n");
}

""",
    """function main() {
  let data;
  try {
    data = JSON.parse(fs.readFileSync(0, "utf8"));
  } catch (error) {
    console.error(`the payload cannot be read: ${error.message}`);
    process.exit(2);
  }
""",
    """  const reason_@ = check_@(data);
  if (reason_@) {
    report_@(reason_@);
    deny(reason_@);
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
    functions, calls = ("".join(piece.replace("@", it) for it in numbers) for piece in (function, call))
    return f"{head}{functions}{main}{calls}{end}"
