import assert from "node:assert/strict";
import { test } from "node:test";
import { cut, Rate } from "../../../src/server/limits";

test("E7: what a module says is cut where it is long", () => {
  assert.equal(cut("short"), "short");
  assert.equal(cut("x".repeat(501)).length, 500);
});

test("E7: a module that never stops talking does not flood the editor", () => {
  let now = 0;
  const rate = new Rate(() => now);
  assert.deepEqual(
    Array.from({ length: 7 }, () => rate.allows()),
    [true, true, true, true, true, false, false],
  );
  now += 10_001;
  assert.equal(rate.allows(), true);
});
