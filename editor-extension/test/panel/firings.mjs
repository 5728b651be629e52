/** Real firings by a real server, as the messages that the extension passes on to the page. */

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { before } from "node:test";
import { pathToFileURL } from "node:url";
import { SERVER } from "../e2e/editor.mjs";
import { ATTACKED, EXPLAINED, FILES, FIRED } from "./files.mjs";
import { extension, skip } from "./page.mjs";

const rpc = createRequire(import.meta.url)("vscode-jsonrpc/node");

class Shooter {
  /** `files` by their paths in the project. */
  static async start(own, files) {
    const it = new Shooter();
    it.own = own;
    it.folder = mkdtempSync(path.join(tmpdir(), "hookwright-panel-"));
    it.project = path.join(it.folder, "project");
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(it.project, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, typeof text === "string" ? text : JSON.stringify(text, undefined, 2));
    }
    const env = { ...process.env, HOME: path.join(it.folder, "home"), XDG_STATE_HOME: "", XDG_CONFIG_HOME: "" };
    it.process = spawn(SERVER, ["lsp"], { env, stdio: ["pipe", "pipe", "inherit"] });
    const { StreamMessageReader, StreamMessageWriter, createMessageConnection } = rpc;
    const { stdout, stdin } = it.process;
    it.connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    it.connection.onRequest("hookwright/ui/confirm", () => true);
    it.connection.onRequest(() => null);
    it.connection.listen();
    const rootUri = pathToFileURL(it.project).href;
    const initializationOptions = { trusted: true, client: { ui: true } };
    const folders = [{ uri: rootUri, name: "project" }];
    const params = { processId: process.pid, rootUri, capabilities: {}, initializationOptions };
    await it.connection.sendRequest("initialize", { ...params, workspaceFolders: folders });
    await it.connection.sendNotification("initialized", {});
    return it;
  }

  /** The messages of one firing, in the order in which they came. */
  async fire(file, params = {}) {
    const uri = pathToFileURL(path.join(this.project, file)).href;
    const id = randomBytes(16).toString("hex");
    const wanted = { uri, ...params };
    const plan = await this.connection.sendRequest("hookwright/plan", wanted);
    const messages = [{ kind: "plan", id, plan, scratch: params.scratch === true, at: Date.now() }];
    const listening = this.connection.onNotification("hookwright/run", (it) => {
      if (it.dispatchId === id) messages.push(this.own.slimEvent(it, Date.now()));
    });
    const result = await this.connection.sendRequest("hookwright/fire", { ...wanted, dispatchId: id });
    listening.dispose();
    messages.push({ kind: "result", id, result: this.own.slimResult(result) });
    return messages;
  }

  /** The messages of what is recorded of a dispatch, run again. */
  async replay(name) {
    const [{ id: dispatchId }] = await this.fire(...FIRED[name]);
    const found = await this.connection.sendRequest("hookwright/replay", { dispatchId });
    const { recordedPlan, recordedResult } = this.own;
    const plan = { kind: "plan", id: "recorded-1", plan: recordedPlan(found.now), scratch: false, at: Date.now() };
    const [difference] = [{ what: "decision", then: "deny", now: null }];
    const result = recordedResult(found.now, { ...found, differences: [...found.differences, difference] });
    return [
      { ...plan, recorded: true },
      { kind: "result", id: "recorded-1", result },
    ];
  }

  /** What the page is told of a place where something was explained. */
  async explain(file, params) {
    const uri = pathToFileURL(path.join(this.project, file)).href;
    const explanation = await this.connection.sendRequest("hookwright/explainHook", { uri, ...params });
    return [{ kind: "explained", explained: { at: Date.now(), explanation } }];
  }

  /** What the page is told of an attack on the guard of a file, from its begin to its end. */
  async attack(file, params) {
    const place = { uri: pathToFileURL(path.join(this.project, file)).href };
    const result = await this.connection.sendRequest("hookwright/attack", { ...place, ...params });
    const attack = { id: "a1", at: Date.now(), place, tests: [] };
    return [
      { kind: "attack", attack },
      { kind: "attack", attack: { ...attack, progress: "7 of 60 calls" } },
      { kind: "attack", attack: { ...attack, result } },
    ];
  }

  async stop() {
    await this.connection.sendRequest("shutdown").catch(() => undefined);
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    await this.connection.sendNotification("exit").catch(() => undefined);
    await ended;
    this.connection.dispose();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The messages of the firings of FIRED that have these names, once the tests begin. */
export function fired(...names) {
  const told = {};
  before(async () => {
    if (skip) return;
    const messages = (shooter, name) => {
      if (name === "replayed") return shooter.replay("context");
      if (name in ATTACKED) return shooter.attack(...ATTACKED[name]);
      return name in FIRED ? shooter.fire(...FIRED[name]) : shooter.explain(...EXPLAINED[name]);
    };
    const shooter = await Shooter.start(await extension(), FILES);
    try {
      for (const name of names) told[name] = await messages(shooter, name);
    } finally {
      await shooter.stop();
    }
  });
  return told;
}
