import assert from "node:assert/strict";
import { testExplorer } from "./test-explorer.mjs";
import { FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";

const { editor, step } = journey("testing-untrusted", {
  files: { [FILE]: hookFile({ PreToolUse: [group("Bash", "touch fired")] }) },
  open: FILE,
  trust: false,
});
const { hears, act, expand } = testExplorer(editor);

step("where the workspace is not trusted, the editor asks before anything is run", async (page) => {
  await editor().lens("▶ Fire").waitFor();
  await editor().command("Testing: Focus on Test Explorer View");
  for (const it of ["settings.json", "PreToolUse", "Bash"]) await expand(it);
  const dialog = page.locator(".monaco-dialog-box", { hasText: "Do you trust" });
  await act("touch fired", "Run Test", dialog);
  await editor().picture("testing-8-untrusted");
  await editor().agree("Cancel");
  await dialog.waitFor({ state: "detached" });
  assert.equal(editor().exists("fired"), false);
});

step("once it is trusted, the hook is run as soon as its command was agreed to", async (page) => {
  await act("touch fired", "Run Test", page.locator(".monaco-dialog-box"));
  await editor().agree("Trust Folder");
  const dialog = page.locator(".monaco-dialog-box", { hasText: "touch fired" });
  await dialog.waitFor();
  assert.equal(editor().exists("fired"), false);
  await editor().agree();
  await hears("touch fired", /passed/i);
  await editor().picture("testing-9-trusted");
  assert.equal(editor().exists("fired"), true);
});
