import assert from "node:assert/strict";
import { until } from "./editor.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";

const PLUGIN = "plugins/demo";
const HOOKS = `{
  "hooks": {
    "PreTolUse": [{ "hooks": [{ "type": "command", "command": "true" }] }],
    "Stop": [
      {
        "hooks": [{ "type": "command", "command": "pwd > \\"$CLAUDE_PLUGIN_ROOT\\"/where.txt; echo from the plugin" }]
      }
    ]
  }
}
`;

const { editor, step } = journey("plugins", {
  files: {
    "notes.txt": "a workspace with a plugin in one of its folders\n",
    [`${PLUGIN}/.claude-plugin/plugin.json`]: '{ "name": "demo", "version": "1.0.0", "description": "A plugin." }\n',
    [`${PLUGIN}/hooks/hooks.json`]: HOOKS,
  },
  theme: "dark",
});
const view = () => hooksView(editor().page);

step("the hooks of a plugin are in the view, and named by it, before any of its files was opened", async () => {
  await view().open();
  await view().row("pwd").waitFor();
  await editor().picture("plugins-1-view");
  const rows = await view().rows();
  assert.ok(
    rows.some(([label]) => label === "demo (Claude Code plugin)"),
    JSON.stringify(rows),
  );
});

step("so are their faults in Problems", async (page) => {
  await editor().command("Problems: Focus on Problems View");
  await page.locator(".markers-panel .monaco-list-row", { hasText: "PreTolUse" }).first().waitFor();
  await page.locator(".markers-panel .monaco-list-row", { hasText: "hooks.json" }).first().waitFor();
  await editor().picture("plugins-2-problems");
});

step("and they are fired from the view, in the workspace", async (page) => {
  await view().open();
  await view().act("pwd", "Fire", page.locator(".monaco-dialog-box"));
  await editor().agree();
  await editor().webview(/succeeded[^]*from the plugin/);
  await until(() => editor().exists(`${PLUGIN}/where.txt`), "what the hook writes");
  assert.equal(editor().read(`${PLUGIN}/where.txt`), `${editor().project}\n`);
  await editor().picture("plugins-3-fired");
});

step("the Test Explorer has them too", async (page) => {
  await editor().command("Testing: Focus on Test Explorer View");
  await page.locator(".test-explorer .monaco-list-row", { hasText: `${PLUGIN}/hooks/hooks.json` }).waitFor();
  await editor().picture("plugins-4-tests");
});
