/** Starts one hook under a debugger, or in a terminal, with its payload on standard input. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import type { FireParams, HookLaunch, LaunchedProgram } from "../shared/methods";
import { complain, mayRun } from "./refusals";
import type { Server } from "./server/server";
import { atCursor } from "./vscodeapi";

const DEBUGGERS = { python: "ms-python.debugpy", node: "ms-vscode.js-debug" } as const;
const PYTHON = `import os, runpy, sys
stdin, *sys.argv = sys.argv[1:]
os.dup2(os.open(stdin, os.O_RDONLY), 0)
sys.stdin = open(0, encoding="utf-8", closefd=False)
sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
`;
const NODE = `const { closeSync, openSync } = require("node:fs");
closeSync(0);
openSync(process.env.HOOKWRIGHT_STDIN, "r");
delete process.env.HOOKWRIGHT_STDIN;
`;
// The command's words and the payload's file come as arguments: no shell reads them as its own text.
const TERMINAL = `stdin=$1; shift; "$@" <"$stdin"; printf '\\n[%s]\\n' "exit code $?"; read -r _`;

/** `chosen` puts in the payload that the user has edited for the hook. */
export function registerDebugging(server: Server, chosen: (it: FireParams) => FireParams): vscode.Disposable {
  return vscode.commands.registerCommand("hookwright.debugHook", async (argument?: FireParams) => {
    if (!mayRun()) return undefined;
    const params = argument ?? atCursor();
    const client = params && (await server.running());
    if (params === undefined || client === undefined) return undefined;
    try {
      const launch = await client.sendRequest<HookLaunch>("hookwright/launch", chosen(params));
      await start(launch);
    } catch (error) {
      complain(error);
    }
    return undefined;
  });
}

async function start(launch: HookLaunch): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "hookwright-debug-"));
  const stdin = path.join(folder, "payload.json");
  writeFileSync(stdin, launch.stdin, { mode: 0o600 });
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  const { program } = launch;
  const has = program !== null && vscode.extensions.getExtension(DEBUGGERS[program.runtime]) !== undefined;
  if (program !== null && !has) void sayMissing(DEBUGGERS[program.runtime]);
  if (!has || !(await debug(launch, program, folder, stdin, forget))) inTerminal(launch, stdin, forget);
}

/** Names the extension without which the hook runs in a terminal, and leads to it. */
async function sayMissing(extension: string): Promise<void> {
  const show = vscode.l10n.t("Show Extension");
  const message = vscode.l10n.t(
    "Debugging this hook needs the extension {0}, which is not installed or is disabled. The hook runs in a terminal instead.",
    extension,
  );
  if ((await vscode.window.showInformationMessage(message, show)) !== show) return;
  await vscode.commands.executeCommand("workbench.extensions.search", `@id:${extension}`);
}

async function debug(
  launch: HookLaunch,
  program: LaunchedProgram,
  folder: string,
  stdin: string,
  forget: () => void,
): Promise<boolean> {
  const { interpreter } = program;
  const name = path.basename(program.script);
  const opener = path.join(folder, program.runtime === "python" ? "open.py" : "open.cjs");
  writeFileSync(opener, program.runtime === "python" ? PYTHON : NODE, { mode: 0o600 });
  // Agents give hooks no terminal; and in one, a shell of the user's would read the arguments and variables.
  const both = { name, request: "launch", cwd: launch.cwd, console: "internalConsole", hookwright: folder };
  const configuration: vscode.DebugConfiguration =
    program.runtime === "python"
      ? {
          ...{ ...both, type: "debugpy", program: opener, env: launch.variables },
          ...(interpreter !== null && { python: interpreter }),
          ...{ args: [stdin, program.script, ...program.arguments], justMyCode: false },
        }
      : {
          ...{ ...both, type: "node", program: program.script, args: [...program.arguments] },
          ...(interpreter !== null && { runtimeExecutable: interpreter }),
          ...{ runtimeArgs: ["--require", opener], env: { ...launch.variables, HOOKWRIGHT_STDIN: stdin } },
          // Without it only what goes through `console` is shown, and not what is written to the standard outputs.
          outputCapture: "std",
        };
  const ended = vscode.debug.onDidTerminateDebugSession((it) => {
    if (it.configuration["hookwright"] !== folder || it.parentSession !== undefined) return;
    ended.dispose();
    forget();
  });
  const workspaceFolder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(program.script));
  const started = await vscode.debug.startDebugging(workspaceFolder, configuration);
  if (!started) ended.dispose();
  return started;
}

function inTerminal(launch: HookLaunch, stdin: string, forget: () => void): void {
  const terminal = vscode.window.createTerminal({
    name: vscode.l10n.t("Hook"),
    cwd: launch.cwd,
    env: launch.variables,
    shellPath: "/bin/sh",
    shellArgs: ["-c", TERMINAL, "sh", stdin, ...launch.argv],
    iconPath: new vscode.ThemeIcon("debug-alt"),
  });
  const closing = vscode.window.onDidCloseTerminal((it) => {
    if (it !== terminal) return;
    closing.dispose();
    forget();
  });
  terminal.show();
}
