import assert from "node:assert/strict";
import { fired } from "./firings.mjs";
import { onPage } from "./page.mjs";

const told = fired("denied", "changed", "copied", "unmatched", "loud");

onPage("before anything runs the plan is there, then what runs, and both can be cancelled", {}, async (panel, page) => {
  const [plan] = told.denied;
  await panel.feed(plan);
  await page.getByText("About to run").waitFor();
  assert.deepEqual(await page.locator(".card .badge").allInnerTexts(), Array(4).fill("○\nwaiting"));
  await panel.picture("planned");
  await panel.feed(...told.denied.filter((it) => it.kind === "started"));
  const ended = told.denied.filter((it) => it.kind === "finished" && it.run.status !== "timed-out");
  await panel.feed(...ended, {
    kind: "output",
    id: plan.id,
    hook: plan.plan.steps[2].hook.id,
    stream: "stdout",
    text: "on and on",
    leftOut: 0,
  });
  await page.getByText("3 of 4 finished").waitFor();
  const third = page.locator(".card").nth(2);
  assert.match(await third.innerText(), /●\s*running[^]*of 1 s[^]*on and on/);
  assert.ok(await page.getByRole("button", { name: "Fire again", exact: true }).isDisabled());
  await panel.picture("running");
  await panel.posted();
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.deepEqual(await panel.posted(), [{ kind: "cancel", id: plan.id }]);
  await panel.feed({ kind: "failed", id: plan.id, why: "They were ended.", cancelled: true, tookMs: 9000 });
  await page.getByText("Cancelled after 9.0 s", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Cancel" }).count(), 0);
  assert.match(await third.innerText(), /–\s*cancelled[^]*9 s of 1 s/);
  // What was focused is gone, and the keyboard is not lost.
  assert.equal(await page.evaluate(() => document.activeElement.className), "decision");
});

onPage("cancelled before anything ran, it was not run", {}, async ({ feed }, page) => {
  const [plan] = told.denied;
  await feed(plan, { kind: "failed", id: plan.id, why: "You did not agree.", cancelled: false });
  await page.getByText("Not run", { exact: true }).waitFor();
  assert.equal(await page.locator(".card").nth(2).getAttribute("data-status"), "not-run");
});

onPage("what was fired on a copy is fired again on a copy, and the button says so", {}, async (panel, page) => {
  const primary = page.locator("button.primary");
  await panel.feed(...told.denied);
  await page.getByRole("status").filter({ hasText: "deny" }).waitFor();
  assert.equal(await primary.innerText(), "Fire again");
  await panel.feed(...told.copied);
  await page.getByRole("button", { name: "Fire in the workspace" }).waitFor();
  assert.equal(await primary.innerText(), "Fire again on a copy");
  await panel.posted();
  await primary.click();
  await page.getByRole("textbox", { name: "Payload" }).press("Control+Enter");
  await page.getByRole("button", { name: "Fire in the workspace" }).click();
  const fires = (await panel.posted()).map((it) => [it.kind, it.scratch]);
  assert.deepEqual(fires, [
    ["fire", true],
    ["fire", true],
    ["fire", false],
  ]);
});

onPage("a hook that the agent would not run does not look well, whatever it answered", {}, async (panel, page) => {
  const [plan, ...rest] = told.unmatched;
  await panel.feed(plan, ...rest);
  const notes = page.getByRole("region", { name: "Notes" });
  await notes.waitFor();
  assert.match(await notes.innerText(), /^Notes\s+The agent would n/);
  assert.equal(await page.locator(".decision").getAttribute("data-tone"), "fault");
  await page.getByText("The agent would not run it:").waitFor();
  assert.equal(await page.locator(".card .badge").innerText(), "!\nsucceeded");
  await panel.picture("unmatched");
});

onPage("output that was cut says so, and how much there was", {}, async (panel, page) => {
  const [plan, ...rest] = told.loud;
  await panel.feed(plan, ...rest);
  await page.getByText(/^Truncated after 1 MB: [\d,]{6,} more bytes\.$/).waitFor();
  await panel.picture("cut");
});

onPage("fired again from the end of the page, the next decision is seen", { width: 320 }, async ({ feed }, page) => {
  await feed(...told.denied);
  await page.getByRole("button", { name: "Fire again", exact: true }).scrollIntoViewIfNeeded();
  assert.ok((await page.evaluate(() => window.scrollY)) > 0);
  await feed(...told.changed);
  const status = page.getByRole("status").filter({ hasText: "allow" });
  await status.waitFor();
  assert.ok(await status.evaluate((it) => it.getBoundingClientRect().bottom < window.innerHeight));
  assert.equal(await page.evaluate(() => window.scrollY), 0);
});

onPage("a payload is checked as it is typed, and fired again as it was changed", {}, async (panel, page) => {
  await panel.feed(...told.changed);
  const payload = page.getByRole("textbox", { name: "Payload" });
  const again = page.getByRole("button", { name: "Fire again", exact: true });
  await again.click();
  const [{ id, plan }] = told.changed;
  assert.deepEqual((await panel.posted()).at(-1), {
    kind: "fire",
    id,
    sample: "Write",
    payload: plan.payload,
    scratch: false,
  });
  await payload.fill('{\n  "tool_name": "Bash",\n}');
  const fault = page.getByRole("button", { name: "Line 3, column 1: a key in double quotes is missing" });
  await fault.waitFor();
  assert.ok(await again.isDisabled());
  assert.equal(await payload.getAttribute("aria-invalid"), "true");
  await panel.picture("fault");
  await fault.click();
  assert.deepEqual(await payload.evaluate((it) => [it.selectionStart, it === document.activeElement]), [25, true]);
  await payload.fill('{ "tool_name": "Bash" }');
  await payload.press("Control+Enter");
  await page.getByRole("button", { name: "Fire on a copy" }).click();
  await page.getByRole("button", { name: "Save as sample…" }).click();
  const changed = { id, payload: { tool_name: "Bash" } };
  assert.deepEqual(await panel.posted(), [
    { kind: "edited", ...changed },
    { kind: "fire", ...changed, sample: null, scratch: false },
    { kind: "fire", ...changed, sample: null, scratch: true },
    { kind: "save", ...changed },
  ]);
});

onPage("an empty payload is shown as one", {}, async ({ feed }, page) => {
  const [plan] = told.changed;
  await feed({ ...plan, plan: { ...plan.plan, sample: null, payload: {} } });
  await page.getByText("your edited payload").waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Payload" }).inputValue(), "{}");
});

onPage("a recorded sample is called by what it is about, and when that was", {}, async ({ feed }, page) => {
  const [plan] = told.changed;
  const name = "recorded-17";
  const label = "Bash, 3 minutes ago: `npm test`";
  const samples = [name, ...plan.plan.samples];
  await feed({ ...plan, plan: { ...plan.plan, sample: name, samples, sampleLabels: { [name]: label } } });
  await page.getByText(`sample: ${label}`).waitFor();
  const chosen = page.getByLabel("Sample");
  assert.deepEqual(await chosen.evaluate((it) => [it.value, it.selectedOptions[0].text]), [name, label]);
});

onPage("a sample is chosen, and what was typed is not lost", {}, async (panel, page) => {
  await panel.feed(...told.changed);
  const [{ id, plan }] = told.changed;
  const payload = page.getByRole("textbox", { name: "Payload" });
  const samples = page.getByLabel("Sample");
  await payload.fill('{ "mine": 1 }');
  assert.equal(await samples.evaluate((it) => it.selectedOptions[0].text), "(edited)");
  await panel.posted();
  await samples.selectOption("Bash");
  assert.deepEqual(await panel.posted(), [{ kind: "sample", id, name: "Bash" }]);
  await panel.feed({ kind: "sample", name: "Bash", payload: { tool_name: "Bash" } });
  assert.equal(await payload.inputValue(), '{\n  "tool_name": "Bash"\n}');
  await samples.selectOption("(edited)");
  assert.equal(await payload.inputValue(), '{ "mine": 1 }');
  await panel.feed({ kind: "samples", id, names: [...plan.samples, "my own"], labels: { "my own": "Bash, just now" } });
  await samples.getByText("Bash, just now").waitFor({ state: "attached" });
  assert.equal(await payload.inputValue(), '{ "mine": 1 }');
  await panel.posted();
  const back = page.getByRole("button", { name: "Back to the sample" });
  await back.press("Enter");
  assert.deepEqual(await panel.posted(), [{ kind: "sample", id, name: "Write" }]);
  assert.equal(await back.count(), 0);
  assert.ok(await samples.evaluate((it) => it === document.activeElement));
  await payload.fill('{ "mine": 2 }');
  await panel.feed({ kind: "saved", id, name: "my own" });
  await page.waitForFunction(() => document.querySelector("#sample").value === "my own");
  assert.equal(await payload.inputValue(), '{ "mine": 2 }');
});

onPage("it is all there again after it was hidden", {}, async (panel, page) => {
  await panel.feed(...told.denied, ...told.copied);
  await page.getByLabel("Firing").selectOption({ index: 1 });
  // Its payload comes with the rest of it.
  await page.getByRole("status").filter({ hasText: "deny" }).waitFor();
  const payload = page.getByRole("textbox", { name: "Payload" });
  await payload.fill('{ "mine": 1 }');
  await page.reload();
  await panel.feed({ kind: "words", words: panel.own.words });
  await panel.feed({ kind: "restore", state: panel.state([...told.denied, ...told.copied]) });
  await page.getByRole("status").filter({ hasText: "deny" }).waitFor();
  assert.equal(await payload.inputValue(), '{ "mine": 1 }');
  assert.equal(await page.locator(".card").count(), 4);
});

onPage("the way to a hook, and to all of what it printed", {}, async (panel, page) => {
  const long = "many words\n".repeat(50_000);
  const [plan, ...rest] = told.changed;
  const hook = plan.plan.steps[0].hook.id;
  await panel.feed(plan, { kind: "output", id: plan.id, hook, stream: "stderr", text: long, leftOut: 0 }, ...rest);
  await page.getByText(/… 3\d\d,\d\d\d characters earlier/).waitFor();
  await panel.posted();
  await page.getByRole("button", { name: /^Go to hook: 1\. python3/ }).click();
  await page.getByRole("button", { name: /^Open full output: stderr/ }).click();
  assert.deepEqual(await panel.posted(), [
    { kind: "goTo", id: plan.id, hook },
    { kind: "whole", id: plan.id, hook, stream: "stderr" },
  ]);
});

onPage("what was fired while it was hidden is shown, and not what was chosen before", {}, async (panel, page) => {
  const babble = { kind: "output", hook: told.denied[0].plan.steps[0].hook.id, stream: "stdout", leftOut: 0 };
  const loud = { ...babble, id: told.denied[0].id, text: "much to say\n".repeat(15_000) };
  await panel.feed(...told.denied, loud, ...told.copied);
  await page.getByLabel("Firing").selectOption({ index: 1 });
  await page.getByRole("status").filter({ hasText: "deny" }).waitFor();
  await page.reload();
  await panel.feed({ kind: "words", words: panel.own.words });
  const [plan, ...rest] = told.changed;
  await panel.feed({ kind: "restore", state: panel.state([...told.denied, loud, ...told.copied, plan]) });
  await page.getByText("About to run").waitFor();
  await panel.feed(...rest);
  await page.getByRole("status").filter({ hasText: "allow" }).waitFor();
  assert.equal(await page.getByLabel("Firing").inputValue(), plan.id);
});
