import assert from "node:assert/strict";
import { test } from "node:test";
import type { Proof } from "../../../shared/methods";
import { toneOf, withProof } from "../../../shared/proofs";

const side = { effect: "runs", words: "", stops: false, fired: [], told: [], shown: [], durationMs: 1 };

function proof(more: Partial<Proof> = {}): Proof {
  return {
    dialect: "claude-code",
    agent: "Claude Code 2.1.330",
    version: "2.1.330",
    measured: "2.1.330",
    event: "PreToolUse",
    sample: "Bash",
    agrees: true,
    reached: true,
    ended: "",
    answer: "",
    agentSide: side,
    engineSide: side,
    differences: [],
    notes: [],
    issue: null,
    ...more,
  };
}

test("an agent that does something else is worse than one that did not get there", () => {
  assert.equal(toneOf(proof()), "good");
  assert.equal(toneOf(proof({ agrees: false })), "bad");
  assert.equal(toneOf(proof({ agrees: false, reached: false })), "fault");
  assert.equal(toneOf(proof({ agrees: false, ended: "it took more than 60 s" })), "fault");
});

test("a firing has one proof, the last, and what is gone has none", () => {
  const first = withProof([], { firing: "a" }, ["a", "b"]);
  const second = withProof(first, { firing: "b" }, ["a", "b"]);
  const third = withProof(second, { firing: "b", result: proof() }, ["b"]);

  assert.deepEqual(
    second.map((it) => it.firing),
    ["a", "b"],
  );
  assert.equal(third.length, 1);
  assert.equal(third[0]?.result?.agrees, true);
});
