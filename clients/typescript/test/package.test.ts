/** What is published. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

test("the package has its code, types, readme and license, and nothing else", () => {
  const arguments_ = ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline"];
  const [packed] = JSON.parse(execFileSync("npm", arguments_, { encoding: "utf8" })) as Packed[];
  const modules = ["connection", "errors", "find", "index", "methods", "server", "service"];
  const built = modules.flatMap((it) => [`dist/${it}.d.ts`, `dist/${it}.js`]);
  assert.deepEqual(
    packed?.files.map((it) => it.path).sort(),
    ["LICENSE", "README.md", ...built, "package.json"].sort(),
  );
});

test("it is imported by its name", async () => {
  const name = "hookwright";
  const found = (await import(name)) as Record<string, unknown>;
  assert.deepEqual(Object.keys(found).sort(), ["EngineGone", "EngineRefused", "HookService"]);
});
