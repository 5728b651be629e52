import assert from "node:assert/strict";
import { test } from "node:test";
import { diffLines, isDiff } from "../../../shared/diff";
import { duration, fill, measured, nameOf } from "../../../shared/format";

test("the lines of a diff are told apart, whatever they hold", () => {
  const diff = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n--- gone\n+++ new\n";
  assert.deepEqual(
    diffLines(diff).map((it) => it.kind),
    ["file", "file", "hunk", "same", "removed", "added"],
  );
  assert.deepEqual([isDiff(diff), isDiff("A binary file.")], [true, false]);
});

test("times are short", () => {
  const times = [0.4, 12.6, 999, 1000, 1250, 59_600, 60_000, 605_000].map(duration);
  assert.deepEqual(times, ["0 ms", "13 ms", "999 ms", "1 s", "1.3 s", "60 s", "1 min", "10 min 5 s"]);
});

test("a measured time has its tenths, where it has seconds", () => {
  assert.deepEqual([20, 9000, 60_000].map(measured), ["20 ms", "9.0 s", "1 min"]);
});

test("holes are filled, once", () => {
  assert.equal(fill("{0} of {1}, {2}", "{1}", 3), "{1} of 3, {2}");
});

test("a hook is called by its name, else by its command's first line", () => {
  const hook = { id: "1", source: "", scope: "", pointer: "", name: null, type: "command", command: "\n echo a\nb" };
  assert.deepEqual([nameOf(hook), nameOf({ ...hook, name: "mine" })], ["echo a", "mine"]);
  assert.deepEqual(
    [nameOf({ ...hook, command: "" }), nameOf({ ...hook, command: "x".repeat(90) }).length],
    ["command", 80],
  );
});
