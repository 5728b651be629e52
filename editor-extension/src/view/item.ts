/** The rows of the Hooks view as the editor draws them. */

import * as vscode from "vscode";
import { isOff, type HookNode, type Node } from "./nodes";
import { description, label, look, spoken, tooltip } from "./appearance";

export function itemOf(node: Node): vscode.TreeItem {
  const { None, Expanded } = vscode.TreeItemCollapsibleState;
  const { icon, color } = look(node);
  const item = new vscode.TreeItem(label(node), node.children.length > 0 ? Expanded : None);
  item.id = node.id;
  item.description = description(vscode.l10n, node);
  item.tooltip = new vscode.MarkdownString(tooltip(vscode.l10n, node));
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.accessibilityInformation = { label: spoken(vscode.l10n, node) };
  item.contextValue = node.kind;
  if (node.kind === "hook") asHook(item, node);
  else if (node.kind === "problem" && node.place !== null) {
    const { path, line, character } = node.place;
    item.command = opening(vscode.l10n.t("Go to the File"), vscode.Uri.file(path), line, character);
  }
  return item;
}

function asHook(item: vscode.TreeItem, { configured }: HookNode): void {
  const off = isOff(configured);
  const { line, character } = configured.range.start;
  const can = [
    configured.canFire ? "fire" : "",
    configured.last === null ? "" : "report",
    configured.guard?.canAttack ? "guard" : "",
  ];
  item.contextValue = ["hook", off ? "off" : "on", ...can].filter((it) => it !== "").join(".");
  const uri = vscode.Uri.parse(configured.uri);
  item.command = opening(vscode.l10n.t("Go to the Hook"), uri, line, character);
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  const asked = off ? vscode.l10n.t("Enable this hook") : vscode.l10n.t("Disable this hook");
  item.checkboxState = {
    state: off ? Unchecked : Checked,
    tooltip: asked,
    accessibilityInformation: { label: asked },
  };
}

function opening(title: string, uri: vscode.Uri, line: number, character: number): vscode.Command {
  const selection = new vscode.Range(line, character, line, character);
  return { title, command: "vscode.open", arguments: [uri, { selection }] };
}
