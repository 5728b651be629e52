/** The language status item: whether the server runs, which it is, and the way to its log. */

import * as vscode from "vscode";

export type State = "stopped" | "starting" | "running" | "missing" | "failed";

export class Status implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;

  constructor(languages: readonly string[]) {
    this.item = vscode.languages.createLanguageStatusItem("hookwright.server", [...languages]);
    this.item.name = vscode.l10n.t("Hooks");
    this.show("stopped");
  }

  show(state: State, detail = ""): void {
    const [text, severity] = told(state);
    this.item.text = text;
    this.item.detail = detail;
    this.item.severity = severity;
    this.item.busy = state === "starting";
    const [title, command] =
      state === "missing"
        ? [vscode.l10n.t("How to Install"), "hookwright.openWalkthrough"]
        : [vscode.l10n.t("Show Log"), "hookwright.showLog"];
    this.item.command = { title, command };
    void vscode.commands.executeCommand("setContext", "hookwright.running", state === "running");
    void vscode.commands.executeCommand("setContext", "hookwright.state", state);
  }

  dispose(): void {
    this.item.dispose();
  }
}

function told(state: State): [string, vscode.LanguageStatusSeverity] {
  const { Information, Warning, Error } = vscode.LanguageStatusSeverity;
  switch (state) {
    case "stopped":
      return [vscode.l10n.t("Hooks: not started"), Information];
    case "starting":
      return [vscode.l10n.t("Hooks: starting"), Information];
    case "running":
      return [vscode.l10n.t("Hooks: ready"), Information];
    case "missing":
      return [vscode.l10n.t("Hooks: server not found"), Warning];
    case "failed":
      return [vscode.l10n.t("Hooks: server stopped"), Error];
  }
}
