/** The Hooks view in the side bar, and what can be done in it. */

import * as vscode from "vscode";
import type { Hooks } from "../hooks";
import type { HookTree } from "../methods";
import type { Server } from "../server";
import { chosenHook } from "./choosing";
import { counts, hookNodes, isOff, type HookNode, type Node } from "./nodes";
import { Rows } from "./rows";
import { createHookFile } from "./starting";
import { switchHook } from "./switch";

/** `start` starts the server where there are hook files. */
export function registerHooksView(server: Server, hooks: Hooks, start: () => Promise<void>): vscode.Disposable {
  const rows = new Rows(hooks, server, (tree) => told(view, tree));
  const view = vscode.window.createTreeView<Node>("hookwright.hooks", {
    treeDataProvider: rows,
    manageCheckboxStateManually: true,
    showCollapseAll: true,
  });
  let stale = false;
  const changed = async (): Promise<void> => {
    stale = !view.visible;
    if (view.visible) await rows.refresh();
  };
  return vscode.Disposable.from(
    rows,
    view,
    hooks.onDidChange(changed),
    view.onDidChangeVisibility(() => (stale ? changed() : undefined)),
    view.onDidChangeCheckboxState((it) => switchAll(server, rows, it.items)),
    ...hookCommands(server, rows),
    vscode.commands.registerCommand("hookwright.hooks.refresh", () => start().then(() => rows.refresh())),
    vscode.commands.registerCommand("hookwright.createHookFile", createHookFile),
  );
}

function told(view: vscode.TreeView<Node>, tree: HookTree | undefined): void {
  const { all, off } = tree === undefined ? { all: 0, off: 0 } : counts(tree);
  const some = all === 1 ? vscode.l10n.t("1 hook") : vscode.l10n.t("{0} hooks", all);
  const described = off === 0 ? some : `${some}, ${vscode.l10n.t("{0} disabled", off)}`;
  view.description = all === 0 ? "" : described;
  const restricted = all > 0 && !vscode.workspace.isTrusted;
  view.message = restricted ? vscode.l10n.t("Restricted Mode: nothing is fired") : "";
  void vscode.commands.executeCommand("setContext", "hookwright.noHooks", tree !== undefined && all === 0);
}

async function switchAll(
  server: Server,
  rows: Rows,
  items: readonly [Node, vscode.TreeItemCheckboxState][],
): Promise<void> {
  const { Checked } = vscode.TreeItemCheckboxState;
  for (const [node, state] of items) {
    if (node.kind !== "hook" || isOff(node.configured) !== (state === Checked)) continue;
    if (!(await switchHook(server, node))) rows.drawAgain(node);
  }
}

function hookCommands(server: Server, rows: Rows): vscode.Disposable[] {
  const on = (name: string, act: (node: HookNode) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`hookwright.hooks.${name}`, (node?: Node) =>
      node?.kind === "hook" ? act(node) : undefined,
    );
  const passOn = (name: string, command: string): vscode.Disposable => on(name, (it) => run(command, it));
  return [
    passOn("fire", "hookwright.fire"),
    passOn("fireScratch", "hookwright.fireScratch"),
    passOn("explain", "hookwright.explain"),
    passOn("lastReport", "hookwright.lastReport"),
    on("copyCommand", (it) => vscode.env.clipboard.writeText(it.configured.hook.command)),
    on("disable", (it) => switchHook(server, it)),
    on("enable", (it) => switchHook(server, it)),
    vscode.commands.registerCommand("hookwright.hooks.fireOne", async () => {
      await rows.refresh();
      const chosen = await chosenHook(hookNodes(rows.nodes));
      if (chosen !== undefined) await run("hookwright.fire", chosen);
    }),
  ];
}

function run(command: string, { configured }: HookNode): Thenable<unknown> {
  return vscode.commands.executeCommand(command, { uri: configured.uri, pointer: configured.hook.pointer });
}
