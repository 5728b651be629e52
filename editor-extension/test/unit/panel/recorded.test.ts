import assert from "node:assert/strict";
import { test } from "node:test";
import { recordedPlan, recordedResult, type Recorded } from "../../../src/panel/recorded";

const HOOK = {
  ...{ id: "a", source: "/p/a b/settings.json", scope: "project", pointer: "/hooks/Stop/0" },
  ...{ name: null, type: "command", command: "x" },
};
const RUN = {
  ...{ hook: HOOK, status: "cannot-start" as const, skippedBecause: null, problem: "no such file", exitCode: null },
  ...{
    signal: null,
    startedAt: null,
    durationMs: 1,
    stdout: "",
    stderr: "",
    stdoutTruncated: false,
    stderrTruncated: false,
  },
};
const RECORD: Recorded = {
  ...{ dispatchId: "1", at: "2026-01-01T00:00:00Z", origin: "dispatch", event: "Stop", dialect: "claude-code" },
  ...{
    project: "/p",
    verdict: "no decision: the agent stops",
    decision: null,
    blocked: false,
    reason: null,
    mustContinue: false,
    stopAgent: false,
  },
  ...{ stopReason: null, cancelled: false, durationMs: 12, payload: { a: 1 }, additionalContext: "so", runs: [RUN] },
};

test("a record is shown as a firing: its payload, its runs, and what came of them", () => {
  const plan = recordedPlan(RECORD);
  assert.deepEqual(
    [plan.uri, plan.dialectTitle, plan.payload],
    ["file:///p/a%20b/settings.json", "Claude Code", { a: 1 }],
  );
  const result = recordedResult(RECORD, { notes: ["old"] });
  assert.deepEqual(
    [result.verdict, result.tone, result.facts, result.notes],
    ["no decision: the agent stops", "fault", "12 ms", ["old"]],
  );
  assert.equal(result.runs[0]?.stderr.text, "no such file\n");
  assert.equal(result.told[0]?.text.text, "so");
  assert.equal(result.differences, undefined);
});
