/** Pictures of every view, to be looked at: `LOOK=dark WIDTH=700 FILE=looks npm run e2e`. */

import { THEMES } from "./editor.mjs";
import { FILE, group, hookFile } from "./files.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";
import { EXPECTED, TESTS, testExplorer } from "./test-explorer.mjs";

const { LOOK: theme = "light", WIDTH = "1680", HEIGHT = "1000" } = process.env;
if (!(theme in THEMES)) throw new Error(`LOOK is one of ${Object.keys(THEMES)}`);
const HOOKS = hookFile({
  PreToolUse: [group("Bash", { command: "sh guard.sh", timeout: 5 }, "echo '{\"suppressOutput\": true}'")],
  PostTolUse: [group(undefined, "./missing.sh")],
  Stop: [group(undefined, "echo done")],
});
const GUARD = "echo 'no deleting here' >&2\nexit 2\n";

const { editor, step } = journey("looks", {
  files: { [FILE]: HOOKS, [TESTS]: EXPECTED, "guard.sh": GUARD },
  open: FILE,
  theme,
  viewport: { width: Number(WIDTH), height: Number(HEIGHT) },
});
const picture = (name) => editor().picture(`looks-${theme}-${WIDTH}-${name}`);
const explorer = testExplorer(editor);

step("a hook file", async (page) => {
  await page.locator(".squiggly-error").first().waitFor();
  await editor().lens("▶ Fire").first().waitFor();
  await picture("1-file");
  await editor().goTo(19, 8);
  await editor().press("Control+.", page.locator(".action-widget .monaco-list-row.focused"));
  await picture("2-quick-fix");
  await page.keyboard.press("Escape");
});

step("a completion", async (page) => {
  await editor().goTo(5, 21);
  await editor().suggest("Bash");
  await picture("3-completion");
  await page.keyboard.press("Escape");
});

step("the question, and the panel", async (page) => {
  await editor().clickLens("▶ Fire all \\(2\\)", page.locator(".monaco-dialog-box"));
  await picture("4-question");
  await editor().agree();
  await editor().webview(/How it was decided[^]*no deleting here/);
  await picture("5-panel");
});

step("the Hooks view", async (page) => {
  const view = hooksView(page);
  await view.open();
  await view.row("guard.sh").waitFor();
  await picture("6-hooks");
});

step("the Test Explorer", async (page) => {
  await page.keyboard.press("Control+1");
  await editor().command("Testing: Focus on Test Explorer View");
  await explorer.expand(TESTS);
  await explorer.act("refuses to delete", "Run Test");
  await explorer.hears("refuses to delete", /Failed/);
  await picture("7-tests");
});

step("the walkthrough and the settings", async (page) => {
  await editor().command("Agent Hooks: Get Started");
  await page.locator(".gettingStartedContainer .getting-started-step").first().waitFor();
  await picture("8-walkthrough");
  await editor().command("Preferences: Open Settings (UI)");
  await page.locator(".settings-editor .settings-header .view-line").first().waitFor();
  await page.keyboard.type("@ext:unpublished.hookwright");
  await page.locator(".settings-editor .setting-item-label", { hasText: "Dialects" }).first().waitFor();
  await picture("9-settings");
});
