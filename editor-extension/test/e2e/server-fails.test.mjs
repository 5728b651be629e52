import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { SERVER } from "./editor.mjs";
import { FILE, group, hookFile } from "./files.mjs";
import { until } from "./editor.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";
import { LOST_MS, driven, seen } from "./window.mjs";

// The second hook has no command.
const BROKEN = { hooks: [{ type: "command" }] };
const HOOKS = hookFile({ PreToolUse: [group("Bash", "true")], Stop: [BROKEN] });

// A server that ends at once for as long as a file says so.
const folder = mkdtempSync(path.join(tmpdir(), "hookwright-fails-"));
after(() => rmSync(folder, { recursive: true }));
const broken = path.join(folder, "broken");
const command = path.join(folder, "flaky");
const pid = path.join(folder, "pid");
mkdirSync(folder, { recursive: true });
writeFileSync(broken, "");
writeFileSync(
  command,
  `#!/bin/sh\nif [ -e '${broken}' ]; then echo 'no module named x' >&2; exit 3; fi\necho $$ >'${pid}'\nexec '${SERVER}' lsp\n`,
);
chmodSync(command, 0o755);

const { editor, step } = journey("server-fails", {
  files: { [FILE]: HOOKS },
  open: FILE,
  settings: { "hookwright.server.command": [command] },
});

step("a server that does not start is told in one message, with the ways on", async (page) => {
  const toasts = page.locator(".notification-toast");
  await toasts.filter({ hasText: "The hookwright server is not running: it exited before it was ready" }).waitFor();
  await editor().picture("server-1-failed");
  const told = await toasts.allInnerTexts();
  assert.equal(told.length, 1, told.join("\n---\n"));
  for (const it of ["Restart", "Show Log", "Open Settings"]) {
    await toasts.locator(".monaco-button", { hasText: it }).waitFor();
  }
});

step("it is restarted from the status item", async (page) => {
  rmSync(broken);
  await editor().command("Notifications: Clear All Notifications");
  const status = page.locator(".hover-language-status", { hasText: "Agent Hooks: server stopped" });
  const point = async () => {
    await page.mouse.move(0, 0);
    await page.locator('.statusbar-item[id="status.languageStatus"]').hover({ timeout: LOST_MS });
  };
  await driven(point, status, "the status item");
  await editor().picture("server-2-status");
  const manage = async () => {
    if (!(await seen(status))) await point();
    await status.locator("a", { hasText: "Manage…" }).click({ timeout: LOST_MS });
  };
  await driven(
    manage,
    page.locator(".quick-input-list .monaco-list-row", { hasText: "Restart the Server" }),
    "the menu",
  );
  await editor().picture("server-3-menu");
  await editor().pick("Restart the Server");
  await editor().lens("▶ Fire").first().waitFor();
});

step("once it has died for good, neither Problems nor the Hooks view look alive", async (page) => {
  const view = hooksView(page);
  const rows = view.pane.locator(".monaco-list-row");
  const squiggles = page.locator(".squiggly-error");
  await view.open();
  await rows.first().waitFor();
  await squiggles.first().waitFor();
  await editor().picture("server-4-alive");
  writeFileSync(broken, "");
  process.kill(Number(readFileSync(pid, "utf8")), "SIGKILL");
  const toast = page.locator(".notification-toast", { hasText: "The hookwright server is not running" });
  await toast.filter({ hasText: "it keeps exiting" }).waitFor();
  await page.getByText("The hookwright server has stopped.").waitFor();
  await editor().picture("server-5-dead");
  await until(async () => (await rows.count()) === 0, "no hooks in the view");
  await until(async () => (await squiggles.count()) === 0, "no problems in the file");
  assert.equal(await editor().lens("▶ Fire").count(), 0);
});
