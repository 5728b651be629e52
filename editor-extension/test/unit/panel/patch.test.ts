import assert from "node:assert/strict";
import { test } from "node:test";
import { sidesOf } from "../../../src/panel/patch";

const TEXT = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join("");
const DIFF = `--- a/x
+++ b/x
@@ -2,3 +2,3 @@
 line 2
-line 3
+three
 line 4
@@ -18,3 +18,4 @@
 line 18
 line 19
 line 20
+line 21
\\ No newline at end of file
`;

test("a diff is applied to the whole text", () => {
  const { before, after } = sidesOf(TEXT, DIFF);
  assert.equal(before, TEXT);
  assert.equal(after, `${TEXT.replace("line 3\n", "three\n")}line 21`);
});

test("where the text is another by now, the diff's own lines are compared", () => {
  const { before, after } = sidesOf(TEXT.replace("line 2\n", "second\n"), DIFF);
  assert.equal(before, "line 2\nline 3\nline 4\n⋯\nline 18\nline 19\nline 20\n");
  assert.ok(after.startsWith("line 2\nthree\nline 4\n⋯\n"));
  assert.ok(after.endsWith("line 21"));
});

test("a file that was created or deleted has one side", () => {
  assert.deepEqual(sidesOf("", "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+--- b\n"), {
    before: "",
    after: "a\n--- b\n",
  });
  assert.deepEqual(sidesOf("a\n", "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"), { before: "a\n", after: "" });
});
