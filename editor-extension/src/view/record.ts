/** The switch for recording what an agent sends to its hooks, in the menu of the Hooks view. */

import * as vscode from "vscode";
import type { RecordingStatus, RecordParams } from "../../shared/methods";
import { complain } from "../refusals";
import type { Server } from "../server/server";
import { chosenFolder } from "./create";

interface Choice extends vscode.QuickPickItem {
  readonly order?: RecordParams;
}

/** Offers what can be done: start for an agent, stop where it is on, and delete what was recorded. */
export async function recordPayloads(server: Server): Promise<void> {
  const projectDir = (await chosenFolder())?.uri.fsPath;
  if (projectDir === undefined) return;
  const now = await asked(server, { projectDir });
  if (now === undefined) return;
  const placeHolder = vscode.l10n.t("Record what an agent sends to its hooks, on this machine only");
  const { order } = (await vscode.window.showQuickPick(choices(now), { placeHolder, matchOnDescription: true })) ?? {};
  const then = order === undefined ? undefined : await asked(server, { ...order, projectDir });
  if (order?.action === "on" && then !== undefined) await tellWhere(then, order.dialect);
}

async function asked(server: Server, params: RecordParams): Promise<RecordingStatus | undefined> {
  try {
    const client = await server.running();
    return await client?.sendRequest<RecordingStatus>("hookwright/record", params);
  } catch (error) {
    return complain(error);
  }
}

function choices({ agents, files, payloads }: RecordingStatus): readonly Choice[] {
  const on = files.map(({ agent, title, path }): Choice => {
    const label = `$(debug-stop) ${vscode.l10n.t("Stop recording {0}", title)}`;
    return { label, description: vscode.workspace.asRelativePath(path), order: { action: "off", dialect: agent } };
  });
  const recorded = new Set(files.map((it) => it.agent));
  const off = agents
    .filter((it) => !recorded.has(it.agent))
    .map(({ agent, title, path }): Choice => {
      const label = `$(record) ${vscode.l10n.t("Record {0}", title)}`;
      return { label, description: vscode.workspace.asRelativePath(path), order: { action: "on", dialect: agent } };
    });
  const clear = `$(trash) ${vscode.l10n.t("Delete all recorded payloads ({0})", payloads.count)}`;
  const all: readonly Choice[] = payloads.count === 0 ? [] : [{ label: clear, order: { action: "clear" } }];
  return [...on, ...all, ...off];
}

/** Says which file was changed, as it may be one that goes into a repository. */
async function tellWhere({ files }: RecordingStatus, dialect: string | null | undefined): Promise<void> {
  const file = files.find((it) => it.agent === dialect);
  if (file === undefined) return;
  const { title, path, exposed } = file;
  const told = vscode.l10n.t("New sessions of {0} are recorded. The hooks are in {1}.", title, path);
  const open = vscode.l10n.t("Open");
  const shared = exposed ? ` ${vscode.l10n.t("Git does not ignore this file.")}` : "";
  if ((await vscode.window.showInformationMessage(`${told}${shared}`, open)) === open) {
    await vscode.window.showTextDocument(vscode.Uri.file(path));
  }
}
