import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { PICTURES, until } from "./editor.mjs";
import { FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { gone, seen } from "./window.mjs";

// Until it is told to end, however busy the machine is.
const COUNT = 'until [ -e enough ]; do i=$((i+1)); echo "line $i of many"; sleep 0.1; done';
const HOOKS = hookFile({ PreToolUse: [group("Bash", COUNT)] });
const TIMES = 10;
const latency = {};

const { editor, step } = journey("streaming", { files: { [FILE]: HOOKS }, open: FILE });

/** Milliseconds from the keys to the list, for each time. */
async function complete(page) {
  const list = page.locator(".suggest-widget.visible .monaco-list-row.focused");
  const every = [];
  await editor().goTo(5, 21);
  for (let time = 0; time <= TIMES; time++) {
    let begun = 0;
    // The key is passed over where the list that was closed before is still going.
    await until(async () => {
      begun = performance.now();
      await page.keyboard.press("Control+Space");
      return seen(list);
    }, "completions");
    every.push(Math.round(performance.now() - begun));
    await editor().press("Escape", () => gone(list));
  }
  // The first has to load what the others find.
  return every.slice(1);
}

step("completions are asked for while nothing runs", async (page) => {
  await editor().lens("▶ Fire").waitFor();
  latency.idle = await complete(page);
});

step("and while a hook prints line after line", async (page) => {
  await editor().fire();
  const frame = await editor().webview(/line \d+ of many/);
  await page.keyboard.press("Control+1");
  latency.streaming = await complete(page);
  await editor().picture("streaming");
  assert.doesNotMatch(await frame.evaluate(() => document.body.innerText), /succeeded/);
  editor().write("enough", "");
  await editor().webview(/succeeded/);
});

step("what they took is kept", () => {
  const median = (every) => every.toSorted((a, b) => a - b)[Math.floor(every.length / 2)];
  const [idle, streaming] = [latency.idle, latency.streaming].map(median);
  const said = { milliseconds: latency, medians: { idle, streaming } };
  writeFileSync(path.join(PICTURES, "latency.json"), JSON.stringify(said, undefined, 2));
  assert.ok(idle > 0 && streaming > 0);
});
