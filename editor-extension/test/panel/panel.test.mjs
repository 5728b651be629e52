import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { CLAUDE, FILES, SERIAL } from "./files.mjs";
import { Shooter } from "./firings.mjs";
import { extension, openPanel, skip, stop, THEMES } from "./page.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const told = {};

before(async () => {
  if (skip) return;
  const shooter = await Shooter.start(await extension(), FILES);
  try {
    told.denied = await shooter.fire(CLAUDE, { pointer: "/hooks/PreToolUse" });
    told.changed = await shooter.fire(CLAUDE, { pointer: "/hooks/PreToolUse/0/hooks/0" });
    told.copied = await shooter.fire(CLAUDE, { pointer: "/hooks/PostToolUse", scratch: true });
    told.context = await shooter.fire(CLAUDE, { pointer: "/hooks/UserPromptSubmit" });
    told.serial = await shooter.fire(SERIAL, { pointer: "/hooks/PreToolUse" });
  } finally {
    await shooter.stop();
  }
});
after(stop);

function onPage(title, options, body) {
  test(title, { skip }, async () => {
    const panel = await openPanel(options);
    try {
      await body(panel, panel.page);
      assert.deepEqual(panel.wrong, []);
    } finally {
      await panel.close();
    }
  });
}

function textOf(page, selector) {
  return page.locator(selector).first().innerText();
}

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.html} ${node.failureSummary}`));
}

onPage("nothing fired yet: it says how", {}, async ({ posted }, page) => {
  assert.deepEqual(await posted(), [{ kind: "ready" }]);
  await page.getByText("Fire hooks by the lens above them").waitFor();
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
  assert.match(fold[4], /^The rule\s+deny beats ask beats allow/);
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
  assert.equal(await page.getByText("All at the same time").count(), 1);
});

onPage("who is told what", {}, async ({ feed }, page) => {
  await feed(...told.denied);
  const agent = page.getByRole("region", { name: "What the agent is told" });
  await agent.waitFor();
  assert.match(await agent.innerText(), /error\s+refused: main\.py is protected/);
  const user = page.getByRole("region", { name: "What the user is told" });
  assert.match(await user.innerText(), /warning\s+timed out after 1 s/);
  await feed(...told.context);
  await page.getByText("The build is green.").last().waitFor();
  assert.match(await agent.innerText(), /The build is green\./);
  assert.match(await user.innerText(), /Nothing\./);
});

onPage("a changed input is a diff", {}, async ({ feed, picture }, page) => {
  await feed(...told.changed);
  const diff = page.getByRole("region", { name: "How the tool's input was changed" }).first();
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
  assert.match(await textOf(page, ".where"), /on a copy of the workspace/);
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
  await page.getByText("3 of 4 have ended").waitFor();
  const third = page.locator(".card").nth(2);
  assert.match(await third.innerText(), /●\s*running[^]*of 1 s[^]*on and on/);
  assert.ok(await page.getByRole("button", { name: "Fire again", exact: true }).isDisabled());
  await panel.picture("running");
  await panel.posted();
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.deepEqual(await panel.posted(), [{ kind: "cancel", id: plan.id }]);
  await panel.feed({ kind: "failed", id: plan.id, why: "Cancelled." });
  await page.getByText("Not run", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Cancel" }).count(), 0);
  assert.equal(await third.getAttribute("data-status"), "not-run");
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
  await page.getByRole("button", { name: "Fire again on a copy" }).click();
  await page.getByRole("button", { name: "Save as sample…" }).click();
  const changed = { id, payload: { tool_name: "Bash" } };
  assert.deepEqual(await panel.posted(), [
    { kind: "fire", ...changed, sample: null, scratch: false },
    { kind: "fire", ...changed, sample: null, scratch: true },
    { kind: "save", ...changed },
  ]);
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

onPage("an empty payload is shown as one", {}, async ({ feed }, page) => {
  const [plan] = told.changed;
  await feed({ ...plan, plan: { ...plan.plan, sample: null, payload: {} } });
  await page.getByText("a payload of your own").waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Payload" }).inputValue(), "{}");
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
  await panel.feed({ kind: "samples", id, names: [...plan.samples, "my own"] });
  await samples.getByText("my own").waitFor({ state: "attached" });
  assert.equal(await payload.inputValue(), '{ "mine": 1 }');
});

onPage("it is all there again after it was hidden", {}, async (panel, page) => {
  await panel.feed(...told.denied, ...told.copied);
  await page.getByLabel("Firing").selectOption({ index: 1 });
  const payload = page.getByRole("textbox", { name: "Payload" });
  await payload.fill('{ "mine": 1 }');
  await page.reload();
  await panel.feed({ kind: "words", words: panel.own.words() });
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
  await page.getByRole("button", { name: /^Open the whole output: stderr/ }).click();
  assert.deepEqual(await panel.posted(), [
    { kind: "goTo", id: plan.id, hook },
    { kind: "whole", id: plan.id, hook, stream: "stderr" },
  ]);
});

onPage("everything is reached by the keyboard, in the order in which it is read", {}, async ({ feed }, page) => {
  await feed(...told.copied);
  await page.getByRole("status").first().waitFor();
  const reached = [];
  for (let count = 0; count < 20; count += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const it = document.activeElement;
      const outline = getComputedStyle(it).outlineStyle;
      if (it !== document.body && outline === "none") return `unseen: ${it.outerHTML}`;
      return it === document.body
        ? undefined
        : (it.getAttribute("aria-label") ?? it.labels?.[0]?.innerText ?? it.innerText);
    });
    if (name === undefined) break;
    reached.push(name.replaceAll(/\s+/g, " "));
  }
  const hook = "1. python3 scripts/build.py";
  assert.deepEqual(reached, [
    `Go to hook: ${hook}`,
    ...[/^stdout/.exec(reached[1])?.input, `stdout: ${hook}`],
    ...["changed README.md", "README.md", "created build/report.txt", "build/report.txt"],
    ...["deleted old.txt", "old.txt", "Sample", "Payload"],
    ...["Fire again", "Fire again on a copy", "Save as sample…"],
  ]);
});

for (const theme of Object.keys(THEMES)) {
  for (const width of [320, 1400]) {
    onPage(`${theme}, ${width} wide: nothing stands in anybody's way`, { theme, width }, async (panel, page) => {
      await panel.feed(...told.copied, ...told.denied);
      await page.getByRole("region", { name: "What the user is told" }).waitFor();
      await page.getByRole("textbox", { name: "Payload" }).fill('{ "a" 1 }');
      await panel.picture(`${theme.toLowerCase().replaceAll(/\W+/g, "-")}-${width}`);
      assert.deepEqual(await violations(page), []);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(sideways <= 0, `${sideways} px too wide`);
      await page.getByLabel("Firing").selectOption({ index: 1 });
      await page.getByRole("region", { name: "Files changed in the copy" }).waitFor();
      assert.deepEqual(await violations(page), []);
    });
  }
}

for (const language of ["zh-cn", "vi"]) {
  onPage(`its own words are ${language}`, { language, width: 320 }, async (panel, page) => {
    await panel.feed(...told.denied);
    await page.locator(".card").nth(3).waitFor();
    await panel.picture(language);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(sideways <= 0, `${sideways} px too wide`);
    const english = Object.values((await extension("en")).words());
    const headings = await page.getByRole("heading", { level: 2 }).allInnerTexts();
    assert.deepEqual(
      headings.filter((it) => english.includes(it)),
      [],
    );
  });
}
