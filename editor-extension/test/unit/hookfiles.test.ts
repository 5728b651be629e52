import assert from "node:assert/strict";
import { test } from "node:test";
import { hookFileGlobs } from "../../shared/methods";
import { hasHooks, ofMarkdown, places, signsOfHooks } from "../../src/hookfiles";

test("the dialects' places come first, each once", () => {
  const found = places({ "**/.claude/settings.json": "claude-code" });
  assert.deepEqual(found, [...hookFileGlobs]);
});

test("a glob of one's own is looked for below every folder, but where it says where it is", () => {
  const own = { "templates/*.json": "a", "/etc/hooks.json": "a", "~/hooks.json": "a", "**/x.json": "a" };
  const found = places(own).slice(hookFileGlobs.length);
  assert.deepEqual(found, ["**/templates/*.json", "/etc/hooks.json", "~/hooks.json", "**/x.json"]);
});

test("a glob of Windows may have its slashes, and a drive", () => {
  const own = { "C:\\hooks\\*.json": "a", "d:/x.json": "a", "templates\\*.json": "a" };
  const found = places(own).slice(hookFileGlobs.length);
  assert.deepEqual(found, ["C:/hooks/*.json", "d:/x.json", "**/templates/*.json"]);
  assert.deepEqual(signsOfHooks(found), ["templates/*.json"]);
});

test("a plugin in any folder makes the workspace one with hooks, other files only in their place", () => {
  const plugins = ["**/.claude-plugin/plugin.json", "**/.cursor-plugin/plugin.json", "**/gemini-extension.json"];
  const signs = signsOfHooks([...plugins, "**/.claude/settings.json", "**/a/*.json", "~/b.json"]);
  assert.deepEqual(signs, [...plugins, ".claude/settings.json", "a/*.json"]);
});

test("Markdown counts where its front matter has hooks, and is not looked at elsewhere", () => {
  assert.deepEqual(ofMarkdown(["**/.claude/agents/**/*.md", "**/.claude/settings.json"]), [
    "**/.claude/agents/**/*.md",
  ]);
  assert.equal(hasHooks("---\nname: x\nhooks:\n  Stop: []\n---\n"), true);
  assert.equal(hasHooks("\uFEFF---\r\n'hooks' : {}\r\n---\r\n"), true);
  assert.equal(hasHooks("---\nname: x\n  hooks: 1\n---\nhooks: 1\n"), false);
  assert.equal(hasHooks("# Title\n---\nhooks: 1\n---\n"), false);
  assert.equal(hasHooks("hooks: 1\n"), false);
});
