import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run } from "../../../shared/methods";
import { failureVerdict, firedVerdict, plannedVerdict, testVerdict } from "../../../src/testing/verdict";
import { fired, hook, l10n, plan, run, tested } from "./data";

const POINTER = "/hooks/A/0/hooks/0";

function verdictOf(more: Partial<Run>): ReturnType<typeof firedVerdict> {
  return firedVerdict(l10n, fired([run(more)]), POINTER);
}

test("a hook that ran has passed, also where it blocked", () => {
  assert.deepEqual(verdictOf({}), { state: "passed", complaints: [], durationMs: 12 });
  assert.equal(verdictOf({ status: "blocked", exitCode: 2, stderr: "no" }).state, "passed");
});

test("a hook that failed is told with its exit code, with what it said, and with what to do", () => {
  const { state, complaints } = verdictOf({ status: "failed", exitCode: 3, stderr: "no such file\n", stdout: "other" });
  assert.equal(state, "failed");
  assert.match(
    complaints[0]?.text ?? "",
    /^It failed \(exit code 3\).*\nMake it exit with 0.*\n\nstderr:\nno such file$/s,
  );
});

test("what it printed is told where there is no error output, and that there was none", () => {
  assert.match(
    verdictOf({ status: "failed", exitCode: 1, stdout: "said" }).complaints[0]?.text ?? "",
    /stdout:\nsaid$/,
  );
  assert.match(verdictOf({ status: "failed", exitCode: 1 }).complaints[0]?.text ?? "", /It printed nothing\.$/);
});

test("of much output the end is told", () => {
  const stderr = "a".repeat(9000) + "the end";
  const text = verdictOf({ status: "failed", exitCode: 1, stderr }).complaints[0]?.text ?? "";
  assert.ok(text.length < 4500 && text.endsWith("the end"));
});

test("commands that cannot be started, signals and time-outs are told apart", () => {
  const text = (more: Partial<Run>): string => verdictOf(more).complaints[0]?.text ?? "";
  assert.match(text({ status: "cannot-start", exitCode: 127 }), /could not be started \(exit code 127\)\.\nCheck/);
  assert.match(text({ status: "failed", exitCode: null, signal: 9 }), /It failed \(signal 9\),/);
  assert.match(text({ status: "timed-out", exitCode: null, durationMs: 1530 }), /timed out after 1\.5 s/);
});

test("an answer that the dialect cannot read has failed, where it stands; one that took long has not", () => {
  const range = { start: { line: 8, character: 2 }, end: { line: 8, character: 9 } };
  const problem = (code: string, severity: 1 | 2 | 3) => ({ code, message: code, severity, source: "", range });
  const result = fired([run()], { diagnostics: [problem("HW801", 2), problem("HW804", 3)] });
  assert.deepEqual(firedVerdict(l10n, result, POINTER), {
    state: "failed",
    complaints: [{ text: "HW801 (HW801)", range }],
    durationMs: 12,
  });
});

test("what did not run was skipped, and it is said why", () => {
  const [skipped, none] = [verdictOf({ status: "skipped", skippedBecause: "off" }), fired([], { notes: ["not here"] })];
  assert.deepEqual([skipped.state, skipped.note], ["skipped", "off"]);
  assert.equal(firedVerdict(l10n, none, POINTER).note, "not here");
});

test("the run of the hook that was meant counts", () => {
  const other = run({ hook: hook("/other"), status: "failed" });
  assert.equal(firedVerdict(l10n, fired([other, run()]), POINTER).state, "passed");
});

test("each mismatch of a test is a comparison at its line", () => {
  const mismatches = [{ key: "decision", line: 9, expected: '"deny"', actual: "none" }];
  const { state, complaints } = testVerdict(l10n, tested({ status: "failed", mismatches }));
  const place = { line: 9, character: 0 };
  assert.equal(state, "failed");
  assert.deepEqual(complaints, [
    {
      text: 'decision: expected "deny", got none',
      range: { start: place, end: place },
      expected: '"deny"',
      actual: "none",
    },
  ]);
});

test("tests pass, are skipped with their reason, and are in error with their problem", () => {
  assert.equal(testVerdict(l10n, tested()).state, "passed");
  assert.equal(testVerdict(l10n, tested({ status: "skipped", skippedBecause: "slow" })).note, "slow");
  const broken = testVerdict(l10n, tested({ status: "error", problem: "no sample" }));
  assert.deepEqual([broken.state, broken.complaints], ["errored", [{ text: "no sample" }]]);
});

test("a dry run lets nothing pass, and finds what can be known to be wrong", () => {
  assert.equal(plannedVerdict(l10n, plan([{}]), POINTER).state, "skipped");
  assert.equal(plannedVerdict(l10n, plan([{ skippedBecause: "off" }]), POINTER).note, "off");
  assert.equal(testVerdict(l10n, tested({ status: "planned" })).state, "skipped");
  const mismatches = [{ key: "fires", line: 2, expected: "1", actual: "0" }];
  assert.equal(testVerdict(l10n, tested({ status: "planned", mismatches })).state, "failed");
});

test("a no of the user skips, and so does a cancelled request; all else is an error", () => {
  const refused = (code: number): string => failureVerdict(l10n, Object.assign(new Error("said"), { code })).state;
  assert.deepEqual([-32011, -32010, -32800, -32603].map(refused), ["skipped", "skipped", "skipped", "errored"]);
  assert.match(failureVerdict(l10n, Object.assign(new Error("said"), { code: -32013 })).note ?? "", /in WSL/);
  const data = { reason: "not answered" };
  const unanswered = failureVerdict(l10n, Object.assign(new Error("nobody answered"), { code: -32011, data }));
  assert.deepEqual([unanswered.state, unanswered.note], ["skipped", "nobody answered"]);
  assert.deepEqual(failureVerdict(l10n, "gone").complaints, [{ text: "gone" }]);
});
