/** The language status item: whether the server runs, which it is, and what can be done about it. */

import * as vscode from "vscode";

export type State = "stopped" | "starting" | "running" | "missing" | "failed";

export class Status implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;
  private readonly shown = new vscode.EventEmitter<State>();
  readonly onDidShow = this.shown.event;

  /** `globs` are those of hook files, which may be in other languages. */
  constructor(languages: readonly string[], globs: readonly string[]) {
    const files = globs.map((pattern) => ({ scheme: "file", pattern }));
    this.item = vscode.languages.createLanguageStatusItem("hookwright.server", [...languages, ...files]);
    this.item.name = vscode.l10n.t("Agent Hooks");
    this.show("stopped");
  }

  show(state: State, detail = ""): void {
    const [text, severity] = told(state);
    this.item.text = text;
    this.item.detail = detail;
    this.item.severity = severity;
    this.item.busy = state === "starting";
    this.item.command = { title: vscode.l10n.t("Manage…"), command: "hookwright.manageServer" };
    void vscode.commands.executeCommand("setContext", "hookwright.running", state === "running");
    void vscode.commands.executeCommand("setContext", "hookwright.state", state);
    this.shown.fire(state);
  }

  dispose(): void {
    this.item.dispose();
    this.shown.dispose();
  }
}

function told(state: State): [string, vscode.LanguageStatusSeverity] {
  const { Information, Warning, Error } = vscode.LanguageStatusSeverity;
  switch (state) {
    case "stopped":
      return [vscode.l10n.t("Agent Hooks: not started"), Information];
    case "starting":
      return [vscode.l10n.t("Agent Hooks: starting"), Information];
    case "running":
      return [vscode.l10n.t("Agent Hooks: ready"), Information];
    case "missing":
      return [vscode.l10n.t("Agent Hooks: server not found"), Warning];
    case "failed":
      return [vscode.l10n.t("Agent Hooks: server stopped"), Error];
  }
}

/** Asks what is to be done with the server: the menu of the status item. */
export async function manageServer(): Promise<void> {
  const entry = (icon: string, label: string, command: string): vscode.QuickPickItem & { command: string } => ({
    label: `$(${icon}) ${label}`,
    command,
  });
  const chosen = await vscode.window.showQuickPick(
    [
      entry("debug-restart", vscode.l10n.t("Restart the Server"), "hookwright.restart"),
      entry("output", vscode.l10n.t("Show the Log"), "hookwright.showLog"),
      entry("settings-gear", vscode.l10n.t("Open the Server Settings"), "hookwright.openServerSettings"),
      entry("book", vscode.l10n.t("How to Install the Server"), "hookwright.openWalkthrough"),
    ],
    { title: vscode.l10n.t("Agent Hooks: Server") },
  );
  if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command);
}
