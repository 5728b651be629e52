import assert from "node:assert/strict";
import { FILE, group, hookFile } from "./files.mjs";
import { journey } from "./journey.mjs";
import { packaged } from "./packaged.mjs";
import { LOST_MS, gone } from "./window.mjs";

const HOOKS = hookFile({
  PreToolUse: [group("Bash", "touch ran; echo 'not in here' >&2; exit 2", "true"), group("Edit", "true")],
});

const { editor, step } = journey("api", {
  files: { [FILE]: HOOKS },
  trust: false,
  extensions: [await packaged("stranger")],
});

const seen = (page, text) => page.locator(".statusbar-item", { hasText: text });

step("another's extension asks what would run where nothing may run", async (page) => {
  await seen(page, "runs 0/0").waitFor();
  await editor().command("Stranger: Explain Deleting");
  // What the agent would run, which asks nobody for trust.
  await editor().notification("2 would run, 1 would not");
  await editor().command("Notifications: Clear All Notifications");
  await editor().command("Stranger: Ask Before Deleting");
  await editor().notification("HookwrightError -32010");
  await editor().picture("api-1-untrusted");
  assert.equal(editor().exists("ran"), false);
});

step("in a trusted workspace it is told which hooks are for its event", async (page) => {
  await editor().command("Workspaces: Manage Workspace Trust");
  await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).click();
  // The button that had the focus is gone: only what is clicked on hears keys.
  await page.locator(".workspace-trust-editor", { hasText: "You trust" }).getByText("You trust this folder").click();
  await editor().press("Escape", () => gone(page.locator(".workspace-trust-editor"), LOST_MS));
  await editor().command("Stranger: Explain Deleting");
  await editor().notification("2 would run, 1 would not");
});

step("it dispatches an event and gets the decision, and sees the runs", async (page) => {
  await editor().command("Stranger: Ask Before Deleting");
  await editor().notification("v1: deny, as not in here");
  await seen(page, "runs 2/2").waitFor();
  await editor().picture("api-2-decided");
  assert.ok(editor().exists("ran"));
});

step("it is told of changed hooks", async (page) => {
  await seen(page, "changes 1").waitFor();
});
