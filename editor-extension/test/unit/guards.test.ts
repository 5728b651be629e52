import assert from "node:assert/strict";
import { test } from "node:test";
import { guardsOf, guardWords } from "../../src/guards";
import { configured, guard, l10n, tree } from "./testing/data";

test("the state of a guard is said with what an attack came to", () => {
  assert.equal(guardWords(l10n, guard()), "guard holds");
  const score = { stopped: 74, dangerous: 97, falseAlarms: 0, harmless: 22 };
  assert.equal(guardWords(l10n, guard({ state: "leaks", attacked: score })), "guard leaks (74 of 97)");
  assert.equal(guardWords(l10n, guard({ isGuard: false, state: "dead", attacked: score })), "does not run here");
});

test("the guards of all hooks are known by the ids of these", () => {
  const hooks = [configured("/a", { guard: guard({ state: "dead" }) }), configured("/b")];
  assert.deepEqual(guardsOf(l10n, tree({ PreToolUse: hooks })), {
    "/a": { state: "dead", words: "guard dead", says: "It refuses.", canAttack: true },
  });
  assert.deepEqual(guardsOf(l10n, undefined), {});
});
