/** The project whose hooks the panel's tests fire: hooks that agree, object, change, dawdle and babble. */

const changing = `import json, sys
payload = json.load(sys.stdin)
changed = dict(payload["tool_input"], file_path="/project/drafts/notes.md")
print(json.dumps({"hookSpecificOutput": {
    "hookEventName": "PreToolUse",
    "permissionDecision": "allow",
    "permissionDecisionReason": "drafts may always be written",
    "updatedInput": changed,
}}))
`;

const guarding = `printf '\\033[1;31mrefused\\033[0m: main.py is protected\\n' >&2
printf '<b onclick="alert(1)">see CONTRIBUTING</b> \\001\\n' >&2
exit 2
`;

const building = `import pathlib, sys
for number in range(40):
    print(f"step {number + 1:2} of 40: checked module_{number}.py")
pathlib.Path("build").mkdir(exist_ok=True)
pathlib.Path("build/report.txt").write_text("all good\\n")
readme = pathlib.Path("README.md")
readme.write_text(readme.read_text().replace("draft", "final"))
pathlib.Path("old.txt").unlink()
`;

function command(text, more = {}) {
  return { type: "command", command: text, ...more };
}

const CLAUDE = ".claude/settings.json";
const LEAKY = "leaky/.claude/settings.json";
const SERIAL = ".clawdcode/settings.json";

export const FILES = {
  [LEAKY]: {
    hooks: {
      PreToolUse: [
        { matcher: "Bash", hooks: [command("grep -q 'rm -rf' && { echo 'no rm -rf' >&2; exit 2; }; exit 0")] },
      ],
    },
  },
  "scripts/change.py": changing,
  "scripts/guard.sh": guarding,
  "scripts/build.py": building,
  "README.md": "# Demo\n\nThis is a draft.\n",
  "old.txt": "gone soon\n",
  [CLAUDE]: {
    hooks: {
      PreToolUse: [
        {
          matcher: "Write|Edit",
          hooks: [
            command("python3 scripts/change.py"),
            command("sh scripts/guard.sh"),
            command("echo waiting for the network; sleep 30", { timeout: 1 }),
            command(`echo '{"decision": "approve", "reson": "typo"}'`),
          ],
        },
      ],
      PostToolUse: [{ matcher: "*", hooks: [command("python3 scripts/build.py")] }],
      UserPromptSubmit: [{ hooks: [command("echo The build is green.")] }],
      Stop: [{ hooks: [command("true")] }],
      SessionEnd: [{ hooks: [command("seq 200000")] }],
    },
  },
  [SERIAL]: {
    hooks: {
      PreToolUse: [{ hooks: [command("echo first"), command("echo no >&2; exit 2"), command("echo never reached")] }],
    },
  },
};

/** What is fired of them: a file of hooks, and which of its hooks, in which way. */
export const FIRED = {
  denied: [CLAUDE, { pointer: "/hooks/PreToolUse" }],
  changed: [CLAUDE, { pointer: "/hooks/PreToolUse/0/hooks/0" }],
  copied: [CLAUDE, { pointer: "/hooks/PostToolUse", scratch: true }],
  context: [CLAUDE, { pointer: "/hooks/UserPromptSubmit" }],
  unmatched: [CLAUDE, { pointer: "/hooks/PreToolUse/0/hooks/3", sample: "Bash" }],
  loud: [CLAUDE, { pointer: "/hooks/SessionEnd" }],
  serial: [SERIAL, { pointer: "/hooks/PreToolUse" }],
};

/** What is explained of them. */
export const EXPLAINED = {
  explained: [CLAUDE, { pointer: "/hooks/PreToolUse/0/hooks/1" }],
};

/** What is attacked, by a name. */
export const ATTACKED = { attacked: [LEAKY, { dangers: ["deletion"], count: 60 }] };
