import assert from "node:assert/strict";
import { test } from "node:test";
import { hookNodes, nodesOf, type HookNode, type Node } from "../../../src/view/nodes";
import type { L10n } from "../../../shared/words";
import {
  block,
  code,
  description,
  label,
  look,
  plain,
  shortCommand,
  spoken,
  tooltip,
} from "../../../src/view/appearance";
import { dialect, event, hook, tree } from "./tree";

const l10n: L10n = {
  t: (message, ...args) => message.replaceAll(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)])),
};

function row(given: Parameters<typeof hook>[1]): HookNode {
  const [found] = hookNodes(nodesOf(tree(dialect([event("Stop", [hook("/hooks/Stop/0/hooks/0", given)])]))));
  assert.ok(found);
  return found;
}

function eventRow(hooks: number, off: number, order: Parameters<typeof event>[2]): Node {
  const on = Array.from({ length: hooks }, (_, index) => hook(`/${index}`));
  const parked = Array.from({ length: off }, (_, index) => hook("/", { parked: String(index) }));
  const [found] = nodesOf(tree(dialect([event("Stop", [...on, ...parked], order)])));
  assert.ok(found);
  return found;
}

test("a hook goes by its name, or by its command", () => {
  assert.equal(label(row({ name: "guard", command: "x" })), "guard");
  assert.equal(label(row({ command: "  first\nsecond" })), "first");
  assert.equal(label(row({ command: "" })), "command");
  assert.equal(label(row({ command: "x".repeat(50) })), `${"x".repeat(19)}…`);
});

test("a script goes by its own name, however its folder is written", () => {
  const scripts = ["/project/.claude/hooks/guard.sh"];
  const short = (command: string) => shortCommand(hook("/", { command, scripts }));
  assert.equal(short('"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh --a'), "guard.sh --a");
  assert.equal(short('bash "$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh"; true'), "bash guard.sh; true");
  assert.equal(short("cd x&&.claude/hooks/guard.sh"), "cd x&&guard.sh");
  assert.equal(short("other.sh"), "other.sh");
  const gone = shortCommand(hook("/", { command: 'sh "${CLAUDE_PLUGIN_ROOT}"/a/b/gone.sh; ls "$HOME/x" $TMP' }));
  assert.equal(gone, "sh gone.sh; ls x $TMP");
});

test("a hook says how often it failed, as its agent recorded", () => {
  const recorded = {
    runs: 73,
    failed: 70,
    timedOut: 3,
    refused: 0,
    words: "failed in 70 of 73 recorded runs: no `jq`",
  };
  const failed = row({ recorded, last: {} });
  assert.equal(description(l10n, failed), "ok · 12 ms · 73 of 73 failed");
  assert.match(tooltip(l10n, failed), /Recorded by the agent: failed in 70 of 73 recorded runs\\: no \\`jq\\`/);
  assert.equal(description(l10n, row({ recorded: { ...recorded, failed: 0, timedOut: 0 } })), "");
});

test("a guard shows its state in words and with an icon, and how to repair it", () => {
  const dead = row({ guard: { state: "dead", says: "`jq` is missing", repair: "apt-get install -y jq" }, last: {} });
  assert.equal(description(l10n, dead), "ok · 12 ms · guard dead");
  assert.deepEqual(look(dead), { icon: "error", color: "problemsErrorIcon.foreground" });
  assert.match(tooltip(l10n, dead), /State: guard dead: \\`jq\\` is missing\n- Repair: ` apt-get install -y jq `/);
  assert.equal(look(row({ guard: { state: "leaks" } })).icon, "shield");
  assert.equal(description(l10n, row({ guard: { state: "holds" } })), "guard holds");
  const unknown = row({ guard: { state: "unknown", says: "its code is not known" } });
  assert.equal(description(l10n, unknown), "");
  assert.match(tooltip(l10n, unknown), /State: guard unknown: its code is not known/);
  assert.equal(look(row({ guard: { state: "holds" }, last: {} })).icon, "pass");
  assert.equal(description(l10n, row({ guard: { isGuard: false, state: "dead" } })), "does not run here");
});

test("behind a hook stand its matcher, how it ended, and whose it is where that has to be told", () => {
  assert.equal(description(l10n, row({ matcher: "Bash", last: { words: "deny · 3 ms" } })), "deny · 3 ms · Bash");
  assert.equal(description(l10n, row({})), "");
  assert.equal(description(l10n, row({ matcher: "Bash", parked: "p" })), "disabled · Bash");
  assert.equal(description(l10n, row({ skippedBecause: "broken" })), "never runs");
  assert.equal(description(l10n, { ...row({}), scoped: true }), "project");
});

test("behind an event stand how many hooks it has, and how they are run", () => {
  assert.equal(description(l10n, eventRow(1, 0, "serial")), "1 hook");
  assert.equal(description(l10n, eventRow(2, 1, "serial")), "2 hooks, 1 disabled · in order");
  assert.equal(description(l10n, eventRow(2, 0, "parallel")), "2 hooks · in parallel");
  assert.equal(description(l10n, eventRow(0, 2, "parallel")), "2 disabled");
  const background = eventRow(1, 0, "in the background, after the answer");
  assert.equal(description(l10n, background), "1 hook · in the background");
});

test("those who listen hear all of it", () => {
  const command = "echo 'more than there is room for in a row'";
  assert.equal(spoken(l10n, row({ matcher: "Bash", command })), `${command}, Bash`);
  assert.equal(
    spoken(l10n, { kind: "problem", id: "p", text: "no JSON", file: "a.json", place: null, off: false, children: [] }),
    "Problem: no JSON, a.json",
  );
});

test("what a hook says means nothing where it is pointed at", () => {
  const nasty = "```\n[run](command:evil) <img src=x> $(zap)";
  const said = tooltip(
    l10n,
    row({ command: nasty, matcher: "`a`|b", name: "*n* [x](command:y)", last: { words: "<b>" } }),
  );
  assert.ok(said.includes(`\`\`\`\`sh\n${nasty}\n\`\`\`\``));
  assert.ok(said.includes("`` `a`|b ``"));
  assert.ok(said.includes("\\*n\\* \\[x\\]\\(command\\:y\\)"));
  assert.ok(said.includes("\\<b\\>"));
  assert.ok(said.includes("/project/project.json:7"));
  assert.ok(said.includes("Time limit: 1 min"));
});

test("text becomes Markdown that is nothing but text", () => {
  assert.equal(plain("a\nb_c"), "a b\\_c");
  assert.equal(code("a``b"), "``` a``b ```");
  assert.equal(block("abc", "sh", 2), "```sh\nab…\n```");
});

test("the icon tells how a hook ended, its decision first", () => {
  const icon = (given: Parameters<typeof hook>[1]) => look(row(given)).icon;
  assert.equal(icon({}), "circle-outline");
  assert.equal(icon({ last: {} }), "pass");
  assert.equal(icon({ last: { status: "succeeded", decision: "deny" } }), "circle-slash");
  assert.equal(icon({ last: { status: "timed-out" } }), "watch");
  assert.equal(icon({ last: {}, skippedBecause: "x" }), "warning");
  assert.equal(icon({ last: {}, parked: "p" }), "circle-outline");
});
