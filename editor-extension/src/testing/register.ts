/** Puts hooks and hook tests into the editor's Test Explorer, with the ways in which they can be run. */

import * as vscode from "vscode";
import type { Events } from "../server/events";
import type { Hooks } from "../server/hooks";
import type { Server } from "../server/server";
import { Continuous } from "./continuous";
import { placeOf } from "./attacked";
import { Explorer, GUARD, HOOK } from "./explorer";
import { Runner, type Mode } from "./runner";

const TEST_FILES = "**/*.hooktest.{yaml,yml}";

export function registerTesting(server: Server, hooks: Hooks, events: Events): vscode.Disposable {
  const controller = vscode.tests.createTestController("hookwright", "Agent Hooks");
  const explorer = new Explorer(controller, server, hooks);
  const runner = new Runner(controller, explorer, server, events);
  const continuous = new Continuous(explorer, runner);
  addProfiles(controller, runner, continuous);
  controller.refreshHandler = () => explorer.refresh(true);
  const files = vscode.workspace.createFileSystemWatcher(TEST_FILES);
  const changed = (): void => void explorer.refresh(true);
  return vscode.Disposable.from(
    controller,
    continuous,
    files,
    files.onDidChange(changed),
    files.onDidCreate(changed),
    files.onDidDelete(changed),
    hooks.onDidChange(() => void explorer.refresh()),
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
    vscode.commands.registerCommand("hookwright.tests.attack", (it?: vscode.TestItem) => attackItem(explorer, it)),
  );
}

/** Attacks the guard that an item of the Test Explorer is, or tests. */
function attackItem(explorer: Explorer, shown: vscode.TestItem | undefined): Thenable<unknown> | undefined {
  const item = shown && explorer.item(shown.id);
  const place = item && placeOf(item);
  return place && vscode.commands.executeCommand("hookwright.attack", place);
}

function addProfiles(controller: vscode.TestController, runner: Runner, continuous: Continuous): void {
  const { Run } = vscode.TestRunProfileKind;
  const add = (label: string, mode: Mode, tag?: vscode.TestTag): void => {
    const start = (request: vscode.TestRunRequest, token: vscode.CancellationToken): Thenable<void> | void =>
      request.continuous === true ? continuous.begin(request, token) : runner.run(request, mode);
    const first = mode === "fire";
    controller.createRunProfile(label, Run, start, first, tag, first);
  };
  add(vscode.l10n.t("Fire"), "fire");
  add(vscode.l10n.t("Fire on a Copy"), "copy", HOOK);
  add(vscode.l10n.t("Dry Run"), "dry");
  add(vscode.l10n.t("Attack"), "attack", GUARD);
}
