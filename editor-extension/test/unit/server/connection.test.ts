import assert from "node:assert/strict";
import { test } from "node:test";
import { Restarts } from "../../../src/server/connection";

test("a server that ended is started again, but not for ever", () => {
  let now = 0;
  const restarts = new Restarts(() => now);
  const within = Array.from({ length: 6 }, () => restarts.again());
  assert.deepEqual(within, [true, true, true, true, false, false]);
  now += 4 * 60 * 1000;
  assert.equal(restarts.again(), true);
});
