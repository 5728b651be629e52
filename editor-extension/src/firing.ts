/** Fires hooks: whoever wants it comes here, and what happens is shown in the results panel. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Events } from "./events";
import type { Hooks } from "./hooks";
import type { FireParams, FireResult, FiringPlan } from "./methods";
import { answer } from "./panel/asked";
import type { FiringEvent, ToPage } from "./panel/messages";
import { ResultsPanel, type Asked } from "./panel/panel";
import { slimResult } from "./panel/slim";
import { complain, refuse, wordsOf } from "./refusals";
import type { Server } from "./server";
import type { Firing } from "../webview/state";

let panel: ResultsPanel | undefined;
const running = new Map<string, vscode.CancellationTokenSource>();

/** Gets the panel ready, which is opened by the first firing. */
export function registerFiring(extension: vscode.Uri, server: Server, hooks: Hooks, events: Events): vscode.Disposable {
  const asked = (it: Asked, firing: Firing): Promise<void> => {
    const tell = (event: FiringEvent): void => own.tell(event);
    const post = (message: ToPage): void => own.post(message);
    return answer(it, firing, { server, hooks, fire: (again) => fire(server, again), cancel, tell, post });
  };
  const own = new ResultsPanel(extension, asked, cancelAll);
  panel = own;
  const listening = events.onDidRun((it) => own.ran(it));
  return vscode.Disposable.from(own, listening, { dispose: () => (panel = undefined) });
}

/** Shows what would run, runs it once the user has agreed, and shows what came of it; undefined where nothing did. */
export async function fire(server: Server, params: FireParams): Promise<FireResult | undefined> {
  if (!vscode.workspace.isTrusted) return refuse();
  const client = await server.running();
  if (client === undefined) return undefined;
  try {
    const plan = await client.sendRequest<FiringPlan>("hookwright/plan", params);
    return await watched(plan, params, (wanted, token) => client.sendRequest("hookwright/fire", wanted, token));
  } catch (error) {
    return complain(error);
  }
}

function cancel(id: string): void {
  running.get(id)?.cancel();
}

/** Nobody sees any more what runs, nor could end it. */
function cancelAll(): void {
  for (const source of running.values()) source.cancel();
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
    panel?.tell({ kind: "result", id, result: slimResult(result) });
    return result;
  } catch (error) {
    panel?.tell({ kind: "failed", id, why: wordsOf(error) });
    throw error;
  } finally {
    running.delete(id);
    source.dispose();
  }
}
