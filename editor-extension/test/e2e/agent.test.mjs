import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { after } from "node:test";
import { SERVER } from "./editor.mjs";
import { DENIES, FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { scriptedModel } from "./model.mjs";
import { packaged } from "./packaged.mjs";
import { ROOT } from "./service.mjs";
import { until } from "./wait.mjs";
import { done, LOST_MS, seen } from "./window.mjs";

const POP = readFileSync(path.join(ROOT, "examples", "modules", "pop.py"), "utf8");
const SUMMARY = "They wanted the build folder gone.";

function answer(messages) {
  const last = messages.at(-1);
  if (last.role === "tool") return { content: last.content.startsWith("A hook refused") ? "I left it." : "Done." };
  if (last.content.startsWith("Summarize")) return { content: SUMMARY };
  if (!last.content.includes("build")) return { content: `I read ${messages.length} messages.` };
  const given = JSON.stringify({ command: last.content.includes("delete") ? "rm -rf build" : "ls build" });
  return {
    content: null,
    tool_calls: [{ id: `call-${messages.length}`, function: { name: "Bash", arguments: given } }],
  };
}

const model = await scriptedModel(answer);
after(() => model.close());

const { editor, step } = journey("agent", {
  files: {
    [FILE]: hookFile({ PreToolUse: [group("Bash", `grep -q 'rm -rf' || exit 0; ${DENIES}`)] }),
    ".pi/hooks/pop.py": POP,
    "build/made.txt": "",
  },
  extensions: [await packaged("toy-agent")],
  settings: {
    "chat.disableAIFeatures": false,
    "hookwright.model.baseUrl": model.address,
    "hookwright.model.name": "scripted",
    "hookwright.server.command": ["/usr/bin/env", `POP_BASE_URL=${model.address}`, SERVER, "lsp"],
    "toy.model": model.address,
  },
});

const answers = (page, text) => page.locator(".interactive-response", { hasText: text });
const box = (page) => page.locator(".interactive-input-part .monaco-editor").first();

/** Types into the prompt box, until it has been sent. */
async function say(page, text) {
  const sent = page.locator(".interactive-request", { hasText: text });
  await until(async () => {
    await done(box(page).click({ timeout: LOST_MS }));
    await page.keyboard.press("Control+A");
    await page.keyboard.type(`@toy ${text}`);
    // What it suggests would be taken by the key that sends.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    return seen(sent, LOST_MS);
  }, `${text} to be sent`);
}

function sessionEntries() {
  const folder = path.join(editor().home, ".local", "state", "hookwright", "sessions");
  const files = readdirSync(folder, { recursive: true }).filter((it) => it.endsWith(".jsonl"));
  assert.equal(files.length, 1);
  const lines = readFileSync(path.join(folder, files[0]), "utf8").trim().split("\n");
  return lines.map((it) => JSON.parse(it));
}

step("F5: a prompt is answered, and a tool call that a hook refuses says why", async (page) => {
  await page.locator(".statusbar-item", { hasText: "toy: ready" }).waitFor();
  await editor().command("Chat: Open Chat");
  await box(page).waitFor();
  // Before the editor has found a model, it refuses what is asked; it looks again where somebody wants to choose one.
  await until(async () => {
    if (await seen(page.locator(".interactive-input-part", { hasText: "Scripted" }), LOST_MS)) return true;
    await done(page.locator(".interactive-input-part").getByText("Models").click({ timeout: LOST_MS }));
    await page.keyboard.press("Escape");
    return false;
  }, "a model");
  await say(page, "please delete the build folder");
  await answers(page, "Bash was refused: no deleting here").waitFor();
  await answers(page, "I left it.").waitFor();
  await editor().picture("agent-1-refused");
  assert.ok(editor().exists("build/made.txt"));
});

step("F5: one that no hook minds is made", async (page) => {
  await say(page, "look into the build folder");
  await answers(page, "Done.").waitFor();
  const [{ messages }] = model.asked.slice(-1);
  assert.equal(messages.at(-1).content, "made.txt\n");
});

step("E9: commands of hook modules are offered, and /pop asks which turn", async (page) => {
  await page.getByText("/pop: Go back to an earlier turn").first().waitFor();
  await say(page, "/pop");
  await page.locator(".quick-input-widget", { hasText: "Pop to:" }).waitFor();
  await editor().picture("agent-2-pop");
  await editor().pick("1. please delete the build folder");
});

step("E8: without a key the summary is plain, and the turns after it are gone for the model alone", async (page) => {
  await answers(page, "Popped stack").waitFor();
  await say(page, "what now");
  await answers(page, "I read 2 messages.").waitFor();
  const [{ messages }] = model.asked.slice(-1);
  assert.match(messages[0].content, /^\[Subtask completed\]\n\nuser: please delete/);
  const entries = sessionEntries();
  assert.ok(entries.some((it) => it.type === "stack_pop"));
  assert.ok(
    entries.some((it) => it.message?.content === "look into the build folder"),
    "nothing is deleted",
  );
});

step("E7: the key is kept by the editor, and a module gets it once the user agrees", async (page) => {
  await editor().command("Set the Key of the Language Model");
  const input = page.locator(".quick-input-widget input").first();
  await page.locator(".quick-input-widget", { hasText: `The key for ${model.host}` }).waitFor();
  await input.fill("k-secret");
  await page.keyboard.press("Enter");
  await editor().notification(`The key for ${model.host} is set.`);

  await say(page, "/pop");
  await page.locator(".quick-input-widget", { hasText: "Pop to:" }).waitFor();
  await editor().pick("what now");
  await page.locator(".monaco-dialog-box", { hasText: `pop.py to use your key for ${model.host}` }).waitFor();
  await editor().picture("agent-3-key");
  await editor().agree("Allow");
  const summarized = () => model.asked.find((it) => it.key !== undefined);
  await until(summarized, "the module to ask for its summary");
  assert.equal(summarized().key, "Bearer k-secret");
  await until(() => sessionEntries().filter((it) => it.type === "stack_pop").length === 2, "the second pop");
  assert.equal(sessionEntries().findLast((it) => it.type === "stack_pop").summary, SUMMARY);
  await editor().picture("agent-4-popped");
});
