import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const VSIX = fileURLToPath(new URL("../../../build/hookwright.vsix", import.meta.url));
const MOST_BYTES = 300_000;

const listed = execFileSync("python3", ["-m", "zipfile", "-l", VSIX], { encoding: "utf8" });
const names = listed
  .split("\n")
  .slice(1)
  .map((it) => it.split(/\s{2,}/)[0])
  .filter((it) => it);

test("the package has what it needs, and nothing else", () => {
  assert.deepEqual(names.toSorted(), [
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/changelog.md",
    "extension/dist/extension.js",
    "extension/l10n/bundle.l10n.vi.json",
    "extension/l10n/bundle.l10n.zh-cn.json",
    "extension/media/icon.png",
    "extension/package.json",
    "extension/package.nls.json",
    "extension/package.nls.vi.json",
    "extension/package.nls.zh-cn.json",
    "extension/readme.md",
    "extension/schemas/hookwright.schema.json",
    "extension/walkthrough/fire.md",
    "extension/walkthrough/open.md",
    "extension/walkthrough/server.md",
  ]);
});

test("the package is small", () => {
  assert.ok(statSync(VSIX).size < MOST_BYTES, `${statSync(VSIX).size} bytes`);
});

test("nothing in it tells of the machine that built it", () => {
  const bundle = readFileSync(new URL("../../dist/extension.js", import.meta.url), "utf8");
  assert.ok(!bundle.includes(fileURLToPath(new URL("../../", import.meta.url))));
  assert.ok(!bundle.includes("sourceMappingURL"));
});
