import assert from "node:assert/strict";
import { test } from "node:test";
import { concernedBy } from "../../../src/testing/selection";
import { hookItems, testItems } from "../../../src/testing/items";
import { configured, FILE, files, hook, tree } from "./data";

const USERS = { source: "/home/u/.claude/settings.json", scope: "user", name: "user's" };
const HOOKS = tree({
  A: [
    configured("/hooks/A/0/hooks/0", {
      hook: hook("/hooks/A/0/hooks/0", { name: "first" }),
      scripts: ["/p/guard.sh", "/p/both.sh"],
    }),
    configured("/hooks/A/0/hooks/1", { hook: hook("/hooks/A/0/hooks/1", { name: "second" }), scripts: ["/p/both.sh"] }),
    configured("/hooks/A/0/hooks/0", {
      uri: "file:///home/u/.claude/settings.json",
      hook: hook("/hooks/A/0/hooks/0", USERS),
      scripts: ["/home/u/guard.sh"],
    }),
  ],
});
const TESTS = [
  ["file:///p/tests/in.hooktest.yaml", "inside"],
  ["file:///q/out.hooktest.yaml", "outside"],
].map(([uri = "", name = ""]) => ({ uri, tests: [{ name, line: 1, event: "A", skip: null }], problems: [] }));
const ITEMS = [...hookItems(HOOKS, files), ...testItems(TESTS, files)];

function labels(saved: string): readonly string[] {
  return concernedBy(ITEMS, saved).map((it) => it.hook?.configured.hook.name ?? it.label);
}

test("a script concerns the hooks that name it, and their project's tests", () => {
  assert.deepEqual(labels("/p/guard.sh"), ["first", "inside"]);
  assert.deepEqual(labels("/p/both.sh"), ["first", "second", "inside"]);
});

test("a hook file concerns its hooks and its project's tests", () => {
  assert.deepEqual(labels(FILE), ["first", "second", "inside"]);
});

test("the user's own hooks concern no tests", () => {
  assert.deepEqual(labels("/home/u/.claude/settings.json"), ["user's"]);
  assert.deepEqual(labels("/home/u/guard.sh"), ["user's"]);
});

test("a test file concerns its tests, and another file nothing", () => {
  assert.deepEqual(labels("/q/out.hooktest.yaml"), ["outside"]);
  assert.deepEqual(labels("/p/readme.md"), []);
});

test("on Windows too, where the server and the editor write drives otherwise", () => {
  const source = "C:\\p\\.claude\\settings.json";
  const hooks = {
    A: [configured("/0", { hook: hook("/0", { source, name: "first" }), scripts: ["C:\\p\\Guard.sh"] })],
  };
  const tests = { uri: "file:///c%3A/p/in.hooktest.yaml", problems: [] };
  const items = [
    ...hookItems(tree(hooks, "C:\\p"), files),
    ...testItems([{ ...tests, tests: [{ name: "inside", line: 1, event: "A", skip: null }] }], files),
  ];
  const found = (saved: string): number => concernedBy(items, saved).length;
  assert.deepEqual(
    ["c:\\p\\.claude\\settings.json", "c:\\p\\guard.sh", "c:\\p\\in.hooktest.yaml"].map(found),
    [2, 2, 1],
  );
  assert.equal(found("c:\\q\\guard.sh"), 0);
});
