/** The walkthrough: the way to it, and what tells that its last step is done. */

import * as vscode from "vscode";
import type { Events } from "./events";

export function registerWalkthrough(extensionId: string, events: Events): vscode.Disposable {
  const { executeCommand, registerCommand } = vscode.commands;
  const category = `${extensionId}#start`;
  const opening = registerCommand("hookwright.openWalkthrough", () =>
    executeCommand("workbench.action.openWalkthrough", category, false),
  );
  const first = events.onDidRun((it) => {
    if (it.phase !== "finished") return;
    first.dispose();
    void executeCommand("setContext", "hookwright.fired", true);
  });
  return vscode.Disposable.from(opening, first);
}
