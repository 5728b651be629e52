import assert from "node:assert/strict";
import { fired } from "./firings.mjs";
import { onPage } from "./page.mjs";

const told = fired("denied", "changed", "copied", "context", "serial");

onPage("nothing fired yet: it says how", {}, async ({ posted }, page) => {
  assert.deepEqual(await posted(), [{ kind: "ready" }]);
  await page.getByText("Click “▶ Fire” above a hook").waitFor();
});

onPage("the decision is read on top, with its reason, and how it came about", {}, async ({ feed }, page) => {
  await feed(...told.denied);
  const status = page.getByRole("status").filter({ hasText: "deny" });
  await status.waitFor();
  assert.match(await status.innerText(), /✕\s*deny[^]*refused: main\.py is protected\n<b onclick="alert\(1\)">/);
  assert.equal(await page.locator("main b").count(), 0);
  const fold = await page.getByRole("region", { name: "How it was decided" }).getByRole("listitem").allInnerTexts();
  assert.equal(fold.length, 5);
  assert.match(fold[1], /^2\. sh scripts\/guard\.sh\s+exit 2: deny\s+decides: deny beats allow$/);
  assert.match(fold[4], /^The rule\s+deny beats defer beats ask beats allow/);
});

onPage("each hook has its card: why it ran, how it ended, and in which time", {}, async ({ feed }, page) => {
  await feed(...told.denied);
  const card = (number) => page.locator(".card").nth(number - 1);
  await card(4).waitFor();
  const [, second, third, fourth] = await page.locator(".card").allInnerTexts();
  assert.match(second, /✕\s*blocked\s*exit code 2/);
  assert.match(second, /Write is one of Write\|Edit/);
  assert.match(second, /refused: main\.py is protected\n<b onclick="alert\(1\)">see CONTRIBUTING<\/b> ␁/);
  assert.match(third, /!\s*timed out\s*ended by signal \d+[^]*1 s of 1 s/);
  assert.match(fourth, /PreToolUse does not read reson: did you mean reason\?/);
  assert.match(await card(1).locator(".json").innerText(), /"permissionDecision": "allow"/);
  const bar = card(3).getByRole("progressbar");
  assert.deepEqual(await bar.evaluate((it) => [it.value, it.max]), [1000, 1000]);
  assert.equal(await page.getByText("All at once").count(), 1);
});

onPage("who is told what", {}, async ({ feed }, page) => {
  await feed(...told.denied);
  const agent = page.getByRole("region", { name: "What the agent sees" });
  await agent.waitFor();
  assert.match(await agent.innerText(), /error\s+refused: main\.py is protected/);
  const user = page.getByRole("region", { name: "What the user sees" });
  assert.match(await user.innerText(), /warning\s+timed out after 1 s/);
  await feed(...told.context);
  await page.getByText("The build is green.").last().waitFor();
  assert.match(await agent.innerText(), /The build is green\./);
  assert.match(await user.innerText(), /Nothing\./);
});

onPage("a changed input is a diff", {}, async ({ feed, picture }, page) => {
  await feed(...told.changed);
  const diff = page.getByRole("region", { name: "Changes to the tool's input" }).first();
  await diff.waitFor();
  assert.match(await diff.innerText(), /^-\s+"file_path": .*cache\.ts",$/m);
  assert.match(await diff.innerText(), /^\+\s+"file_path": "\/project\/drafts\/notes\.md",$/m);
  await picture("input");
});

onPage("the changes of a copy are diffs, file by file", { theme: "Light Modern" }, async ({ feed, picture }, page) => {
  await feed(...told.copied);
  const files = page.getByRole("region", { name: "Files changed in the copy" });
  await files.waitFor();
  const kinds = await files.locator("summary").allInnerTexts();
  assert.deepEqual(
    kinds.map((it) => it.replaceAll(/\s+/g, " ")),
    ["changed README.md", "created build/report.txt", "deleted old.txt"],
  );
  assert.match(await files.innerText(), /-This is a draft\.\n\+This is a final\./);
  assert.match(await page.locator(".where").first().innerText(), /on a copy of the workspace/);
  await picture("copy");
});

onPage("a chain is drawn as one, and what it did not reach is not run", {}, async ({ feed, picture }, page) => {
  await feed(...told.serial);
  await page.getByText("One after the other").waitFor();
  assert.equal(await page.locator(".lane").count(), 1);
  assert.deepEqual(await page.locator(".card").evaluateAll((every) => every.map((it) => it.dataset.status)), [
    "succeeded",
    "blocked",
    "not-run",
  ]);
  await picture("serial");
});
