/** The recorded dispatches: shows them, runs them again, and turns them into samples and tests. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { duration } from "../shared/format";
import { showFired, showRecorded } from "./firing";
import type { CreatedTest, FireParams } from "../shared/methods";
import type { Recorded, Replayed } from "./panel/recorded";
import { complain, mayRun, refuse } from "./refusals";
import type { Server } from "./server/server";
import { folders } from "./vscodeapi";

const MOST = 100;

/** What is done with a dispatch, by its id. */
type Act = "show" | "replay" | "replayOnCopy" | "keep" | "createTest";

export function registerRecorded(server: Server): vscode.Disposable {
  const command = (name: string, act: Act): vscode.Disposable =>
    vscode.commands.registerCommand(
      name,
      (argument?: { readonly dispatchId?: unknown; readonly scratch?: unknown }) => {
        const { dispatchId, scratch } = argument ?? {};
        const wanted = act === "replay" && scratch === true ? "replayOnCopy" : act;
        const id = typeof dispatchId === "string" ? dispatchId : undefined;
        return chosen(server, wanted, id, scratch === true);
      },
    );
  return vscode.Disposable.from(
    command("hookwright.history", "show"),
    command("hookwright.replay", "replay"),
    command("hookwright.replayOnCopy", "replayOnCopy"),
    command("hookwright.keepSample", "keep"),
    command("hookwright.createTest", "createTest"),
  );
}

/** Does it with a dispatch, which is asked for where it is not given. */
async function chosen(server: Server, act: Act, dispatchId: string | undefined, scratch: boolean): Promise<unknown> {
  const client = await server.running();
  if (client === undefined) return undefined;
  try {
    if (dispatchId !== undefined) return await actOn(client, act, dispatchId, undefined, scratch);
    const record = await pick(client, act);
    return record && (await actOn(client, act, record.dispatchId, record));
  } catch (error) {
    return complain(error);
  }
}

/** `scratch`: what is to be tested was done on a copy. */
async function actOn(
  client: LanguageClient,
  act: Act,
  dispatchId: string,
  record?: Recorded,
  scratch = false,
): Promise<unknown> {
  const runs = act === "replay" || act === "replayOnCopy";
  if (runs && !mayRun()) return undefined;
  if (act !== "show" && !vscode.workspace.isTrusted) return refuse();
  switch (act) {
    case "show":
      return show(record ?? (await history(client, dispatchId))[0]);
    case "replay":
    case "replayOnCopy":
      return replay(client, dispatchId, act === "replayOnCopy");
    case "keep":
      return keep(client, dispatchId);
    case "createTest":
      return createTest(client, dispatchId, scratch);
  }
}

/** Shows how a hook did when it ran last: in the results panel, or on a page where only the server still knows it. */
export async function showLast(server: Server, { uri, pointer }: FireParams): Promise<unknown> {
  const client = await server.running();
  if (client === undefined) return undefined;
  const ask = (show: boolean): Promise<{ readonly dispatchId: string }> =>
    client.sendRequest("workspace/executeCommand", {
      command: "hookwright.lastReport",
      arguments: [{ uri, pointer, show }],
    });
  try {
    const last = await ask(false);
    if (showFired(last.dispatchId)) return last;
    const [record] = await history(client, last.dispatchId);
    if (record === undefined) return await ask(true);
    show(record);
    return last;
  } catch (error) {
    return complain(error);
  }
}

function history(client: LanguageClient, dispatchId?: string): Promise<readonly Recorded[]> {
  const [folder, ...others] = folders();
  const projectDir = dispatchId === undefined && others.length === 0 ? (folder ?? null) : null;
  return client.sendRequest("hookwright/history", { limit: MOST, projectDir, dispatchId: dispatchId ?? null });
}

async function pick(client: LanguageClient, act: Act): Promise<Recorded | undefined> {
  const every = await history(client);
  if (every.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Nothing has been recorded yet. Fire a hook, or have your agent run one."),
    );
    return undefined;
  }
  const items = every.map((record) => ({ record, ...itemOf(record) }));
  const options = { title: titleOf(act), matchOnDescription: true, matchOnDetail: true };
  return (await vscode.window.showQuickPick(items, options))?.record;
}

function itemOf(record: Recorded): vscode.QuickPickItem {
  const { at, event, durationMs, runs, origin } = record;
  const who = origin === "fire" ? vscode.l10n.t("fired by hand") : vscode.l10n.t("for an agent");
  const when = new Date(at).toLocaleString();
  const [first] = runs;
  const more = runs.length > 1 ? ` (+${runs.length - 1})` : "";
  return {
    label: `${event}: ${record.verdict}`,
    description: `${when} · ${who} · ${duration(durationMs)}`,
    detail: first === undefined ? vscode.l10n.t("No hook ran.") : `${first.hook.name ?? first.hook.command}${more}`,
  };
}

function titleOf(act: Act): string {
  switch (act) {
    case "show":
      return vscode.l10n.t("Hook history");
    case "replay":
    case "replayOnCopy":
      return vscode.l10n.t("Run a recorded event again");
    case "keep":
      return vscode.l10n.t("Save the payload of a recorded event as a sample");
    case "createTest":
      return vscode.l10n.t("Create a test from a recorded event");
  }
}

function show(record: Recorded | undefined): void {
  if (record === undefined) return;
  const when = new Date(record.at).toLocaleString();
  showRecorded(record, { notes: [vscode.l10n.t("Recorded {0}; secrets and long texts are left out.", when)] });
}

async function replay(client: LanguageClient, dispatchId: string, scratch: boolean): Promise<Replayed> {
  const title = vscode.l10n.t("Running a recorded event again");
  const location = vscode.ProgressLocation.Notification;
  const found = await vscode.window.withProgress({ location, title, cancellable: true }, (_, token) =>
    client.sendRequest<Replayed>("hookwright/replay", { dispatchId, scratch }, token),
  );
  showRecorded(found.now, found, scratch);
  return found;
}

async function keep(client: LanguageClient, dispatchId: string): Promise<unknown> {
  const prompt = vscode.l10n.t("Name of the sample. Secrets, home paths and user names are left out.");
  const name = await vscode.window.showInputBox({ title: titleOf("keep"), prompt });
  if (name === undefined) return undefined;
  const params = { dispatchId, name: name.trim() === "" ? null : name.trim() };
  const { uri } = await client.sendRequest<{ readonly uri: string }>("hookwright/keepSample", params);
  return vscode.window.showTextDocument(vscode.Uri.parse(uri));
}

async function createTest(client: LanguageClient, dispatchId: string, scratch: boolean): Promise<CreatedTest> {
  const made = await client.sendRequest<CreatedTest>("hookwright/createTest", { dispatchId, scratch });
  const selection = new vscode.Range(made.line, 0, made.line, 0);
  await vscode.window.showTextDocument(vscode.Uri.parse(made.uri), { selection, viewColumn: vscode.ViewColumn.One });
  return made;
}
