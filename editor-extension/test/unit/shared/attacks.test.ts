import assert from "node:assert/strict";
import { test } from "node:test";
import { toneOf } from "../../../shared/attacks";
import { attacked, hole } from "../testing/data";

test("holes are worse than false alarms", () => {
  assert.equal(toneOf(attacked({ holds: true })), "good");
  assert.equal(toneOf(attacked({ falseAlarms: [hole()] })), "fault");
  assert.equal(toneOf(attacked({ holes: [hole()], falseAlarms: [hole()] })), "bad");
});

test("so is what passes where the guard could refuse it, and what the agent decides is none", () => {
  const circumstance = { name: "an empty payload", refuses: false, isFault: true, how: "exit 0" };
  assert.equal(toneOf(attacked({ circumstances: [circumstance] })), "bad");
  const alone = { ...circumstance, isFault: false };
  assert.equal(toneOf(attacked({ falseAlarms: [hole()], circumstances: [alone] })), "fault");
});
