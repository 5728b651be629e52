import assert from "node:assert/strict";
import { fired } from "./firings.mjs";
import { onPage, violations } from "./page.mjs";

const told = fired("denied");
const side = { effect: "blocked", words: "the call was not made", stops: false, fired: ["sh scripts/guard.sh"] };
const agentSide = { ...side, told: ["refused: <b>main.py</b>"], shown: ["All done."], durationMs: 2940 };
const engineSide = { ...side, told: ["refused: <b>main.py</b>"], shown: [], durationMs: 38 };
const agrees = {
  dialect: "claude-code",
  agent: "Claude Code 2.1.330",
  version: "2.1.330",
  measured: "2.1.330",
  event: "PreToolUse",
  sample: "Write",
  agrees: true,
  reached: true,
  ended: "",
  answer: "Claude Code 2.1.330 does what the engine says for `PreToolUse` (2.94 s).",
  agentSide,
  engineSide,
  differences: [],
  notes: ["the agent and the hooks had a copy of the project"],
  issue: null,
};
const differs = {
  ...agrees,
  agrees: false,
  answer: "Claude Code 2.1.330 does not do what the engine says for `PreToolUse` (2.94 s).",
  agentSide: { ...agentSide, effect: "runs", words: "the call was made", fired: [] },
  differences: [{ what: "effect", agent: "runs", engine: "blocked" }],
  issue: "### PreToolUse",
};

onPage(
  "a firing can be proved in the agent of its file, and both sides stand beside each other",
  {},
  async (panel, page) => {
    await panel.feed(...told.denied);
    const [{ id }] = told.denied;
    const prove = page.getByRole("button", { name: "Prove in Claude Code" });
    await prove.waitFor();
    await panel.posted();
    await prove.click();
    assert.deepEqual(await panel.posted(), [{ kind: "prove", id }]);
    await panel.feed({ kind: "proof", proof: { firing: id } });
    await page.getByText("Proving in Claude Code", { exact: true }).waitFor();
    await panel.posted();
    await page.getByRole("region", { name: "Prove in Claude Code" }).getByRole("button", { name: "Cancel" }).click();
    assert.deepEqual(await panel.posted(), [{ kind: "cancelProof", id }]);
    await panel.feed({ kind: "proof", proof: { firing: id, result: agrees } });
    const table = page.locator(".proof table");
    await table.waitFor();
    assert.match(await table.innerText(), /Claude Code\s+hookwright[^]*the call was not made\s+the call was not made/);
    assert.match(await table.innerText(), /refused: <b>main\.py<\/b>[^]*All done\./);
    assert.equal(await page.getByRole("button", { name: "Copy as an issue" }).count(), 0);
    assert.equal(await page.locator(".proof .decision").getAttribute("data-tone"), "good");
    assert.deepEqual(await violations(page), []);
    await panel.picture("proved");
  },
);

onPage("where the agent does something else, that is said, and can be copied", {}, async (panel, page) => {
  await panel.feed(...told.denied);
  const [{ id }] = told.denied;
  await panel.feed({ kind: "proof", proof: { firing: id, result: differs } });
  await page.getByText("The agent does something else", { exact: true }).waitFor();
  assert.match(await page.locator(".proof table").innerText(), /no hook ran/);
  assert.match(await page.getByRole("region", { name: "What differs" }).innerText(), /effect[^]*runs[^]*blocked/);
  await panel.posted();
  await page.getByRole("button", { name: "Copy as an issue" }).click();
  assert.deepEqual(await panel.posted(), [{ kind: "copyIssue", id }]);
});

onPage("a proof that failed says why, and a recorded firing has none", {}, async (panel, page) => {
  const [plan, ...rest] = told.denied;
  await panel.feed(plan, ...rest);
  const failure = { cancelled: false, why: "`claude` was not found" };
  await panel.feed({ kind: "proof", proof: { firing: plan.id, failure } });
  await page.getByText("claude was not found").waitFor();
  assert.ok(await page.getByRole("button", { name: "Prove in Claude Code" }).isVisible());
  await panel.feed({ ...plan, id: "another", recorded: true });
  await page.locator(".proof").waitFor({ state: "hidden" });
});
