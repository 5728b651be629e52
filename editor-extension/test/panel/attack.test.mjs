import assert from "node:assert/strict";
import { fired } from "./firings.mjs";
import { onPage, violations } from "./page.mjs";

const told = fired("attacked", "denied");

/** The last message of an attack, with changes. */
function after(change) {
  const [, , { attack }] = told.attacked;
  return { kind: "attack", attack: { ...attack, ...change } };
}

onPage("while an attack goes on, the page says how far it is, and cancels it", {}, async (panel, page) => {
  const [begun, on] = told.attacked;
  await panel.feed(begun);
  await page.getByRole("status").filter({ hasText: "Attacking" }).waitFor();
  const cancel = page.getByRole("button", { name: "Cancel" });
  await cancel.focus();
  await panel.feed(on);
  await page.getByText("7 of 60 calls").waitFor();
  await panel.posted();
  await page.keyboard.press("Enter");
  assert.deepEqual(await panel.posted(), [{ kind: "cancelAttack", id: "a1" }]);
  await panel.feed({ kind: "attack", attack: { ...begun.attack, failure: { why: "Stopped.", cancelled: true } } });
  await page.getByRole("status").filter({ hasText: "The attack was cancelled" }).waitFor();
});

for (const [theme, width] of [
  ["Dark Modern", 1400],
  ["Light Modern", 420],
]) {
  onPage(
    `an attack is shown with its holes and the reasons: ${theme}, ${width} wide`,
    { theme, width },
    async (panel, page) => {
      const { result } = after({}).attack;
      await panel.feed(...told.attacked);
      const status = page.getByRole("status").filter({ hasText: "The guard leaks" });
      const { stopped, dangerous } = result.score;
      assert.ok((await status.innerText()).includes(`stopped ${stopped} of ${dangerous}`));
      const rows = page.getByRole("region", { name: "Calls", exact: true }).getByRole("row");
      assert.equal(await rows.count(), result.rows.length + 1);
      const holes = page.getByRole("region", { name: `Holes: ${result.holes.length}` });
      const first = holes
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading") })
        .first();
      const words = await first.innerText();
      const [hole] = result.holes;
      for (const it of [hole.text, ...hole.why]) assert.ok(words.includes(it.replaceAll("`", "")), `${it} in ${words}`);
      await page.getByText(/^All \d+ calls/).click();
      await panel.picture(`attack-${width}`);
      assert.deepEqual(await violations(page), []);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(sideways <= 0, `${sideways} px too wide`);
    },
  );
}

onPage("a hole becomes a test once, and all that are left do at once", {}, async (panel, page) => {
  const { holes, falseAlarms } = after({}).attack.result;
  const [hole] = holes;
  await panel.feed(...told.attacked);
  await page.getByRole("button", { name: `Create Test: ${hole.text}` }).waitFor();
  await panel.posted();
  await page.getByRole("button", { name: `Create Test: ${hole.text}` }).click();
  assert.deepEqual(await panel.posted(), [{ kind: "attackTests", numbers: [hole.number] }]);
  await panel.feed(after({ tests: [hole.number] }));
  await page.getByRole("button", { name: `Test created: ${hole.text}` }).press("Enter");
  assert.deepEqual(await panel.posted(), []);
  const [first, ...others] = falseAlarms.map((it) => it.number);
  await panel.feed(after({ tests: [first] }));
  await page.getByRole("button", { name: `Create a Test for Each: False alarms: ${falseAlarms.length}` }).click();
  assert.deepEqual(await panel.posted(), [{ kind: "attackTests", numbers: others }]);
});

onPage(
  "it is attacked again as before, or with another danger; the way back leads to the firings",
  {},
  async (panel, page) => {
    const { place } = after({}).attack;
    await panel.feed(...told.denied, after({ at: Date.now() + 60_000 }));
    await page.getByRole("button", { name: "Attack Again" }).waitFor();
    await panel.posted();
    await page.getByRole("button", { name: "Attack Again" }).click();
    await page.getByRole("button", { name: "Another Danger…" }).click();
    await page.getByRole("button", { name: "Back to the fired hooks" }).click();
    assert.deepEqual(await panel.posted(), [
      { kind: "attackAt", place, choose: false },
      { kind: "attackAt", place, choose: true },
      { kind: "leave" },
    ]);
    await page.getByRole("status").filter({ hasText: "deny" }).waitFor();
  },
);

onPage("the card of a guard says its state, and attacks it", {}, async (panel, page) => {
  const [{ id, plan }] = told.denied;
  const { id: hook } = plan.steps[1].hook;
  const guard = { state: "leaks", words: "guard leaks (3 of 9)", says: "`jq` may be missing", canAttack: true };
  await panel.feed({ kind: "guards", guards: { [hook]: guard } }, ...told.denied);
  const card = page.locator(".card").nth(1);
  await card.getByText("guard leaks (3 of 9)").waitFor();
  assert.equal(await page.locator(".card .guard:visible").count(), 1);
  await panel.posted();
  await card.getByRole("button", { name: /^Attack: 2\./ }).click();
  assert.deepEqual(await panel.posted(), [{ kind: "attackHook", id, hook }]);
  await panel.feed({ kind: "guards", guards: { [hook]: { ...guard, state: "holds", words: "guard holds" } } });
  await card.getByText("guard holds").waitFor();
});
