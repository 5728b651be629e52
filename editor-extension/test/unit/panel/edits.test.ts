import assert from "node:assert/strict";
import { test } from "node:test";
import { Edits } from "../../../src/panel/edits";

const AIM = { uri: "file:///p/settings.json", pointer: "/hooks/Stop/0" };

test("an edited payload is kept for what it was fired at, until the way back to the sample", () => {
  const edits = new Edits();
  edits.keep(AIM, { mine: 1 });
  assert.deepEqual(edits.of({ ...AIM }), { mine: 1 });
  assert.equal(edits.of({ ...AIM, pointer: "/hooks/Stop/1" }), undefined);
  edits.forget(AIM);
  assert.equal(edits.of(AIM), undefined);
});
