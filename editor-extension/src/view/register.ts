/** The Hooks view in the side bar, and what can be done in it. */

import * as vscode from "vscode";
import type { Hooks } from "../server/hooks";
import type { HookTree } from "../../shared/methods";
import type { Server } from "../server/server";
import { description, label } from "./appearance";
import { counts, hookNodes, isOff, type HookNode, type Node } from "./nodes";
import { Rows } from "./rows";
import { createHookFile } from "./create";
import { recordPayloads } from "./record";
import { switchHook } from "./toggle";

/** `start` starts the server if there are hook files. */
export function registerHooksView(server: Server, hooks: Hooks, start: () => Promise<void>): vscode.Disposable {
  const rows = new Rows(hooks, server, (tree) => told(view, tree));
  const view = vscode.window.createTreeView<Node>("hookwright.hooks", {
    treeDataProvider: rows,
    manageCheckboxStateManually: true,
    showCollapseAll: true,
  });
  const change = (node: HookNode): Promise<boolean> => changedInView(server, rows, view, node);
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
    view.onDidChangeCheckboxState((it) => switchAll(rows, it.items, change)),
    ...hookCommands(rows, change),
    vscode.commands.registerCommand("hookwright.hooks.refresh", () => start().then(() => rows.refresh())),
    vscode.commands.registerCommand("hookwright.createHookFile", () => createHookFile(server)),
    vscode.commands.registerCommand("hookwright.record", () => recordPayloads(server)),
  );
}

function told(view: vscode.TreeView<Node>, tree: HookTree | undefined): void {
  const { all, off } = tree === undefined ? { all: 0, off: 0 } : counts(tree);
  const some = all === 1 ? vscode.l10n.t("1 hook") : vscode.l10n.t("{0} hooks", all);
  const described = off === 0 ? some : `${some}, ${vscode.l10n.t("{0} disabled", off)}`;
  view.description = all === 0 ? "" : described;
  const restricted = all > 0 && !vscode.workspace.isTrusted;
  view.message = restricted ? vscode.l10n.t("Restricted Mode: firing is disabled") : "";
  void vscode.commands.executeCommand("setContext", "hookwright.noHooks", tree !== undefined && all === 0);
}

/** A row that comes later would take the focus away from what the user does by then; a busy machine may be slow. */
const DRAWN_MS = 5000;

type Change = (node: HookNode) => Promise<boolean>;

/** Whether it was done; the focus moves to the new row of the hook. */
async function changedInView(
  server: Server,
  rows: Rows,
  view: vscode.TreeView<Node>,
  node: HookNode,
): Promise<boolean> {
  const isIt = await switchHook(server, node, () => rows.askAgain());
  if (isIt === undefined) return false;
  await rows.askAgain();
  const focus = (nodes: readonly Node[]): boolean => {
    const found = hookNodes(nodes).find(isIt);
    if (found !== undefined && view.visible) void view.reveal(found, { focus: true, select: false });
    return found !== undefined;
  };
  if (!focus(rows.nodes)) whenDrawn(rows, focus);
  return true;
}

/** Has the rows looked at as they are drawn, until that was of use or the user has gone on to something else. */
function whenDrawn(rows: Rows, use: (nodes: readonly Node[]) => boolean): void {
  const waiting = [
    rows.onDidDraw((nodes) => {
      if (use(nodes)) stop();
    }),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      if (kind !== undefined) stop();
    }),
  ];
  const timer = setTimeout(stop, DRAWN_MS);
  function stop(): void {
    clearTimeout(timer);
    for (const it of waiting) it.dispose();
  }
}

async function switchAll(
  rows: Rows,
  items: readonly [Node, vscode.TreeItemCheckboxState][],
  change: Change,
): Promise<void> {
  const { Checked } = vscode.TreeItemCheckboxState;
  rows.clicked();
  for (const [node, state] of items) {
    if (node.kind !== "hook" || isOff(node.configured) !== (state === Checked)) continue;
    if (!(await change(node))) rows.drawAgain(node);
  }
}

function hookCommands(rows: Rows, change: Change): vscode.Disposable[] {
  const on = (name: string, act: (node: HookNode) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`hookwright.hooks.${name}`, (node?: Node) =>
      node?.kind === "hook" ? act(node) : undefined,
    );
  const passOn = (name: string, command: string): vscode.Disposable => on(name, (it) => run(command, it));
  return [
    passOn("fire", "hookwright.fire"),
    passOn("fireScratch", "hookwright.fireScratch"),
    passOn("explain", "hookwright.explain"),
    passOn("attack", "hookwright.attack"),
    passOn("lastReport", "hookwright.lastReport"),
    on("copyCommand", (it) => vscode.env.clipboard.writeText(it.configured.hook.command)),
    on("disable", change),
    on("enable", change),
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

interface Choice extends vscode.QuickPickItem {
  readonly node?: HookNode;
}

/** Asks which hook is to be fired, in the order in which hooks fire. */
async function chosenHook(nodes: readonly HookNode[]): Promise<HookNode | undefined> {
  const fit = nodes.filter((it) => it.configured.canFire && !isOff(it.configured));
  if (fit.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("No hook here can be fired."));
    return undefined;
  }
  const placeHolder = vscode.l10n.t("Select a hook to fire");
  const chosen = await vscode.window.showQuickPick(choices(fit), { placeHolder, matchOnDescription: true });
  return chosen?.node;
}

function choices(nodes: readonly HookNode[]): Choice[] {
  return nodes.flatMap((node, index): Choice[] => {
    const choice = { label: label(node), description: description(vscode.l10n, node), node };
    const before = nodes[index - 1];
    if (before?.event === node.event) return [choice];
    return [{ label: node.event, kind: vscode.QuickPickItemKind.Separator }, choice];
  });
}
