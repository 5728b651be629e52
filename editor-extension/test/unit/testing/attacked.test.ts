import assert from "node:assert/strict";
import { test } from "node:test";
import { attackText, attackVerdict, placeOf } from "../../../src/testing/attacked";
import { canAttack, guardedEvents, hookItems, leaves, testItems } from "../../../src/testing/items";
import { attacked, configured, files, guard, hole, l10n, tree, URI } from "./data";

const GUARDED = tree({
  PreToolUse: [
    configured("/hooks/PreToolUse/0/hooks/0", { guard: guard() }),
    configured("/hooks/PreToolUse/1/hooks/0"),
  ],
  Stop: [configured("/hooks/Stop/0/hooks/0", { guard: guard({ canAttack: false }) })],
});
const CASE = { line: 3, skip: null };
const TESTS = [
  {
    uri: "file:///p/guard.hooktest.yaml",
    tests: [
      { ...CASE, name: "stops rm", event: "PreToolUse" },
      { ...CASE, name: "goes on", event: "Stop" },
    ],
    problems: [],
  },
];

test("guards can be attacked, and what has one in it; so can tests on their events", () => {
  const hooks = hookItems(GUARDED, files);
  assert.deepEqual(hooks.map(canAttack), [true]);
  assert.deepEqual(leaves(hooks).map(canAttack), [true, false, false]);
  const tests = testItems(TESTS, files, guardedEvents(GUARDED));
  assert.deepEqual(leaves(tests).map(canAttack), [true, false]);
  assert.deepEqual(leaves(testItems(TESTS, files)).map(canAttack), [false, false]);
});

test("a hook is attacked at its pointer, and the hook of a test by the test's line", () => {
  const [first] = leaves(hookItems(GUARDED, files));
  assert.deepEqual(first && placeOf(first), { uri: URI, pointer: "/hooks/PreToolUse/0/hooks/0" });
  const [item] = leaves(testItems(TESTS, files));
  const position = { line: 3, character: 0 };
  assert.deepEqual(item && placeOf(item), { uri: "file:///p/guard.hooktest.yaml", position });
});

test("a guard that holds passes", () => {
  assert.deepEqual(attackVerdict(l10n, attacked({ holds: true })), { state: "passed", complaints: [] });
});

test("one that leaks fails with each hole, false alarm and circumstance, the score first", () => {
  const found = attacked({
    holes: [hole()],
    falseAlarms: [hole({ text: "echo 'rm -rf ~'", why: ["It only prints it."], number: 1 })],
    circumstances: [
      { name: "an empty payload", refuses: false, isFault: true, how: "exit 0" },
      { name: "PATH is empty", refuses: false, isFault: false, how: "exit 127" },
    ],
  });
  const verdict = attackVerdict(l10n, found);
  assert.equal(verdict.state, "failed");
  assert.deepEqual(
    verdict.complaints.map((it) => it.text),
    [
      "stopped 74 of 97, 2 false alarms in 22\nPasses: rm -r -f ~\nIt deletes.\nFlags can stand apart.",
      "Refused unnecessarily: echo 'rm -rf ~'\nIt only prints it.",
      "Lets pass what it cannot decide: an empty payload",
    ],
  );
  const text = attackText(l10n, found, verdict);
  assert.match(text, /^→ stopped 74 of 97, 2 false alarms in 22\n {2}deletion: rm: stopped 74 of 98\n/);
  assert.match(text, /\n {2}harmless calls: stopped 2 of 22\n/);
});
