import assert from "node:assert/strict";
import { fired } from "./firings.mjs";
import { onPage } from "./page.mjs";

const told = fired("copied", "replayed");

for (const theme of ["Dark Modern", "Light Modern"]) {
  onPage(`what was recorded is run again, and not edited: ${theme}`, { theme }, async (panel, page) => {
    await panel.feed(...told.replayed);
    const differences = page.getByRole("region", { name: "Differences since then" });
    await differences.waitFor();
    assert.match(await differences.innerText(), /decision\s+deny\s+–/);
    assert.match(await page.locator(".where").first().innerText(), /^Claude Code · recorded$/);
    assert.equal(await page.getByRole("textbox", { name: "Payload" }).isEditable(), false);
    assert.equal(await page.getByRole("region", { name: "What the user sees" }).count(), 0);
    assert.equal(await page.locator("#sample").isVisible(), false);
    assert.equal(await page.getByRole("button", { name: "Edit payload" }).isVisible(), false);
    assert.equal(await page.getByRole("button", { name: /^Debug/ }).count(), 0);
    await panel.picture(`recorded-${theme.split(" ")[0].toLowerCase()}`);
    await panel.posted();
    for (const name of ["Run again", "Run again on a copy", "Save as sample…", "Create Test"]) {
      await page.getByRole("button", { name, exact: true }).click();
    }
    const acts = await panel.posted();
    assert.deepEqual(
      acts.map((it) => [it.kind, it.id, it.act]),
      ["replay", "replayOnCopy", "keep", "createTest"].map((it) => ["act", "recorded-1", it]),
    );
  });
}

onPage("from a firing to its test, its history, its diffs and a debugger", {}, async (panel, page) => {
  const [plan, ...rest] = told.copied;
  await panel.feed(plan);
  const test = page.getByRole("button", { name: "Create Test" });
  await test.waitFor();
  assert.equal(await test.getAttribute("aria-disabled"), "true");
  await panel.feed(...rest);
  await page.getByRole("button", { name: "Open Diff: README.md" }).click();
  await page.getByRole("button", { name: "Debug: 1. python3 scripts/build.py" }).click();
  await page.getByRole("button", { name: "History…" }).click();
  await test.click();
  const { id } = plan;
  const hook = plan.plan.steps[0].hook.id;
  assert.deepEqual((await panel.posted()).slice(-4), [
    { kind: "compare", id, path: "README.md" },
    { kind: "debug", id, hook },
    { kind: "history" },
    { kind: "act", id, act: "createTest" },
  ]);
});

onPage("a firing that is wanted again is shown, whatever was chosen before", {}, async (panel, page) => {
  await panel.feed(...told.copied, ...told.replayed);
  await page.getByText(/recorded$/).waitFor();
  await panel.feed({ kind: "front", id: told.copied[0].id });
  await page.getByText(/on a copy of the workspace$/).waitFor();
  await panel.feed({ kind: "front", id: "recorded-1" });
  await page.getByText(/recorded$/).waitFor();
});
