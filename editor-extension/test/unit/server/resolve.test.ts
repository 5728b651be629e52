import assert from "node:assert/strict";
import { test } from "node:test";
import { resolve, type Facts } from "../../../src/server/resolve";

const FACTS: Facts = {
  trusted: true,
  command: [],
  interpreters: [],
  folders: ["/home/me/project"],
  home: "/home/me",
  path: ["/usr/bin", "/home/me/project/node_modules/.bin"],
  toolFolders: [],
  bundled: undefined,
  windows: false,
};

function launched(facts: Partial<Facts>, ...there: readonly string[]): string {
  const found = resolve({ ...FACTS, ...facts }, (it) => there.includes(it));
  return found.found ? `${found.launch.origin}: ${[found.launch.command, ...found.launch.args].join(" ")}` : "none";
}

const EVERYWHERE = [
  "/bundle/python",
  "/venv/bin/hookwright",
  "/home/me/project/.venv/bin/hookwright",
  "/usr/bin/hookwright",
  "/home/me/.local/bin/hookwright",
];

test("the setting wins, whatever else is there, with its own arguments", () => {
  const command = ["~/hw", "lsp", "--stdio"];
  assert.equal(launched({ command }, ...EVERYWHERE), "setting: /home/me/hw lsp --stdio");
});

test("each place is taken where those before it have nothing", () => {
  const facts = { bundled: { folder: "/ext/bundled", python: "/bundle/python" }, interpreters: ["/venv/bin/python3"] };
  const expected = [
    "bundled: /bundle/python -I -S /ext/bundled/launch.py lsp",
    "interpreter: /venv/bin/hookwright lsp",
    "workspace: /home/me/project/.venv/bin/hookwright lsp",
    "path: /usr/bin/hookwright lsp",
    "tool: /home/me/.local/bin/hookwright lsp",
    "none",
  ];
  expected.forEach((it, index) => assert.equal(launched(facts, ...EVERYWHERE.slice(index)), it));
});

test("an untrusted workspace holds nothing that is started", () => {
  const facts = { trusted: false };
  assert.equal(launched(facts, "/home/me/project/.venv/bin/hookwright"), "none");
  assert.equal(launched(facts, "/home/me/project/node_modules/.bin/hookwright"), "none");
  assert.equal(launched(facts, ...EVERYWHERE), "path: /usr/bin/hookwright lsp");
});

test("a folder of tools that the environment names is looked at before the usual one", () => {
  const there = ["/tools/hookwright", "/home/me/.local/bin/hookwright"];
  assert.equal(launched({ toolFolders: ["/tools/"] }, ...there), "tool: /tools/hookwright lsp");
});

test("relative folders of PATH are left out, and what was looked for is told", () => {
  const found = resolve({ ...FACTS, path: [".", "bin", "/usr/bin"] }, () => false);
  const looked = ["/home/me/project/.venv/bin/hookwright", "/usr/bin/hookwright", "/home/me/.local/bin/hookwright"];
  assert.deepEqual(found, { found: false, looked });
});

test("Windows has its own names", () => {
  const facts = { windows: true, folders: ["C:\\work"], path: [] };
  assert.equal(
    launched(facts, "C:\\work/.venv/Scripts/hookwright.exe"),
    "workspace: C:\\work/.venv/Scripts/hookwright.exe lsp",
  );
});
