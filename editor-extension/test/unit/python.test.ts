import assert from "node:assert/strict";
import { test } from "node:test";
import { isNewEnough, missing, readVersion, triedWords, type Python } from "../../src/python";

function python(major: number, minor: number): Python {
  return { command: `python${major}.${minor}`, version: [major, minor] };
}

test("versions are read out of what interpreters say", () => {
  assert.deepEqual(readVersion("Python 3.11.2\n"), [3, 11]);
  assert.deepEqual(readVersion("Python 3.14.0rc1"), [3, 14]);
  assert.equal(readVersion("Python was not found; run without arguments to install"), undefined);
});

test("3.11 is the oldest", () => {
  const verdicts = [python(2, 12), python(3, 10), python(3, 11), python(3, 14), python(4, 0)].map(isNewEnough);
  assert.deepEqual(verdicts, [false, false, true, true, true]);
});

test("what is missing: any Python, a newer one, or just the server", () => {
  assert.equal(missing([]), "python");
  assert.equal(missing([python(3, 9), python(2, 7)]), "newer-python");
  assert.equal(missing([python(3, 9), python(3, 12)]), "server");
});

test("those that were tried are named, the newest first and not all of many", () => {
  const l10n = { t: (_: string, named: string | number, more: string | number) => `${named} +${more}` };
  assert.equal(triedWords(l10n, [python(3, 9), python(3, 10)]), "python3.10 (3.10), python3.9 (3.9)");
  const many = [python(3, 9), python(3, 8), python(2, 7), python(3, 10), python(3, 7)];
  assert.equal(triedWords(l10n, many), "python3.10 (3.10), python3.9 (3.9), python3.8 (3.8) +2");
});
