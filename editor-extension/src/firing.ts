/** Fires hooks for every command and view, and shows what happens in the results panel. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { attack, cancelAttack, cancelAttacks, createAttackTests, registerAttacking } from "./attacking";
import { guardsOf } from "./guards";
import type { Events } from "./server/events";
import type { Hooks } from "./server/hooks";
import type { FireParams, FireResult, FiringPlan, HookExplanation } from "../shared/methods";
import { answer, offerSamples, reveal } from "./panel/requests";
import { Edits } from "./panel/edits";
import type { ToPage } from "../shared/messages";
import type { FiringEvent } from "../shared/shown";
import { ResultsPanel, type FiringRequest, type OtherRequest } from "./panel/panel";
import type { Beside, Recorded } from "./panel/recorded";
import { cancelProofs, copyIssue, prove } from "./proving";
import { complain, mayRun } from "./refusals";
import type { Server } from "./server/server";
import type { Firing } from "../shared/firings";

let panel: ResultsPanel | undefined;
const edits = new Edits();
const running = new Map<string, vscode.CancellationTokenSource>();

/** Gets the panel ready, which is opened by the first firing. */
export function registerFiring(extension: vscode.Uri, server: Server, hooks: Hooks, events: Events): vscode.Disposable {
  const asked = (it: FiringRequest, firing: Firing): Promise<void> => {
    const tell = (event: FiringEvent): void => own.tell(event);
    const post = (message: ToPage): void => own.post(message);
    return answer(it, firing, {
      ...{ server, hooks, edits, cancel, tell, post },
      fire: (again) => fire(server, again),
      offerSamples: () => offerSamples(server, own),
      prove: (it) => prove(server, it, (proof) => own.prove(proof)),
      copyIssue: (it) => copyIssue(own.proofOf(it.id)),
    });
  };
  const own = new ResultsPanel(extension, asked, (it) => wanted(server, it), cancelAll);
  panel = own;
  const know = async (): Promise<void> => own.know(guardsOf(vscode.l10n, await hooks.tree()));
  const attacking = registerAttacking(server, own);
  const listening = events.onDidRun((it) => own.ran(it));
  const samples = vscode.workspace.createFileSystemWatcher("**/.hookwright/samples/**/*.json", false, true);
  const offer = (): Promise<void> => offerSamples(server, own);
  return vscode.Disposable.from(
    own,
    attacking,
    listening,
    hooks.onDidChange(know),
    samples,
    samples.onDidCreate(offer),
    samples.onDidDelete(offer),
    {
      dispose: () => (panel = undefined),
    },
  );
}

/** Shows what would run, runs it once the user has agreed, and shows the result; undefined if nothing did. */
export async function fire(server: Server, params: FireParams): Promise<FireResult | undefined> {
  if (!mayRun()) return undefined;
  const client = await server.running();
  if (client === undefined) return undefined;
  try {
    await saved(params.script);
    const [plan, chosen] = await planned(client, params);
    return await watched(plan, chosen, (wanted, token) => client.sendRequest("hookwright/fire", wanted, token));
  } catch (error) {
    return complain(error);
  }
}

/** What is on the disk is fired: the script that a hook is fired for is saved first. */
async function saved(script: string | null | undefined): Promise<void> {
  const document = vscode.workspace.textDocuments.find((it) => it.uri.toString() === script && it.isDirty);
  await document?.save();
}

/** Shows which hooks would run at a place, and why; runs nothing. */
export async function explain(server: Server, params: FireParams): Promise<HookExplanation | undefined> {
  const client = await server.running();
  if (client === undefined) return undefined;
  const ask = (it: FireParams): Promise<HookExplanation> => client.sendRequest("hookwright/explainHook", it);
  try {
    const found = await ask(params);
    const edited = params.payload == null && params.sample == null ? edits.of(found) : undefined;
    const { uri, pointer } = found;
    const explained = edited === undefined ? found : await ask({ uri, pointer, payload: edited });
    panel?.explain(explained);
    return explained;
  } catch (error) {
    return complain(error);
  }
}

/** Shows what was recorded of a dispatch. */
export function showRecorded(record: Recorded, beside: Beside, scratch = false): void {
  panel?.showRecorded(record, beside, scratch);
}

/** Shows a firing once more, if it is among those that the panel has. */
export function showFired(dispatchId: string): boolean {
  return panel?.showAgain(dispatchId) ?? false;
}

/** With the payload that the user has edited for exactly these hooks. */
export function withEdits(params: FireParams): FireParams {
  const { uri, pointer, payload, sample } = params;
  const edited = pointer == null || payload != null || sample != null ? undefined : edits.of({ uri, pointer });
  return edited === undefined ? params : { ...params, payload: edited };
}

async function wanted(server: Server, it: OtherRequest): Promise<void> {
  if (it.kind === "reveal") await reveal(vscode.Uri.parse(it.uri), it);
  else if (it.kind === "history") await vscode.commands.executeCommand("hookwright.history");
  else if (it.kind === "attackAt") await attack(server, it.place, it.choose);
  else if (it.kind === "attackTests") await createAttackTests(server, it.numbers);
  else if (it.kind === "cancelAttack") cancelAttack(it.id);
  else await fire(server, { uri: it.uri, pointer: it.pointer });
}

/** With the payload that the user has edited for these hooks, where nothing else was asked for. */
async function planned(client: LanguageClient, params: FireParams): Promise<readonly [FiringPlan, FireParams]> {
  const plan = await client.sendRequest<FiringPlan>("hookwright/plan", params);
  const edited = params.payload == null && params.sample == null ? edits.of(plan) : undefined;
  if (edited === undefined) return [plan, params];
  const { uri, pointer } = plan;
  const again: FireParams = { uri, pointer, payload: edited, scratch: params.scratch === true };
  return [await client.sendRequest<FiringPlan>("hookwright/plan", again), again];
}

function cancel(id: string): void {
  running.get(id)?.cancel();
}

/** Once the panel is closed, the user could neither see nor stop what runs. */
function cancelAll(): void {
  for (const source of running.values()) source.cancel();
  cancelAttacks();
  cancelProofs();
}

type Fire = (params: FireParams, token: vscode.CancellationToken) => Promise<FireResult>;

async function watched(plan: FiringPlan, params: FireParams, work: Fire): Promise<FireResult> {
  const id = randomBytes(16).toString("hex");
  const source = new vscode.CancellationTokenSource();
  const scratch = params.scratch === true;
  running.set(id, source);
  panel?.tell({ kind: "plan", id, plan, scratch, at: Date.now() });
  panel?.show();
  const title = scratch ? vscode.l10n.t("Firing hooks on a copy") : vscode.l10n.t("Firing hooks");
  const shown = { location: vscode.ProgressLocation.Window, title };
  try {
    const fired = work({ ...params, dispatchId: id }, source.token);
    const result = await vscode.window.withProgress(shown, () => fired);
    panel?.end(id, result);
    return result;
  } catch (error) {
    panel?.fail(id, error);
    throw error;
  } finally {
    running.delete(id);
    source.dispose();
  }
}
