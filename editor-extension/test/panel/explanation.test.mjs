import assert from "node:assert/strict";
import { fired } from "./firings.mjs";
import { onPage } from "./page.mjs";

const told = fired("denied", "explained");

for (const theme of ["Dark Modern", "Light Modern"]) {
  onPage(`what would run is explained, and each hook is a link: ${theme}`, { theme }, async (panel, page) => {
    await panel.feed(...told.explained);
    await page.getByRole("heading", { name: "Which hooks PreToolUse runs" }).waitFor();
    assert.match(await page.locator(".where").first().innerText(), /^Claude Code · sample: Write/);
    const would = page.getByRole("region", { name: "Would run", exact: true });
    assert.equal(await would.getByRole("listitem").count(), 4);
    const second = would.getByRole("listitem").nth(1);
    assert.match(await second.innerText(), /You asked about this one\.[^]*Write is one of Write\|Edit/);
    const [{ explained }] = told.explained;
    const { uri, range } = explained.explanation.matched[1];
    await panel.picture(`explained-${theme.split(" ")[0].toLowerCase()}`);
    await panel.posted();
    await page.getByRole("button", { name: "Go to hook: 2. sh scripts/guard.sh" }).click();
    await page.getByRole("button", { name: "Fire", exact: true }).click();
    assert.deepEqual(await panel.posted(), [
      { kind: "reveal", uri, ...range.start },
      { kind: "fireAt", uri, pointer: explained.explanation.pointer },
    ]);
  });
}

onPage("an explanation gives way to what is fired later, and the way back is there", {}, async (panel, page) => {
  const [{ explained }] = told.explained;
  const [plan, ...rest] = told.denied;
  await panel.feed({ ...plan, at: explained.at - 1 }, ...rest, ...told.explained);
  await page.getByText("4 hooks would run.").waitFor();
  await page.getByRole("button", { name: "Back to the fired hooks" }).press("Enter");
  await page.getByRole("status").filter({ hasText: "deny" }).waitFor();
  assert.deepEqual((await panel.posted()).at(-1), { kind: "leave" });
  await panel.feed(...told.explained);
  await page.getByText("4 hooks would run.").waitFor();
  await panel.feed({ ...plan, id: "later", at: explained.at + 1 });
  await page.getByText("About to run").waitFor();
  assert.equal(await page.getByText("4 hooks would run.").count(), 0);
});
