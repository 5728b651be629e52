import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunEvent } from "../../../shared/methods";
import { firedText, forTerminal, liveText, planText, runsText, testText } from "../../../src/testing/printed";
import { testVerdict } from "../../../src/testing/verdict";
import { fired, hook, l10n, outcome, plan, run, tested } from "./data";

function event(more: Partial<RunEvent>): RunEvent {
  return { dispatchId: "0", hook: hook("/a"), phase: "output", ...more };
}

test("lines end as terminals want it, and only once", () => {
  assert.equal(forTerminal("a\nb\r\n"), "a\r\nb\r\n");
});

test("output is passed on as it comes, with what was too much of it", () => {
  assert.equal(liveText(l10n, event({ text: "a" })), "a");
  assert.equal(liveText(l10n, event({ text: "a", leftOut: 7 })), "\n[… 7 characters left out …]\na");
  assert.equal(liveText(l10n, event({ phase: "started" })), "");
});

test("what runs printed begins on lines of their own", () => {
  assert.equal(runsText([run({ stdout: "a", stderr: "b\n" }), run({ stdout: "c" })]), "a\nb\nc\n");
});

test("the decision comes last, with what is wrong, notes and what was changed", () => {
  const changes = [{ path: "a.txt", kind: "created" as const, diff: "+a" }];
  const result = fired([run({ status: "failed", exitCode: 1 })], { summary: "failed · 3 ms", notes: ["so"], changes });
  const verdict = { state: "failed" as const, complaints: [{ text: "It failed.\n\nstderr:\nno" }] };
  assert.equal(firedText(result, verdict), "→ failed · 3 ms\n  It failed.\n  - so\ncreated: a.txt\n+a\n\n");
});

test("a plan names each hook with its reasons, and the payload", () => {
  const steps = [{ because: ["matches Bash"] }, { skippedBecause: "switched off" }];
  const text = planText(l10n, plan(steps, { payload: { a: 1 }, notes: ["a note"] }));
  assert.equal(
    text,
    `Payload: {
  "a": 1
}
Would run on PreToolUse (Dialect), in parallel:
  1. run /hooks/A/0/hooks/0
     matches Bash
  – run /hooks/A/0/hooks/1
     switched off
  - a note
`,
  );
  assert.match(planText(l10n, plan([])), /No hook would run\./);
});

test("a test's output is what its hooks printed, and what did not fit", () => {
  const mismatches = [{ key: "fires", line: 2, expected: "1", actual: "0" }];
  const result = tested({ status: "failed", mismatches, outcome: outcome([run({ stdout: "hi" })]) });
  assert.equal(testText(l10n, result, testVerdict(l10n, result)), "hi\n→ fires: expected 1, got 0\n\n");
});

test("a test that passed says so; what it would run is said only where it was not run", () => {
  const passed = tested({ plan: plan([{}]), outcome: outcome([]) });
  assert.equal(testText(l10n, passed, testVerdict(l10n, passed)), "→ As expected.\n\n");
  const planned = tested({ plan: plan([{}]), status: "planned" });
  const text = testText(l10n, planned, testVerdict(l10n, planned));
  assert.match(text, /^Payload.*Would run on PreToolUse.*→ Dry run: nothing was executed\.\n\n$/s);
});
