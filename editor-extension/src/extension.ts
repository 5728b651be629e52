/** Where the editor begins and ends the extension; no server is started before there is a hook file to look at. */

import * as vscode from "vscode";
import type { HookwrightApi } from "../api/hookwright";
import { apiOf } from "./api";
import { registerCommands } from "./commands";
import { Events } from "./server/events";
import { registerConverting } from "./converting";
import { registerDebugging } from "./debugging";
import { registerFiring, withEdits } from "./firing";
import { openServerSettings } from "./server/guidance";
import { Hooks } from "./server/hooks";
import { Lenses } from "./server/lenses";
import { showLog } from "./log";
import { hookFileGlobs } from "../shared/methods";
import { languages, places } from "./hookfiles";
import { registerRecorded } from "./history";
import { registerModules } from "./modules";
import { registerModelCommands } from "./models/commands";
import { Keys } from "./models/keys";
import { Models } from "./models/models";
import { removeData } from "./removal";
import { Server } from "./server/server";
import { manageServer, Status } from "./server/status";
import { registerTesting } from "./testing/register";
import { registerHooksView } from "./view/register";
import { hasHookFiles, isHookFile, settings } from "./vscodeapi";
import { registerWalkthrough } from "./walkthrough";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): HookwrightApi {
  const log = vscode.window.createOutputChannel("Agent Hooks", { log: true });
  const trace = vscode.window.createOutputChannel("Agent Hooks (trace)", { log: true });
  const status = new Status(languages, hookFileGlobs);
  const events = new Events();
  const models = new Models(new Keys(context));
  const own = new Server(context.extensionPath, { channels: { log, trace }, events, models }, status);
  const hooks = new Hooks(own, events);
  server = own;
  const { registerCommand } = vscode.commands;
  context.subscriptions.push(
    log,
    trace,
    status,
    events,
    hooks,
    new Lenses(own, events),
    registerFiring(context.extensionUri, own, hooks, events),
    registerCommands(own),
    registerRecorded(own),
    registerConverting(own),
    registerDebugging(own, withEdits),
    registerTesting(own, hooks, events),
    registerModelCommands(models.keys),
    registerModules(own, context.workspaceState),
    vscode.lm.onDidChangeChatModels(() => own.tellModels()),
    registerHooksView(own, hooks, () => startWhereNeeded(own)),
    registerCommand("hookwright.restart", () => own.restart()),
    registerCommand("hookwright.removeData", () => removeData(own, models.keys, context)),
    registerCommand("hookwright.manageServer", manageServer),
    registerCommand("hookwright.openServerSettings", openServerSettings),
    registerCommand("hookwright.showLog", () => showLog(log)),
    registerWalkthrough(context, events, status),
    vscode.workspace.onDidGrantWorkspaceTrust(() => beginAnew(own)),
    vscode.workspace.onDidChangeConfiguration((it) => {
      if (["codeLens", "inlayHints"].some((key) => it.affectsConfiguration(`hookwright.${key}`))) own.showInFile();
      if (it.affectsConfiguration("hookwright.model")) void own.tellModels();
      const asked = ["server", "dialects", "rules", "agentVersions"].map((key) => `hookwright.${key}`);
      const changed = [...asked, "json.validate"].some((key) => it.affectsConfiguration(key));
      if (!changed) return;
      markHookFile(vscode.window.activeTextEditor);
      void beginAnew(own);
    }),
    vscode.workspace.onDidOpenTextDocument((it) => startFor(own, it)),
    vscode.window.onDidChangeActiveTextEditor(markHookFile),
  );
  markHookFile(vscode.window.activeTextEditor);
  void startWhereNeeded(own);
  return apiOf({
    running: () => own.running(),
    trusted: () => vscode.workspace.isTrusted,
    onDidRun: events.onDidRun,
    onDidChangeHooks: events.onDidChangeHooks,
  });
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

async function startWhereNeeded(own: Server): Promise<void> {
  const globs = places(settings().dialects);
  const open = vscode.workspace.textDocuments.some((it) => isHookFile(it, globs));
  if (open || (await hasHookFiles(globs))) await own.running();
  void vscode.commands.executeCommand("setContext", "hookwright.looked", true);
}

function startFor(own: Server, document: vscode.TextDocument): void {
  if (!own.wanted && isHookFile(document, places(settings().dialects))) void own.running();
}

/** With what settings and trust are now; one that was not found before may be found. */
function beginAnew(own: Server): Promise<void> {
  return own.wanted ? own.restart() : startWhereNeeded(own);
}

function markHookFile(editor: vscode.TextEditor | undefined): void {
  const is = editor !== undefined && isHookFile(editor.document, places(settings().dialects));
  void vscode.commands.executeCommand("setContext", "hookwright.hookFile", is);
}
