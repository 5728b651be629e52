import assert from "node:assert/strict";
import { test } from "node:test";
import type { FireResult, Outcome, Run } from "../../../shared/methods";
import { pageHtml } from "../../../src/panel/html";
import { Printed } from "../../../src/panel/printed";
import { cut, slimEvent, slimResult, tail, toneOf } from "../../../src/panel/slim";

const HOOK = { id: "a", source: "", scope: "", pointer: "", name: null, type: "command", command: "x" };
const RUN: Run = {
  ...{
    hook: HOOK,
    status: "succeeded",
    skippedBecause: null,
    exitCode: 0,
    signal: null,
    startedAt: null,
    durationMs: 1,
  },
  ...{ stdout: "", stderr: "", stdoutTruncated: false, stderrTruncated: false, output: null, outputProblems: [] },
};
const OUTCOME: Outcome = {
  ...{ dispatchId: "1", event: "Stop", dialect: "d", decision: null, blocked: false, reason: null, updatedInput: null },
  ...{
    additionalContext: null,
    updatedResult: null,
    updatedPrompt: null,
    mustContinue: false,
    stopAgent: false,
    stopReason: null,
    messages: [],
    degraded: [],
    duplicate: false,
  },
  runs: [RUN],
};

function result(outcome: Partial<Outcome>, more: Partial<FireResult> = {}): FireResult {
  const plan = { steps: [] as readonly unknown[] } as FireResult["plan"];
  const said = {
    changes: [],
    notes: [],
    diagnostics: [],
    fold: [],
    inputDiff: null,
    verdict: "allow",
    summary: "allow",
  };
  return { outcome: { ...OUTCOME, ...outcome }, plan, ...said, ...more };
}

test("the verdict is drawn after what it means for the agent", () => {
  const tones = [
    toneOf(result({ decision: "deny" })),
    toneOf(result({ stopAgent: true, decision: "allow" })),
    toneOf(result({ decision: "ask" })),
    toneOf(result({ mustContinue: true })),
    toneOf(result({ decision: "allow" })),
    toneOf(result({ runs: [RUN, { ...RUN, status: "timed-out" }] })),
    toneOf(result({})),
    toneOf(result({ decision: "allow" }, { plan: { steps: [{ wouldRun: false }] } as unknown as FireResult["plan"] })),
  ];
  assert.deepEqual(tones, ["bad", "bad", "ask", "ask", "good", "fault", "plain", "fault"]);
});

test("the reason is not said twice", () => {
  const summary = "deny · 12 ms · no · never";
  const reason = slimResult(result({ reason: "no · never" }, { summary }));
  const none = slimResult(result({}, { summary: "timed-out · 12 ms · a · b" }));
  assert.deepEqual([reason.facts, reason.reason?.text, none.facts], ["12 ms", "no · never", "12 ms · a · b"]);
});

test("the agent is told the context as well, and a changed input is shown where it cannot be compared", () => {
  const slim = slimResult(result({ additionalContext: "green", updatedInput: { a: 1 } }));
  assert.deepEqual(slim.told, [{ to: "agent", level: "context", text: { text: "green", leftOut: 0 } }]);
  assert.equal(slim.updatedInput?.text, '{\n  "a": 1\n}');
  assert.equal(slimResult(result({ updatedInput: {} }, { inputDiff: "+a" })).updatedInput, null);
  assert.equal(slimResult(result({ updatedResult: { out: "***" } })).rewritten?.text, '{\n  "out": "***"\n}');
  assert.equal(slimResult(result({ updatedPrompt: "hello" })).rewritten?.text, "hello");
});

test("long texts are cut, and it is told by how much", () => {
  assert.deepEqual(cut("abc", 2), { text: "ab", leftOut: 1 });
  const long = tail("x".repeat(300_000));
  assert.deepEqual([long.text.length, long.total], [200_000, 300_000]);
});

test("the server's events become the page's", () => {
  const event = { dispatchId: "1", hook: HOOK, stream: null, text: null, leftOut: 0, run: null };
  const kinds = [
    slimEvent({ ...event, phase: "started" }, 5),
    slimEvent({ ...event, phase: "output", stream: "stderr", text: "x", leftOut: 2 }, 5),
    slimEvent({ ...event, phase: "finished", run: RUN }, 5),
  ];
  assert.deepEqual(kinds.slice(0, 2), [
    { kind: "started", id: "1", hook: "a", at: 5 },
    { kind: "output", id: "1", hook: "a", stream: "stderr", text: "x", leftOut: 2 },
  ]);
  assert.equal(kinds[2]?.kind, "finished");
});

test("what was printed is kept, first in pieces and then whole, until its firing is forgotten", () => {
  const printed = new Printed();
  const event = { dispatchId: "1", hook: HOOK, leftOut: 0, run: null };
  printed.add({ ...event, phase: "output", stream: "stdout", text: "a\x1b[1m" });
  printed.add({ ...event, phase: "output", stream: "stdout", text: "b", leftOut: 9 });
  assert.equal(printed.text("1", "a", "stdout"), "⋯ 9\nab");
  printed.add({ ...event, phase: "finished", stream: null, text: null, run: { ...RUN, stdout: "all" } });
  assert.equal(printed.text("1", "a", "stdout"), "all");
  printed.keepOnly(["2"]);
  assert.equal(printed.text("1", "a", "stdout"), "");
});

test("of very much the end is kept", () => {
  const printed = new Printed();
  const event = { dispatchId: "1", hook: HOOK, leftOut: 0, run: null, phase: "output", stream: "stdout" } as const;
  for (let index = 0; index < 20; index += 1) printed.add({ ...event, text: String(index % 10).repeat(1_000_000) });
  const text = printed.text("1", "a", "stdout");
  assert.ok(text.startsWith("⋯ 4000000\n4"), text.slice(0, 20));
  assert.equal(text.length, 16_000_010);
});

test("the page may do nothing but run its script and read its style", () => {
  const parts = { script: "s.js", style: 'x"y.css', origin: "https://o", nonce: "n", language: "vi", title: "<a>" };
  const html = pageHtml(parts);
  assert.match(html, /content="default-src 'none'; style-src https:\/\/o; script-src 'nonce-n';"/);
  assert.match(html, /<script nonce="n" src="s\.js"><\/script>/);
  assert.ok(!html.includes('x"y') && !html.includes("<a>"));
});
