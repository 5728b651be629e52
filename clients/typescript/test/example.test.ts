/** The example for Node, as its first lines say that it is run. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";

const GUARD = `grep -q '[.]env' && { echo secrets stay >&2; exit 2; }; exit 0`;
const LINTED = `echo '{"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "linted"}}'`;
const HOOKS = {
  UserPromptSubmit: [{ hooks: [{ type: "command", command: "echo on trunk" }] }],
  PreToolUse: [{ matcher: "Read|Write", hooks: [{ type: "command", command: GUARD }] }],
  PostToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: LINTED }] }],
};

test("the example runs its tools through the hooks of a project", () => {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(process.cwd(), join(folder, "node_modules", "hookwright"));
    copyFileSync("../../examples/agent.mjs", join(folder, "agent.mjs"));
    mkdirSync(join(folder, ".claude"));
    writeFileSync(join(folder, ".claude", "settings.json"), JSON.stringify({ hooks: HOOKS }));
    const PATH = [join(process.cwd(), "../../.venv/bin"), process.env.PATH].join(delimiter);
    const options = { cwd: folder, encoding: "utf8", env: { ...process.env, PATH } } as const;
    const said = execFileSync(process.execPath, ["agent.mjs", folder], options);
    assert.equal(said, "context: on trunk\nread: refused: secrets stay\nwrite: written\nlinted\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
