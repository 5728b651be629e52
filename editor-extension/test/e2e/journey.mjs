/**
 * Steps that go on from each other, in one window of one editor; after the first that fails the others are not tried.
 *
 *   const { editor, step } = journey("name", { files: { "a.json": "{}" }, open: "a.json" });
 *   step("what the user sees", async (page) => { ... });
 *
 * One file has one journey, `test/e2e/<name>.test.mjs`. The options of a journey:
 *
 *   files       what the project has, texts by their paths in it; the project is a new folder
 *   folder      the name of the project's folder, where it is seen
 *   open        the file that the window opens with, by its path in the project; the folder alone where it is left out
 *   home        what the user's home has, texts by their paths in it; it is empty otherwise
 *   settings    of the user, beside quiet ones; `hookwright.server.command` is the checkout's server
 *   theme       "light" (the default), "dark" or "contrast"
 *   viewport    { width: 1280, height: 800 } where it is left out
 *   trust       false: the workspace is not trusted until it is in the window; otherwise trust is not asked for
 *   extensions  .vsix files to install beside the extension (the journey gets an editor of its own: 3 s more)
 *   vsix        the package of the extension that is tried, where it is not the one without a server (as above)
 *
 * `page` is Playwright's. `editor()` has, beside it (window.mjs, editor.mjs): `goTo(line, column)`, `openFile(name)`,
 * `command(title)`, `pick(text)` (from a list), `press(keys, came)`, `suggest(text)`, `lens(text, index)`,
 * `clickLens(text, came, index)`, `fire(text, index)`, `agree(answer)` (to a dialog), `notification(text)`,
 * `webview(pattern)` (the frame of a webview that has this text by now), `reads(pattern)` (whether there is one),
 * `picture(name)` (into build/e2e), `read(name)`, `write(name, text)`, `exists(name)`, `project`, `home`,
 * `servers(mark)` (ids of processes). `until(look, what)` of wait.mjs waits for what no locator sees. files.mjs writes
 * hook files.
 *
 * Every wait is for something that can be seen; there are no sleeps. A busy window may lose a key or a click: what
 * drives it is repeated until its effect is seen (`came`, and `driven` of window.mjs); what is asserted is not. Two journeys run at the same time, each with
 * one of the run's servers of the editor: `npm run e2e`, or one of them: `FILE=trusted npm run e2e`. With
 * `node --test test/e2e/x.test.mjs` a journey starts its own server. `looks` is run only where it is named.
 * Where a step fails, build/e2e/failed-<journey>-<step>/ has the picture, the page's console and the editor's logs.
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Editor } from "./editor.mjs";
import { unfit } from "./install.mjs";

export function journey(name, options) {
  let editor;
  let failed;
  before(async () => {
    if (unfit() === undefined) editor = await Editor.start(options);
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
