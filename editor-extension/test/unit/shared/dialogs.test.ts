import assert from "node:assert/strict";
import { test } from "node:test";
import { fitsDialog } from "../../../shared/dialogs";

void test("what a dialog would cut or push its buttons away is shown elsewhere", () => {
  assert.equal(fitsDialog("echo\nin /project"), true);
  assert.equal(fitsDialog("x".repeat(1501)), false);
  assert.equal(fitsDialog("x\n".repeat(25)), false);
});
