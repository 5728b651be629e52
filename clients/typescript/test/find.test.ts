/** Where a server is looked for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates } from "../src/find.js";

const ENVIRONMENT = { PATH: "/usr/bin:relative:/project/bin", PIPX_BIN_DIR: "/pipx", UV_TOOL_BIN_DIR: "" };

test("a trusted project's own server comes first, then those of PATH and of tools", () => {
  const found = candidates({ projectDir: "/project", trusted: true }, ENVIRONMENT, "/home/me", false);
  assert.deepEqual(found, [
    "/project/.venv/bin/hookwright",
    "/usr/bin/hookwright",
    "/project/bin/hookwright",
    "/pipx/hookwright",
    "/home/me/.local/bin/hookwright",
  ]);
});

test("nothing of a project that is not trusted is looked at", () => {
  const found = candidates({ projectDir: "/project", trusted: false }, ENVIRONMENT, "/home/me", false);
  assert.deepEqual(found, ["/usr/bin/hookwright", "/pipx/hookwright", "/home/me/.local/bin/hookwright"]);
});
