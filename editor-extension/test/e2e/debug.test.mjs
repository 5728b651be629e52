import assert from "node:assert/strict";
import { until } from "./editor.mjs";
import { journey } from "./journey.mjs";

const FILE = ".claude/settings.json";
const HOOKS = `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "node \\"$CLAUDE_PROJECT_DIR\\"/guard.js --strict" }]
      }
    ]
  }
}
`;
const GUARD = `const { readFileSync, writeFileSync } = require("node:fs");
const payload = JSON.parse(readFileSync(0, "utf8"));
const said = [payload.tool_name, ...process.argv.slice(2)].join(" ");
writeFileSync("said.txt", said);
`;

const { editor, step } = journey("debug", { files: { [FILE]: HOOKS, "guard.js": GUARD }, open: FILE });

step("a hook's script stops at a breakpoint, with the payload that it read", async (page) => {
  await editor().openFile("guard.js");
  await editor().goTo(4, 1);
  await editor().command("Debug: Toggle Breakpoint");
  await editor().openFile("settings.json");
  await editor().goTo(6, 30);
  await editor().command("Agent Hooks: Debug the Hook at the Cursor");
  await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Run" }).click();
  await page.locator(".debug-top-stack-frame-line, .debug-top-stack-frame-column").first().waitFor();
  await editor().picture("debug-1-stopped");
  assert.equal(editor().exists("said.txt"), false);
});

step("and goes on from there to its end", async (page) => {
  await page.keyboard.press("F5");
  await until(() => editor().exists("said.txt"), "what the script writes");
  assert.equal(editor().read("said.txt"), "Bash --strict");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  await editor().picture("debug-2-ended");
});
