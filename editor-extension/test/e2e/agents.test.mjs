import assert from "node:assert/strict";
import { until } from "./editor.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";
import { testExplorer } from "./test-explorer.mjs";
import { LOST_MS, done, driven } from "./window.mjs";

const CODEX = `model = "gpt-5.2-codex"

[[hooks.PreToolUse]]
matcher = "Bash"

[[hooks.PreToolUse.hooks]]
type = "command"
command = "echo 'no pushing from here' >&2; exit 2"
timeout = 20

[[hooks.PreTolUse]]
hooks = [{ type = "command", command = "true" }]
`;
const REVIEWER = `---
name: reviewer
description: Reads what was changed
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: echo 'only reading here' >&2; exit 2
  PostTolUse:
    - hooks:
        - type: command
          command: 'true'
---

You review what was changed.
`;
const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;
const says = (answer) => `echo '${JSON.stringify(answer)}'`;
const CURSOR = {
  version: 1,
  hooks: {
    beforeShellExecution: [
      { matcher: "^git push", command: says({ permission: "deny", user_message: "no pushing in Cursor" }) },
    ],
  },
};
const GEMINI = {
  hooks: {
    BeforeTool: [
      {
        matcher: "run_shell_command",
        hooks: [{ type: "command", command: says({ decision: "deny", reason: "no shell in Gemini" }) }],
      },
    ],
  },
};
const COPILOT = {
  version: 1,
  hooks: { PreToolUse: [{ type: "command", command: "echo 'ask a colleague' >&2; exit 2", timeout: 10 }] },
};
const KIRO = {
  version: "v1",
  hooks: [
    {
      name: "guard",
      trigger: "PreToolUse",
      matcher: "shell",
      action: { type: "command", command: "echo 'not in Kiro' >&2; exit 2" },
    },
  ],
};

const { editor, step } = journey("agents", {
  files: {
    ".codex/config.toml": CODEX,
    ".claude/agents/reviewer.md": REVIEWER,
    ".cursor/hooks.json": json(CURSOR),
    ".gemini/settings.json": json(GEMINI),
    ".github/hooks/guard.json": json(COPILOT),
    ".kiro/hooks/shell.json": json(KIRO),
  },
  open: ".codex/config.toml",
});

/** Opens a file, fires its hook, and reads in the panel whose it is and what came of it. */
async function fires(file, agent, said) {
  await editor().openFile(file);
  await editor().fire();
  const frame = await editor().webview(new RegExp(`How it was decided[^]*${said}`));
  const text = await frame.evaluate(() => document.body.innerText);
  await editor().picture(`agents-fired-${agent.replaceAll(" ", "-")}`);
  assert.match(text, new RegExp(`${agent} · sample`));
  if (agent !== "Claude Code") assert.doesNotMatch(text, /Claude/);
  await editor().press("Control+1", editor().hasFocus.bind(editor()));
}

/** What is told of the place of the cursor. */
async function hover(text) {
  const { page } = editor();
  const told = page.locator(".monaco-hover", { hasText: text }).first();
  const keys = async () => {
    for (const key of ["Control+K", "Control+I"]) await page.keyboard.press(key);
  };
  await driven(keys, told, `a hover with ${text}`);
  return told;
}

step("in a table of TOML a misspelt event is found, and told whose it is not", async (page) => {
  await editor().lens("▶ Fire").waitFor();
  await page.locator(".squiggly-error").first().waitFor();
  await editor().goTo(11, 12);
  await hover("is not an event of Codex");
  await editor().picture("agents-1-toml");
  await page.keyboard.press("Escape");
});

step("its suggestions name the events of Codex, and the one that is taken is only the name", async (page) => {
  await editor().goTo(11, 18);
  for (let it = 0; it < 6; it++) await page.keyboard.press("Backspace");
  await editor().suggest("PreToolUse");
  await editor().picture("agents-2-completion");
  const headers = page.locator(".view-line", { hasText: "[[hooks.PreToolUse]]" });
  await editor().press("Enter", () => done(until(async () => (await headers.count()) === 2, "two headers", LOST_MS)));
  await page.locator(".squiggly-error").waitFor({ state: "detached" });
  const saved = () => editor().read(".codex/config.toml") === CODEX.replace("PreTolUse", "PreToolUse");
  await editor().press("Control+S", () => done(until(saved, "the saved file", LOST_MS)));
});

step("a hover says which other agents would fire the hook", async (page) => {
  await editor().goTo(4, 13);
  assert.match(await (await hover("In other agents")).innerText(), /Gemini CLI: .*does not fire/);
  await editor().picture("agents-3-hover");
  await page.keyboard.press("Escape");
});

step("each agent's hook is fired by its lens, and its outcome told in the agent's own words", async (page) => {
  await fires(".codex/config.toml", "Codex", "no pushing from here");
  await editor().openFile("reviewer.md");
  await page.locator(".squiggly-error").first().waitFor();
  await fires("reviewer.md", "Claude Code", "only reading here");
  await fires(".cursor/hooks.json", "Cursor", "no pushing in Cursor");
  await fires(".gemini/settings.json", "Gemini CLI", "no shell in Gemini");
  await fires("guard.json", "GitHub Copilot", "ask a colleague");
  await fires("shell.json", "Kiro", "not in Kiro");
});

step("the Hooks view and the Test Explorer have the hooks of every agent", async (page) => {
  const view = hooksView(page);
  await view.open();
  await view.row("guard").waitFor();
  await editor().picture("agents-4-view");
  const labels = (await view.rows()).map(([label]) => label);
  for (const agent of ["Claude Code", "Codex", "Cursor", "Gemini CLI", "GitHub Copilot", "Kiro"]) {
    assert.ok(labels.includes(agent), `${agent} in ${labels.join(", ")}`);
  }
  await editor().command("Testing: Focus on Test Explorer View");
  const { row } = testExplorer(editor);
  for (const file of ["config.toml", "reviewer.md", "hooks.json", "settings.json", "guard.json", "shell.json"]) {
    await row(file).first().waitFor();
  }
  await editor().picture("agents-5-tests");
});
