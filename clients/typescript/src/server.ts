/** The server that a client speaks to: one that it starts, or one that listens on a socket. */

import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Readable, Writable } from "node:stream";
import { EngineGone } from "./errors.js";

export interface Server {
  readonly input: Readable;
  readonly output: Writable;
  /** How it has ended, for errors, as soon as that is known; empty if it never is. */
  reason(): Promise<string>;
  /** Resolves once it has ended; what is left after so many milliseconds is killed. */
  ended(withinMs: number): Promise<void>;
}

const PATIENCE_MS = 1000;
const KEPT_CHARACTERS = 4096;
const OF_THE_EDITOR = /^(VSCODE_|ELECTRON_)/;

/** Starts a server, which ends with this process. Rejects with EngineGone if it cannot be started. */
export async function start(command: readonly string[], cwd: string, log: (text: string) => void): Promise<Server> {
  const [program = "", ...args] = command;
  // With an editor's own variables, a hook that starts Node, or an editor, would do what it does nowhere else.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THE_EDITOR.test(name)));
  let said = "";
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(program, args, { cwd, env, stdio: "pipe", windowsHide: true });
    await once(child, "spawn");
  } catch (error) {
    throw new EngineGone(`The hookwright server cannot be started: ${String(error)}`);
  }
  const closed = once(child, "close");
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-KEPT_CHARACTERS);
    log(text);
  });
  return {
    input: child.stdout,
    output: child.stdin,
    reason: async () => {
      // What it started may keep its standard error open.
      await Promise.race([closed, pause(PATIENCE_MS, undefined, { ref: false })]);
      return `${how(child)}${said.trim() === "" ? "" : `: ${said.trim()}`}`;
    },
    ended: (withinMs) => ended(child, withinMs),
  };
}

/** Connects to `hookwright serve --listen`, which goes on when this leaves. Rejects with EngineGone. */
export async function reach(path: string): Promise<Server> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
  } catch (error) {
    throw new EngineGone(`Nothing answers on \`${path}\`: ${String(error)}`);
  }
  return { input: socket, output: socket, reason: () => Promise.resolve(""), ended: () => left(socket) };
}

function left(socket: Socket): Promise<void> {
  socket.destroy();
  return Promise.resolve();
}

async function ended(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const killing = setTimeout(() => child.kill("SIGKILL"), withinMs);
  await once(child, "exit");
  clearTimeout(killing);
}

function how({ exitCode, signalCode }: ChildProcess): string {
  if (signalCode !== null) return ` (${signalCode})`;
  return exitCode === null ? "" : ` (exit code ${exitCode})`;
}
