import assert from "node:assert/strict";
import { test } from "node:test";
import type { FiringPlan, Hook, PlannedStep } from "../../../shared/methods";
import type { FiringEvent, ShownResult, ShownRun } from "../../../shared/shown";
import {
  endedRuns,
  isOver,
  lanes,
  MOST_FIRINGS,
  MOST_KEPT,
  ranFor,
  reduce,
  restored,
  shownOf,
  type Firing,
  type State,
} from "../../../shared/firings";
import { statusOf } from "../../../webview/status";

function hook(id: string): Hook {
  return { id, source: "/p/settings.json", scope: "project", pointer: "", name: null, type: "command", command: id };
}

function step(id: string, lane: number): PlannedStep {
  return { hook: hook(id), matcher: "*", because: [], timeoutMs: 1000, skippedBecause: null, lane, wouldRun: true };
}

function plan(...steps: readonly PlannedStep[]): FiringPlan {
  const where = { uri: "file:///p/settings.json", pointer: "", dialect: "claude-code", dialectTitle: "Claude Code" };
  const what = {
    event: "Stop",
    order: "parallel" as const,
    sample: null,
    samples: [],
    sampleLabels: {},
    payload: {},
    notes: [],
    provable: false,
  };
  return { ...where, ...what, steps };
}

function run(id: string, stdout = "", stderr = "", cut?: number): ShownRun {
  const end = { status: "succeeded" as const, skippedBecause: null, exitCode: 0, signal: null, durationMs: 5 };
  const printed = {
    stdout: { text: stdout, total: stdout.length, cut },
    stderr: { text: stderr, total: stderr.length, cut: undefined },
  };
  return { hook: hook(id), ...end, ...printed, output: null, outputProblems: [] };
}

function result(...runs: readonly ShownRun[]): ShownResult {
  const said = { verdict: "deny", tone: "bad" as const, facts: "", reason: null, told: [], fold: [], notes: [] };
  return { ...said, inputDiff: null, updatedInput: null, changes: [], changesLeftOut: 0, runs };
}

function planned(id: string, ...steps: readonly PlannedStep[]): FiringEvent {
  return { kind: "plan", id, plan: plan(...steps), scratch: false, at: 0 };
}

function output(text: string, leftOut = 0): FiringEvent {
  return { kind: "output", id: "1", hook: "a", stream: "stdout", text, leftOut };
}

function after(...events: readonly FiringEvent[]): State {
  return events.reduce(reduce, []);
}

function first(state: State): Firing {
  const [firing] = state;
  assert.ok(firing);
  return firing;
}

const PLANNED = planned("1", step("a", 0), step("b", 1), step("c", 0));

test("a firing goes from its plan to its result", () => {
  const started: FiringEvent = { kind: "started", id: "1", hook: "a", at: 7 };
  const phases = [
    [PLANNED],
    [PLANNED, started],
    [PLANNED, started, { kind: "finished", id: "1", run: run("a") } as const],
    [PLANNED, started, { kind: "result", id: "1", result: result(run("a"), run("b"), run("c")) } as const],
  ].map((it) => first(after(...it)));
  assert.deepEqual(
    phases.map((it) => [it.phase, endedRuns(it), isOver(it)]),
    [
      ["planned", 0, false],
      ["running", 0, false],
      ["running", 1, false],
      ["done", 3, true],
    ],
  );
  assert.equal(phases[1]?.runs[0]?.startedAt, 7);
});

test("a firing that came to nothing says why, and keeps its plan", () => {
  const failure = { why: "you said no", cancelled: false, tookMs: undefined };
  const firing = first(after(PLANNED, { kind: "failed", id: "1", ...failure }));
  assert.deepEqual([firing.phase, firing.failure?.why, firing.runs.length], ["failed", "you said no", 3]);
  assert.deepEqual(
    firing.runs.map((it) => statusOf(it, true, firing.failure)),
    ["not-run", "not-run", "not-run"],
  );
});

test("the hooks of a lane stand together, with their numbers in the plan", () => {
  const drawn = lanes(first(after(PLANNED))).map((lane) => lane.map(([number, it]) => `${number}${it.step.hook.id}`));
  assert.deepEqual(drawn, [["1a", "3c"], ["2b"]]);
});

test("output is put together, also where a character of a terminal comes in two pieces", () => {
  const { stdout } =
    first(after(PLANNED, output("one \x1b[3"), output("1mred\x1b[0m\r"), output("\ntwo"))).runs[0] ?? {};
  assert.deepEqual([stdout?.text, stdout?.total], ["one red\ntwo", 11]);
});

test("of much output the end is kept, and all of it is counted", () => {
  const pieces = Array.from({ length: 40 }, (_, index) => output(`${String(index).padEnd(9_999, ".")}\n`));
  const { stdout } = first(after(PLANNED, ...pieces, ...pieces)).runs[0] ?? {};
  assert.equal(stdout?.total, 800_000);
  assert.ok(stdout.text.length >= MOST_KEPT && stdout.text.length <= 2 * MOST_KEPT, String(stdout.text.length));
  assert.ok(stdout.text.endsWith(`${"39".padEnd(9_999, ".")}\n`));
});

test("what did not come is marked, until the run brings all of it", () => {
  const gap = [PLANNED, output("begin"), output("end", 1000)];
  const { stdout } = first(after(...gap)).runs[0] ?? {};
  assert.deepEqual([stdout?.text, stdout?.total, stdout?.leftOut], ["begin\n⋯\nend", 1008, 1000]);
  const whole = first(after(...gap, { kind: "finished", id: "1", run: run("a", "begin, middle, end") })).runs[0]
    ?.stdout;
  assert.deepEqual([whole?.text, whole?.total, whole?.replaced], ["begin, middle, end", 18, true]);
});

test("a run that printed nothing on the way has what it brings at its end", () => {
  const firing = first(after(PLANNED, { kind: "finished", id: "1", run: run("b", "", "\x1b[1mno\x1b[0m") }));
  assert.equal(firing.runs[1]?.stderr.text, "no");
});

test("the half of a sequence that nothing follows is shown", () => {
  const firing = first(after(PLANNED, output("a\x1b["), { kind: "finished", id: "1", run: run("a", "a\x1b[") }));
  assert.equal(firing.runs[0]?.stdout.text, "a␛[");
});

test("a hook that the plan did not have is shown behind the others", () => {
  const firing = first(after(PLANNED, { kind: "result", id: "1", result: result(run("z")) }));
  assert.deepEqual(
    firing.runs.map((it) => it.step.hook.id),
    ["a", "b", "c", "z"],
  );
});

test("the newest firing comes first, and old ones are forgotten", () => {
  const ids = Array.from({ length: MOST_FIRINGS + 2 }, (_, index) => String(index + 1));
  const state = after(...ids.map((it) => planned(it, step("a", 0))));
  assert.deepEqual(
    state.map((it) => it.id),
    ids.toReversed().slice(0, MOST_FIRINGS),
  );
});

test("what is told of another firing changes nothing", () => {
  const before = after(PLANNED);
  assert.deepEqual(reduce(before, { kind: "started", id: "2", hook: "a", at: 1 }), before);
});

test("the samples of a firing are those that there are now", () => {
  const firing = first(after(PLANNED, { kind: "samples", id: "1", names: ["mine"], labels: { mine: "My own" } }));
  assert.deepEqual(firing.plan.samples, ["mine"]);
  assert.deepEqual(firing.plan.sampleLabels, { mine: "My own" });
});

test("a firing that was chosen is shown until there is a newer one, whether its plan was told or restored", () => {
  const two = after(planned("1"), planned("2"));
  const choice = { id: "1", newest: "2" };
  assert.deepEqual(
    [undefined, choice, { id: "gone", newest: "2" }].map((it) => shownOf(two, it)?.id),
    ["2", "1", "2"],
  );
  const three = reduce(two, planned("3"));
  assert.deepEqual([shownOf(three, choice)?.id, shownOf(restored([], three), choice)?.id], ["3", "3"]);
});

test("what is restored takes nothing newer away", () => {
  const at = (id: string, when: number): FiringEvent => ({ kind: "plan", id, plan: plan(), scratch: false, at: when });
  const [old, fresh] = [after(at("1", 1)), after(at("1", 1), at("2", 2))];
  assert.deepEqual(
    [restored(fresh, old), restored(old, fresh), restored(fresh, fresh)].map((state) => state.map((it) => it.id)),
    [
      ["2", "1"],
      ["2", "1"],
      ["2", "1"],
    ],
  );
});

test("a firing that was cancelled says which hooks ran until then, and for how long", () => {
  const begun = after(PLANNED, { kind: "started", id: "1", hook: "a", at: 1000 });
  assert.deepEqual([ranFor(begun, "1", 10_000), ranFor(after(PLANNED), "1", 10_000)], [9000, undefined]);
  const firing = first(reduce(begun, { kind: "failed", id: "1", why: "", cancelled: true, tookMs: 9000 }));
  assert.deepEqual(
    firing.runs.map((it) => statusOf(it, true, firing.failure)),
    ["cancelled", "not-run", "not-run"],
  );
});

test("of output that was cut it is known how much is missing", () => {
  const cut: FiringEvent = { kind: "finished", id: "1", run: run("a", "begin", "", 7) };
  const told = [after(PLANNED, cut), after(PLANNED, output("begin"), output("end", 1000), cut)];
  assert.deepEqual(
    told.map((it) => first(it).runs[0]?.stdout.cut),
    [7, 7],
  );
  assert.equal(
    first(after(PLANNED, { kind: "finished", id: "1", run: run("a", "all") })).runs[0]?.stdout.cut,
    undefined,
  );
});
