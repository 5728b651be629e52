import assert from "node:assert/strict";
import { test } from "node:test";
import { hookItems, leaves, testItems, type Item } from "../../../src/testing/items";
import { configured, files, hook, tree, URI } from "./data";

function drawn(items: readonly Item[], depth = 0): readonly string[] {
  return items.flatMap((it) => [`${"  ".repeat(depth)}${it.kind} ${it.label}`, ...drawn(it.children, depth + 1)]);
}

const TWO = tree({
  PreToolUse: [
    configured("/hooks/PreToolUse/0/hooks/0"),
    configured("/hooks/PreToolUse/1/hooks/0", { matcher: "*" }),
    configured("/hooks/PreToolUse/0/hooks/1", { hook: hook("/hooks/PreToolUse/0/hooks/1", { name: "guard" }) }),
    configured("/hooks/PreToolUse", { parked: "1" }),
  ],
  Stop: [
    configured("/hooks/Stop/0/hooks/0", { uri: "file:///u", hook: hook("/hooks/Stop/0/hooks/0", { source: "/u" }) }),
  ],
});

test("files have events, which have groups, which have hooks, each with a name that says all of it", () => {
  assert.deepEqual(drawn(hookItems(TWO, files)), [
    "hooks .claude/settings.json",
    "  event PreToolUse",
    "    group matcher Bash",
    "      hook run /hooks/PreToolUse/0/hooks/0 — PreToolUse Bash",
    "      hook guard — PreToolUse Bash",
    "    group matcher *",
    "      hook run /hooks/PreToolUse/1/hooks/0 — PreToolUse",
    "hooks /u",
    "  event Stop",
    "    group matcher Bash",
    "      hook run /hooks/Stop/0/hooks/0 — Stop Bash",
  ]);
});

test("hooks that never run have no item; those of a file that is broken at the moment keep theirs", () => {
  const why = { canFire: false, skippedBecause: "Hooks of this type are not run" };
  const one = configured("/hooks/A/0/hooks/0", { canFire: false });
  const found = hookItems(tree({ A: [one, configured("/hooks/A/0/hooks/1", why)] }), files);
  assert.deepEqual(
    leaves(found).map((it) => it.label),
    ["run /hooks/A/0/hooks/0 — A Bash"],
  );
});

test("hooks that are alike are told apart by their names", () => {
  const alike = [0, 1].map((at) =>
    configured(`/hooks/A/0/hooks/${at}`, { hook: hook(`/hooks/A/0/hooks/${at}`, { command: "x" }) }),
  );
  const labels = leaves(hookItems(tree({ A: alike }), files)).map((it) => it.label);
  assert.deepEqual(labels, ["x — A Bash", "x — A Bash (2)"]);
});

test("where groups are hooks there is no level between, and the hook names its matcher", () => {
  const flat = tree({ A: [configured("/hooks/A/0", { group: "/hooks/A/0" })] });
  const [file] = hookItems(flat, files);
  assert.deepEqual(drawn([file as Item]), [
    "hooks .claude/settings.json",
    "  event A",
    "    hook run /hooks/A/0 — A Bash",
  ]);
});

test("a hook that several folders share is there once", () => {
  const [one] = TWO.dialects;
  assert.ok(one);
  const twice = { dialects: [one, { ...one, projectDir: "/q" }] };
  assert.deepEqual(drawn(hookItems(twice, files)), drawn(hookItems(TWO, files)));
});

test("ids say the file and the place, and nothing that changes as the file is edited", () => {
  const [file] = hookItems(TWO, files);
  const ids = (it: Item): readonly string[] => [it.id, ...it.children.slice(0, 1).flatMap(ids)];
  assert.deepEqual(ids(file as Item), [
    `${URI}#`,
    `${URI}#/hooks/PreToolUse`,
    `${URI}#/hooks/PreToolUse/0`,
    `${URI}#/hooks/PreToolUse/0/hooks/0`,
  ]);
});

test("events and groups of several hooks are where the file's text has them, the others have no place", () => {
  const place = { start: { line: 3, character: 0 }, end: { line: 4, character: 0 } };
  const ranges = new Map([
    ["/hooks/PreToolUse", place],
    ["/hooks/PreToolUse/0", place],
    ["/hooks/PreToolUse/1", place],
  ]);
  const [file] = hookItems(TWO, { ...files, ranges: () => ranges });
  const events = file?.children ?? [];
  const shown = [...events, ...(events[0]?.children ?? [])].map((it) => it.range);
  assert.deepEqual(shown, [place, place, undefined]);
});

const TESTS = {
  uri: "file:///p/a.hooktest.yaml",
  tests: [
    { name: "same", line: 1, event: "Stop", skip: null },
    { name: "same", line: 5, event: "PreToolUse", skip: null },
  ],
  problems: [{ line: 8, message: "`tool` is missing" }],
};

test("tests of one name are told apart, and keep their ids when lines change", () => {
  const [file] = testItems([TESTS], files);
  assert.deepEqual(drawn([file as Item]), ["tests a.hooktest.yaml", "  test same", "  test same (2)"]);
  assert.deepEqual(
    file?.children.map((it) => [it.id, it.range?.start.line, it.test?.name]),
    [
      ["file:///p/a.hooktest.yaml#same#1", 1, "same"],
      ["file:///p/a.hooktest.yaml#same#2", 5, "same"],
    ],
  );
});

test("what cannot be read of a test file is told with its line, as editors count", () => {
  const [file] = testItems([TESTS], files);
  assert.equal(file?.error, "9: `tool` is missing");
  assert.equal(testItems([{ ...TESTS, problems: [] }], files)[0]?.error, undefined);
});
