import assert from "node:assert/strict";
import { test } from "node:test";
import { batches, untilRefused, type Batch } from "../../../src/testing/selection";
import { failureVerdict, isRefusal, leftOutVerdict } from "../../../src/testing/verdict";
import { hookItems, leaves, testItems } from "../../../src/testing/items";
import { configured, files, hook, l10n, tree } from "./data";

function placed(index: number, name: string): ReturnType<typeof configured> {
  const pointer = `/hooks/A/0/hooks/${index}`;
  return configured(pointer, { hook: hook(pointer, { name }) });
}

const HOOKS = tree({ A: ["first", "second", "third"].map((name, index) => placed(index, name)) });
const TESTS = ["one", "other"].map((file) => ({
  uri: `file:///p/${file}.hooktest.yaml`,
  tests: [1, 5].map((line) => ({ name: `${file} ${line}`, line, event: "A", skip: null })),
  problems: [],
}));
const EVERY = batches(leaves([...hookItems(HOOKS, files), ...testItems(TESTS, files)]));

function labels(batch: Batch): readonly string[] {
  return batch.map((it) => it.hook?.configured.hook.name ?? it.label);
}

/** Runs all of it; `refused` is what the user says no to. */
async function ran(refused: string): Promise<{ asked: readonly string[]; left: readonly string[] }> {
  const asked: string[] = [];
  const left = await untilRefused(EVERY, (batch) => {
    asked.push(...labels(batch));
    return Promise.resolve(!labels(batch).includes(refused));
  });
  return { asked, left: labels(left) };
}

test("hooks are run one after the other, and the tests of a file together", () => {
  const expected = [["first"], ["second"], ["third"], ["one 1", "one 5"], ["other 1", "other 5"]];
  assert.deepEqual(EVERY.map(labels), expected);
  assert.deepEqual(batches([]), []);
});

test("a no to the first hook leaves out all others, tests among them", async () => {
  const { asked, left } = await ran("first");
  assert.deepEqual(asked, ["first"]);
  assert.deepEqual(left, ["second", "third", "one 1", "one 5", "other 1", "other 5"]);
});

test("a no to the tests of a file leaves out what comes after them, and nothing that has run", async () => {
  assert.deepEqual((await ran("one 1")).left, ["other 1", "other 5"]);
  assert.deepEqual((await ran("other 5")).left, []);
});

test("without a no, all of it is run", async () => {
  const { asked, left } = await ran("");
  assert.deepEqual([asked.length, left], [7, []]);
});

test("only a no of the user ends a run, and it is said of the others why they were not run", () => {
  const refused = (code: number): boolean => isRefusal(Object.assign(new Error("said"), { code }));
  assert.deepEqual([-32011, -32010, -32800, -32603].map(refused), [true, false, false, false]);
  assert.equal(isRefusal("gone"), false);
  const { state, note } = leftOutVerdict(l10n);
  assert.equal(state, "skipped");
  assert.match(note ?? "", /did not agree to an earlier command/);
  assert.notEqual(note, failureVerdict(l10n, Object.assign(new Error("said"), { code: -32011 })).note);
});
