import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutEditor } from "../../../src/server/machine";

test("the server sees the user's environment, and nothing of the editor's", () => {
  const seen = withoutEditor({
    ELECTRON_RUN_AS_NODE: "1",
    VSCODE_IPC_HOOK: "/run/x",
    MY_VSCODE_THEME: "dark",
    HOME: "/home/sam",
  });
  assert.deepEqual(seen, { MY_VSCODE_THEME: "dark", HOME: "/home/sam" });
});
