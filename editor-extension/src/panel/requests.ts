/** Does what the user asks for on the page of the results panel. */

import * as vscode from "vscode";
import type { Hooks } from "../server/hooks";
import type { FireParams, Position, Sample } from "../../shared/methods";
import { cancelProof } from "../proving";
import { complain } from "../refusals";
import type { Server } from "../server/server";
import type { Firing } from "../../shared/firings";
import type { Edits } from "./edits";
import type { PageAct, ToPage } from "../../shared/messages";
import type { FiringEvent } from "../../shared/shown";
import { dispatchOf, type FiringRequest, type ResultsPanel } from "./panel";

export interface Acts {
  readonly server: Server;
  readonly hooks: Hooks;
  readonly fire: (params: FireParams) => unknown;
  readonly edits: Edits;
  readonly offerSamples: () => Promise<void>;
  readonly cancel: (id: string) => void;
  readonly prove: (firing: Firing) => Promise<void>;
  readonly copyIssue: (firing: Firing) => Promise<void>;
  readonly tell: (event: FiringEvent) => void;
  readonly post: (message: ToPage) => void;
}

export async function answer(asked: FiringRequest, firing: Firing, acts: Acts): Promise<void> {
  try {
    switch (asked.kind) {
      case "fire":
        if (asked.sample !== null) acts.edits.forget(firing.plan);
        await acts.fire(again(firing, asked));
        return;
      case "edited":
        return acts.edits.keep(firing.plan, asked.payload);
      case "act":
        await act(firing, asked.act);
        return;
      case "debug":
        await debug(firing, asked.hook, acts.edits);
        return;
      case "attackHook":
        await attackHook(firing, asked.hook);
        return;
      case "prove":
        return await acts.prove(firing);
      case "cancelProof":
        return cancelProof(firing.id);
      case "copyIssue":
        return await acts.copyIssue(firing);
      case "cancel":
        return acts.cancel(asked.id);
      case "goTo":
        return await goTo(firing, asked.hook, acts.hooks);
      case "sample":
        return await sample(firing, asked.name, acts);
      case "save":
        return await save(firing, asked.payload, acts);
    }
  } catch (error) {
    complain(error);
  }
}

function again({ plan }: Firing, { sample, payload, scratch }: Extract<FiringRequest, { kind: "fire" }>): FireParams {
  const { uri, pointer } = plan;
  return sample === null ? { uri, pointer, payload, scratch } : { uri, pointer, sample, scratch };
}

async function act(firing: Firing, wanted: PageAct): Promise<void> {
  const argument = { dispatchId: dispatchOf(firing), scratch: firing.scratch };
  switch (wanted) {
    case "createTest":
      await vscode.commands.executeCommand("hookwright.createTest", argument);
      return;
    case "keep":
      await vscode.commands.executeCommand("hookwright.keepSample", argument);
      return;
    default:
      await vscode.commands.executeCommand("hookwright.replay", { ...argument, scratch: wanted === "replayOnCopy" });
  }
}

/** With the payload that the whole firing had, or has by now. */
async function debug({ plan, runs }: Firing, id: string, edits: Edits): Promise<void> {
  const hook = runs.find((it) => it.step.hook.id === id)?.step.hook;
  if (hook === undefined) return;
  const { sample, payload } = plan;
  const edited = edits.of(plan);
  const given = edited !== undefined || sample === null ? { payload: edited ?? payload } : { sample };
  const uri = vscode.Uri.file(hook.source).toString();
  await vscode.commands.executeCommand("hookwright.debugHook", { uri, pointer: hook.pointer, ...given });
}

async function attackHook({ runs }: Firing, id: string): Promise<void> {
  const hook = runs.find((it) => it.step.hook.id === id)?.step.hook;
  if (hook === undefined) return;
  const uri = vscode.Uri.file(hook.source).toString();
  await vscode.commands.executeCommand("hookwright.attack", { uri, pointer: hook.pointer });
}

async function goTo({ runs }: Firing, id: string, hooks: Hooks): Promise<void> {
  const tree = await hooks.tree();
  const every = tree?.dialects.flatMap((it) => it.events).flatMap((it) => it.hooks) ?? [];
  const found = every.find((it) => it.hook.id === id);
  const hook = runs.find((it) => it.step.hook.id === id)?.step.hook;
  if (hook === undefined) return;
  const uri = found === undefined ? vscode.Uri.file(hook.source) : vscode.Uri.parse(found.uri);
  await reveal(uri, found?.range.start ?? { line: 0, character: 0 });
}

/** Puts the cursor there. */
export async function reveal(uri: vscode.Uri, { line, character }: Position): Promise<void> {
  const place = new vscode.Position(line, character);
  const selection = new vscode.Range(place, place);
  await vscode.window.showTextDocument(uri, { viewColumn: columnOf(uri), selection });
}

/** Where the document is open already: beside the panel, not above it. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
  const visible = vscode.window.visibleTextEditors.find((it) => it.document.uri.toString() === uri.toString());
  return visible?.viewColumn ?? vscode.ViewColumn.One;
}

async function sample({ plan }: Firing, name: string, { server, post, edits }: Acts): Promise<void> {
  const client = await server.running();
  const params = { uri: plan.uri, pointer: plan.pointer };
  const every = await client?.sendRequest<readonly Sample[]>("hookwright/samples", params);
  const found = every?.find((it) => it.name === name);
  edits.forget(plan);
  if (found !== undefined) post({ kind: "sample", name, payload: found.payload });
}

async function save({ id, plan }: Firing, payload: Readonly<Record<string, unknown>>, acts: Acts): Promise<void> {
  const prompt = vscode.l10n.t("Name of the sample");
  const name = await vscode.window.showInputBox({ title: vscode.l10n.t("Save as sample…"), prompt });
  if (name === undefined || name.trim() === "") return;
  const client = await acts.server.running();
  const projectDir = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(plan.uri))?.uri.fsPath ?? null;
  const params = { dialect: plan.dialect, event: plan.event, name: name.trim(), payload, projectDir };
  const saved = await client?.sendRequest<{ readonly uri: string }>("hookwright/saveSample", params);
  if (saved === undefined) return;
  await acts.offerSamples();
  acts.post({ kind: "saved", id, name: name.trim() });
  const open = vscode.l10n.t("Open");
  const chosen = await vscode.window.showInformationMessage(vscode.l10n.t("Sample saved."), open);
  if (chosen === open) await vscode.window.showTextDocument(vscode.Uri.parse(saved.uri));
}

/** Has the page offer the samples that there are by now for every firing that is shown; one whose hooks are gone keeps those that it had. */
export async function offerSamples(server: Server, panel: ResultsPanel): Promise<void> {
  const client = await server.present().catch(() => undefined);
  if (client === undefined) return;
  const offer = async ({ id, plan: { uri, pointer, samples } }: ResultsPanel["firings"][number]): Promise<void> => {
    const found = await client.sendRequest<readonly Sample[]>("hookwright/samples", { uri, pointer }).catch(() => []);
    const names = found.map((it) => it.name);
    const labels = Object.fromEntries(found.filter((it) => it.recorded).map((it) => [it.name, it.description]));
    if (names.length > 0 && names.join() !== samples.join()) panel.tell({ kind: "samples", id, names, labels });
  };
  await Promise.all(panel.firings.map(offer));
}
