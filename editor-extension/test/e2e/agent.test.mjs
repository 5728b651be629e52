import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after } from "node:test";
import { DENIES, FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { scriptedModel } from "./model.mjs";
import { packaged } from "./packaged.mjs";
import { ROOT } from "./service.mjs";
import { until } from "./wait.mjs";
import { done, LOST_MS, seen } from "./window.mjs";

const POP = readFileSync(path.join(ROOT, "examples", "modules", "pop.py"), "utf8");

function answer(messages) {
  const last = messages.at(-1);
  if (last.role === "tool") return { content: last.content.startsWith("A hook refused") ? "I left it." : "Done." };
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

step("F5: one that no hook minds is made, and commands of hook modules are offered", async (page) => {
  await say(page, "look into the build folder");
  await answers(page, "Done.").waitFor();
  const [{ messages }] = model.asked.slice(-1);
  assert.equal(messages.at(-1).content, "made.txt\n");
  await page.getByText("/pop: Go back to an earlier turn").first().waitFor();
  await editor().picture("agent-2-offered");
});
