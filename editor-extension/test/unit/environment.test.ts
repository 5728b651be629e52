import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { unset } from "../../src/environment";

test("the server sees the user's environment, and nothing of the editor's", () => {
  const editor = { ELECTRON_RUN_AS_NODE: "1", VSCODE_IPC_HOOK: "/run/x", MY_VSCODE_THEME: "dark", HOME: "/home/sam" };
  const env = { ...editor, ...unset(editor) };
  const seen = execFileSync("/usr/bin/env", { env, encoding: "utf8" }).trim().split("\n").toSorted();
  assert.deepEqual(seen, ["HOME=/home/sam", "MY_VSCODE_THEME=dark"]);
});
