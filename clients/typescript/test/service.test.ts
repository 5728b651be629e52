/** A real server with real hooks, as an agent in Node has it. */

import assert from "node:assert/strict";
import {
  copyFileSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { EngineGone, EngineRefused, HookService, type StartOptions } from "../src/index.js";

const SERVER = [join(process.cwd(), "../../.venv/bin/python"), "-m", "hookwright", "serve"];
const HOOKS = {
  UserPromptSubmit: [{ hooks: [{ type: "command", command: "echo on main" }] }],
  PreToolUse: [
    { matcher: "Edit", hooks: [{ type: "command", command: "grep -q '[.]env' && echo no >&2 && exit 2; exit 0" }] },
  ],
  Stop: [{ hooks: [{ type: "command", command: "exec 3>stopping; echo $$ >&3; exec sleep 60" }] }],
};

let folder = "";
let projectDir = "";
const started: HookService[] = [];

before(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "hookwright-")));
  projectDir = join(folder, "project");
  mkdirSync(join(projectDir, ".claude"), { recursive: true });
  writeFileSync(join(projectDir, ".claude", "settings.json"), JSON.stringify({ hooks: HOOKS }));
  execFileSync("mkfifo", [join(projectDir, "stopping")]);
  mkdirSync(join(projectDir, "hooks"));
  const asking = { PostToolUse: [{ hooks: [{ type: "prompt", prompt: "$ARGUMENTS" }] }] };
  writeFileSync(join(projectDir, "hooks", "hooks.json"), JSON.stringify({ hooks: asking }));
});

after(async () => {
  await Promise.all(started.map((it) => it.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: StartOptions = {}): Promise<HookService> {
  const hooks = await HookService.start({
    command: SERVER,
    projectDir,
    dialect: "claude-code",
    trusted: true,
    ...options,
  });
  started.push(hooks);
  return hooks;
}

/** The process that the hook of Stop is, once it runs; `gone` resolves when it has ended. */
async function stopping(): Promise<{ number: number; gone: Promise<unknown> }> {
  const stream = createReadStream(join(projectDir, "stopping"), "utf8");
  const gone = once(stream, "end");
  const [text] = (await once(stream, "data")) as [string];
  return { number: Number(text), gone };
}

test("hooks answer, their runs are followed, and tools keep the agent's names", async () => {
  const hooks = await start({ tools: "opencode" });
  const heard: string[] = [];
  const ends = (["run/started", "run/output", "run/finished"] as const).map((it) => hooks.on(it, () => heard.push(it)));
  const prompted = await hooks.dispatch("UserPromptSubmit", { prompt: "hi" });
  assert.equal(prompted.additionalContext, "on main");
  assert.deepEqual(heard, ["run/started", "run/output", "run/finished"]);
  for (const end of ends) end();
  const refused = await hooks.dispatch("PreToolUse", { tool_name: "edit", tool_input: { filePath: ".env" } });
  assert.deepEqual([refused.blocked, heard.length], [true, 3]);
  const fine = await hooks.explain("PreToolUse", { tool_name: "edit", tool_input: { filePath: "a" } });
  assert.equal(fine.matched.length, 1);
  await hooks.close();
  await assert.rejects(hooks.dispatch("UserPromptSubmit"), EngineGone);
});

test("a hook that had no say refuses where the agent wants it", async () => {
  const own = join(folder, "closed");
  mkdirSync(join(own, ".claude"), { recursive: true });
  const failing = { PreToolUse: [{ hooks: [{ type: "command", command: "exit 1" }] }] };
  writeFileSync(join(own, ".claude", "settings.json"), JSON.stringify({ hooks: failing }));
  const call = { tool_name: "Bash", tool_input: { command: "ls" } };
  for (const [failurePolicy, decision] of [
    ["agent", null],
    ["closed", "deny"],
  ] as const) {
    const hooks = await start({ projectDir: own, failurePolicy });
    const outcome = await hooks.dispatch("PreToolUse", call);
    assert.deepEqual([outcome.decision, outcome.degraded.map((it) => it.code)], [decision, ["failed"]]);
    await hooks.close();
  }
});

test("the agent says what a hook module decides that gives no answer", async () => {
  const own = join(folder, "lost");
  mkdirSync(join(own, ".pi", "hooks"), { recursive: true });
  const guard = "import os\nfrom hookwright.modules import on\non('PreToolUse', lambda event, ctx: os._exit(3))\n";
  writeFileSync(join(own, ".pi", "hooks", "guard.py"), guard);
  for (const [onGuardLost, decision] of [
    ["deny", "deny"],
    ["ask", "ask"],
    ["ignore", null],
  ] as const) {
    const hooks = await start({ projectDir: own, dialect: "claude-code", onGuardLost });
    const outcome = await hooks.dispatch("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
    assert.equal(outcome.decision, decision);
    assert.deepEqual(
      outcome.degraded.map((it) => it.code),
      ["guard-lost"],
    );
  }
});

test("a payload that no hook could be sure to read is refused, and half of a pair is replaced", async () => {
  const hooks = await start();
  let deep: unknown[] = [];
  for (let it = 0; it < 3000; it++) deep = [deep];
  const call = { tool_name: "Edit", tool_input: { file_path: ".env" } };
  for (const payload of [
    { ...call, deep },
    { ...call, deep: 1 },
  ]) {
    const asked = hooks.dispatch("PreToolUse", payload);
    if (payload.deep === 1) assert.equal((await asked).blocked, true);
    else await assert.rejects(asked, (it: EngineRefused) => it.code === -32016);
  }
  const half = await hooks.dispatch("PreToolUse", { ...call, half: "💥".slice(0, 1) });
  assert.equal(half.blocked, true);
});

test("aborting kills the hooks, also before they begin", async () => {
  const hooks = await start();
  const controller = new AbortController();
  const stopped = hooks.dispatch("Stop", {}, { signal: controller.signal });
  const { gone } = await stopping();
  controller.abort();
  await assert.rejects(stopped, { name: "AbortError" });
  await gone;
  await assert.rejects(hooks.dispatch("Stop", {}, { signal: controller.signal }), { name: "AbortError" });
  await hooks.close();
});

test("a server that has ended is an error, and another is started if asked for", async () => {
  const hooks = await start({ restart: true });
  const stopped = hooks.dispatch("Stop");
  const { number, gone } = await stopping();
  process.kill(parentOf(number), "SIGKILL");
  await assert.rejects(stopped, /EngineGone: The hookwright server has ended/);
  assert.equal((await hooks.dispatch("UserPromptSubmit", { prompt: "hi" })).additionalContext, "on main");
  await gone;
  await hooks.close();
});

function parentOf(number: number): number {
  return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${number}/stat`, "utf8"))?.[1]);
}

test("the agent answers prompts, and what it throws is said", async () => {
  const asked: string[] = [];
  const hooks = await start({
    dialect: "open-plugin",
    answers: {
      "model/complete": ({ prompt }) => {
        asked.push(prompt);
        if (asked.length > 1) throw new Error("out of tokens");
        return { text: '{"decision": "block", "reason": "seen"}' };
      },
    },
  });
  const first = await hooks.dispatch("PostToolUse", { tool_name: "Read" });
  assert.equal(first.reason, "seen");
  const second = await hooks.dispatch("PostToolUse", { tool_name: "Read" });
  assert.match(second.runs[0]?.stderr ?? "", /out of tokens/);
  assert.equal(asked.length, 2);
  await hooks.close();
});

test("a session is kept, its commands run, and it goes on after the server has ended", async () => {
  const modules = join(projectDir, ".pi", "hooks");
  mkdirSync(modules, { recursive: true });
  copyFileSync("../../examples/modules/pop.py", join(modules, "pop.py"));
  const hooks = await start({
    restart: true,
    answers: { "ui/select": ({ options }) => options[0] ?? null, "model/complete": () => ({ text: "They talked." }) },
  });
  const file = join(projectDir, "session.jsonl");
  assert.deepEqual((await hooks.openSession(file)).problems, []);
  for (const content of ["one", "two"]) await hooks.append({ type: "message", message: { role: "user", content } });
  assert.deepEqual([(await hooks.commands()).map((it) => it.name), (await hooks.messages()).length], [["pop"], 2]);

  const stopped = hooks.dispatch("Stop");
  process.kill(parentOf((await stopping()).number), "SIGKILL");
  await assert.rejects(stopped, EngineGone);
  assert.equal((await hooks.invoke("pop")).status, "Popped stack");
  assert.match(JSON.stringify(await hooks.messages()), /Subtask completed/);
  assert.match(JSON.stringify(await hooks.entries()), /"one".*"two".*stack_pop/);
  await hooks.closeSession();
  await assert.rejects(hooks.messages(), EngineRefused);
});

test("what the server refuses has its code", async () => {
  const hooks = await start({ trusted: false });
  await assert.rejects(hooks.dispatch("UserPromptSubmit"), (it) => it instanceof EngineRefused && it.code === -32010);
  await hooks.close();
  await assert.rejects(start({ tools: "vim" }), /no map of the tools of `vim`/);
  await assert.rejects(start({ command: ["/nowhere/hookwright"] }), /EngineGone.*cannot be started/);
  await assert.rejects(start({ command: ["sh", "-c", "echo broken >&2; exit 3"] }), /ended \(exit code 3\): broken/);
  await assert.rejects(start({ command: ["echo", "hello"] }), EngineGone);
});

test("many requests at once are all answered, by a server on a socket too", async () => {
  const path = join(mkdtempSync(join(folder, "socket-")), "s");
  const [program = "", ...args] = SERVER;
  const server = spawn(program, [...args, "--listen", path], { stdio: ["ignore", "ignore", "pipe"] });
  await once(server.stderr, "data");
  const hooks = await HookService.connect(path, { projectDir, dialect: "claude-code", trusted: true });
  const text = "x".repeat(100_000);
  const input = { tool_name: "Read", tool_input: { text } };
  const answers = await Promise.all(Array.from({ length: 200 }, () => hooks.dispatch("PreToolUse", input)));
  assert.equal(new Set(answers.map((it) => it.dispatchId)).size, 200);
  await hooks.close();
  const ended = once(server, "exit");
  server.kill();
  await ended;
  await assert.rejects(HookService.connect(path), /EngineGone: Nothing answers/);
});
