import assert from "node:assert/strict";
import { until } from "./editor.mjs";
import { DENIES, FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { LOST_MS, done, driven, seen } from "./window.mjs";

const HOOKS = hookFile({ PreToolUse: [group("", DENIES)] });

const { editor, step } = journey("trusted", { files: { [FILE]: HOOKS }, open: FILE });

step("a misspelt event is underlined as it is typed, and mended by its quick fix", async (page) => {
  await editor().lens("▶ Fire").waitFor();
  await editor().goTo(3, 10);
  await page.keyboard.press("Delete");
  await page.locator(".squiggly-error, .squiggly-warning").first().waitFor();
  await editor().picture("1-squiggle");
  // The menu goes away by itself where the lenses above it go at that moment.
  const fix = page.locator(".action-widget .monaco-list-row.focused", { hasText: "PreToolUse" });
  const open = async () => {
    if (await fix.isVisible()) return true;
    await page.keyboard.press("Control+.");
    return seen(fix);
  };
  await until(open, "the menu of quick fixes");
  await editor().picture("2-quick-fix");
  const mended = page.locator(".view-line", { hasText: '"PreToolUse"' });
  const take = async () => (await open()) && page.keyboard.press("Enter");
  await driven(take, mended, "the quick fix");
  await page.locator(".squiggly-error").waitFor({ state: "detached" });
});

step("a completion is accepted", async (page) => {
  await editor().goTo(5, 21);
  await page.keyboard.type("Ba");
  await editor().suggest("Bash");
  await editor().picture("3-completion");
  await page.keyboard.press("Enter");
  await page.locator(".view-line", { hasText: '"matcher": "Bash"' }).waitFor();
  const saved = () => editor().read(FILE).includes('"matcher": "Bash"');
  await editor().press("Control+S", () => done(until(saved, "the saved file", LOST_MS)));
});

step("a hook is fired by its lens, once its command was agreed to, and its decision read", async (page) => {
  const dialog = page.locator(".monaco-dialog-box");
  await editor().clickLens("▶ Fire", dialog);
  await editor().picture("4-consent");
  assert.match(await dialog.innerText(), /echo 'no deleting here' >&2; exit 2/);
  await editor().agree();
  await editor().webview(/no deleting here/);
  await editor().picture("5-report");
});

step("a lens that is switched on in the settings comes at once, and goes again", async () => {
  await editor().lens("▶ Fire").waitFor();
  editor().write(".vscode/settings.json", '{ "hookwright.codeLens.explain": true }');
  await editor().lens("Explain").waitFor();
  editor().write(".vscode/settings.json", "{}");
  await editor().lens("Explain").waitFor({ state: "detached" });
  await editor().lens("▶ Fire").waitFor();
});

step("the server comes back when it was killed", async (page) => {
  const [killed] = editor().servers();
  process.kill(killed, "SIGKILL");
  await until(
    () =>
      editor()
        .servers()
        .some((it) => it !== killed),
    "another server",
  );
  await page.keyboard.press("Control+1");
  await editor().goTo(3, 10);
  await page.keyboard.press("Delete");
  await page.locator(".squiggly-error, .squiggly-warning").first().waitFor();
  await editor().picture("6-back");
});
