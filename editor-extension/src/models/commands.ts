/** The commands with which the user sets and deletes the key of the model, and takes it away from modules. */

import * as vscode from "vscode";
import { endpointOf, type Refusal } from "./endpoint";
import type { Keys } from "./keys";
import { namedInSettings } from "./models";

const { l10n } = vscode;

export function registerModelCommands(keys: Keys): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand("hookwright.setModelKey", () => setKey(keys)),
    vscode.commands.registerCommand("hookwright.deleteModelKey", () => deleteKey(keys)),
    vscode.commands.registerCommand("hookwright.revokeModelKey", () => revoke(keys)),
  );
}

async function setKey(keys: Keys): Promise<void> {
  const provider = await providerInSettings();
  if (provider === undefined) return;
  const title = l10n.t("The key for {0}", provider);
  const prompt = l10n.t("It is kept in the editor's secret storage.");
  const key = await vscode.window.showInputBox({ title, prompt, password: true, ignoreFocusOut: true });
  if (key === undefined || key.trim() === "") return;
  await keys.set(provider, key.trim());
  void vscode.window.showInformationMessage(l10n.t("The key for {0} is set.", provider));
}

async function deleteKey(keys: Keys): Promise<void> {
  const provider = await providerInSettings();
  if (provider === undefined) return;
  await keys.delete(provider);
  void vscode.window.showInformationMessage(l10n.t("There is no key for {0} any more.", provider));
}

async function revoke(keys: Keys): Promise<void> {
  const modules = Object.entries(keys.granted()).map(([label, its]) => ({ label, description: its.join(", ") }));
  if (modules.length === 0) {
    void vscode.window.showInformationMessage(l10n.t("No hook module may use a key."));
    return;
  }
  const title = l10n.t("Select the modules that may no longer use a key");
  const chosen = await vscode.window.showQuickPick(modules, { title, canPickMany: true });
  if (chosen !== undefined && chosen.length > 0) await keys.revoke(chosen.map((it) => it.label));
}

/** The provider whose key it is about; if there is none, the user is told what to set. */
async function providerInSettings(): Promise<string | undefined> {
  const [baseUrl, name] = namedInSettings();
  // The key can be set before the model is.
  const found = endpointOf(baseUrl, name === "" && baseUrl !== "" ? "any" : name);
  if (typeof found === "object") return found.provider;
  const settings = l10n.t("Open Settings");
  const chosen = await vscode.window.showWarningMessage(wordsOf(found), settings);
  if (chosen === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "hookwright.model");
  return undefined;
}

function wordsOf(refusal: Refusal | undefined): string {
  if (refusal === "notSafe") return l10n.t("The model's address must begin with https:// unless it is this machine.");
  if (refusal === undefined) return l10n.t("Set the address of a model first.");
  return l10n.t("The model's address is not valid.");
}
