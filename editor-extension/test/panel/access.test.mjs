import assert from "node:assert/strict";
import { fired } from "./firings.mjs";
import { extension, onPage, THEMES, violations } from "./page.mjs";

const told = fired("denied", "copied");

onPage("everything is reached by the keyboard, in the order in which it is read", {}, async ({ feed }, page) => {
  await feed(...told.copied);
  await page.getByRole("status").first().waitFor();
  const reached = [];
  for (let count = 0; count < 30; count += 1) {
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
    ...["Create Test", "History…", "Prove in Claude Code", `Go to hook: ${hook}`, `Debug: ${hook}`],
    ...[/^stdout/.exec(reached[5])?.input, `stdout: ${hook}`],
    ...["changed README.md", "Open Diff: README.md", "README.md"],
    ...["created build/report.txt", "Open Diff: build/report.txt", "build/report.txt"],
    ...["deleted old.txt", "Open Diff: old.txt", "old.txt", "Sample", "Payload"],
    ...["Fire in the workspace", "Fire again on a copy", "Save as sample…"],
  ]);
});

for (const theme of Object.keys(THEMES)) {
  for (const width of [320, 1400]) {
    onPage(`${theme}, ${width} wide: nothing stands in anybody's way`, { theme, width }, async (panel, page) => {
      await panel.feed(...told.copied, ...told.denied);
      await page.getByRole("region", { name: "What the user sees" }).waitFor();
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
    const english = Object.values((await extension("en")).words);
    const headings = await page.getByRole("heading", { level: 2 }).allInnerTexts();
    assert.deepEqual(
      headings.filter((it) => english.includes(it)),
      [],
    );
  });
}

onPage("the keyboard stays where it is while hooks are fired again", {}, async ({ feed }, page) => {
  const focused = () =>
    page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText);
  const [plan, ...rest] = told.copied;
  const more = (id) => [{ ...plan, id, at: plan.at + 1 }, rest.map((it) => ({ ...it, id }))];
  await feed(plan, ...rest);
  for (const name of [
    "Fire again on a copy",
    "Go to hook: 1. python3 scripts/build.py",
    "stdout: 1. python3 scripts/build.py",
  ]) {
    await page.locator(`button:text-is("${name}"), [aria-label="${name}"]`).focus();
    const [again, ends] = more(name);
    await feed(again);
    await page.getByText("About to run").waitFor();
    if (!name.startsWith("stdout")) assert.equal(await focused(), name);
    await feed(...ends);
    await page.getByRole("region", { name: "Files changed in the copy" }).waitFor();
    if (!name.startsWith("stdout")) assert.equal(await focused(), name);
  }
  // What printed is not there yet: the decision has the keyboard, and not the whole page.
  assert.match(await page.evaluate(() => document.activeElement.className), /decision/);
});
