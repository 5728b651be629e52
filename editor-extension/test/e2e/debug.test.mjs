import assert from "node:assert/strict";
import { until } from "./editor.mjs";
import { FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { LOST_MS, TRY_MS, driven, gone } from "./window.mjs";

const HOOKS = hookFile({
  PreToolUse: [group("Bash", 'node "$CLAUDE_PROJECT_DIR"/guard.js --strict')],
  Stop: [{ hooks: [{ type: "command", command: 'python3 "$CLAUDE_PROJECT_DIR"/stop.py' }] }],
});
const GUARD = `const { readFileSync, writeFileSync } = require("node:fs");
const payload = JSON.parse(readFileSync(0, "utf8"));
const said = [payload.tool_name, ...process.argv.slice(2)].join(" ");
writeFileSync("said.txt", said);
process.stdout.write("checked " + payload.tool_name);
`;

const { editor, step } = journey("debug", {
  files: { [FILE]: HOOKS, "guard.js": GUARD, "stop.py": "open('stopped.txt', 'w').close()\n" },
  open: FILE,
});

step("a hook's script stops at a breakpoint, with the payload that it read", async (page) => {
  await editor().openFile("guard.js");
  await editor().goTo(4, 1);
  await editor().command("Debug: Toggle Breakpoint");
  await editor().openFile("settings.json");
  await editor().goTo(9, 30);
  await editor().command("Agent Hooks: Debug the Hook at the Cursor");
  await editor().agree();
  await page.locator(".debug-top-stack-frame-line, .debug-top-stack-frame-column").first().waitFor();
  await editor().picture("debug-1-stopped");
  assert.equal(editor().exists("said.txt"), false);
});

step("and goes on from there to its end, and what it prints is in the console", async (page) => {
  const goOn = page.locator(".debug-toolbar .codicon-debug-continue");
  await driven(
    () => goOn.click({ timeout: TRY_MS }),
    () => gone(page.locator(".debug-toolbar"), LOST_MS),
    "the end of the debugging",
  );
  assert.equal(editor().read("said.txt"), "Bash --strict");
  await page.locator(".repl .monaco-list-row", { hasText: "checked Bash" }).waitFor();
  await editor().picture("debug-2-ended");
});

step("where the debugger of its language is missing, it is named, and the hook runs in a terminal", async () => {
  await editor().openFile("settings.json");
  const line = HOOKS.split("\n").findIndex((it) => it.includes("stop.py")) + 1;
  await editor().goTo(line, 30);
  await editor().command("Agent Hooks: Debug the Hook at the Cursor");
  await editor().agree();
  const told = await editor().notification("Debugging this hook needs the extension ms-python.debugpy");
  await told.locator(".monaco-button", { hasText: "Show Extension" }).waitFor();
  await editor().picture("debug-3-missing");
  await until(() => editor().exists("stopped.txt"), "the hook to run");
});
