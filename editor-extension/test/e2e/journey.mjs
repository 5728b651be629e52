/** Tests that go on from each other, in one editor; after the first that fails the others are not tried. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Editor } from "./editor.mjs";
import { unfit } from "./install.mjs";

export function journey(name, start) {
  let editor;
  let failed;
  before(async () => {
    if (unfit() === undefined) editor = await Editor.start(start);
  });
  after(() => editor?.stop(failed === undefined ? undefined : `${name}-${failed}`));

  function step(title, body) {
    test(title, { skip: unfit() ?? false }, async () => {
      assert.equal(failed, undefined, "not tried, as it goes on from one that failed");
      try {
        await body(editor.page);
      } catch (error) {
        failed = title.replaceAll(/\W+/g, "-").slice(0, 40);
        throw error;
      }
    });
  }
  return { editor: () => editor, step };
}
