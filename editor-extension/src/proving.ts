/** Proves the hooks of a firing in the user's own agent, and shows the result in the panel. */

import * as vscode from "vscode";
import type { Firing } from "../shared/firings";
import type { Proof, ProveParams } from "../shared/methods";
import type { ShownProof } from "../shared/proofs";
import { isCancelled, mayRun, wordsOf } from "./refusals";
import type { Server } from "./server/server";

const running = new Map<string, vscode.CancellationTokenSource>();

/** Proves what a firing fired, once the user has agreed, with the payload that it had. */
export async function prove(server: Server, firing: Firing, show: (proof: ShownProof) => void): Promise<void> {
  if (!mayRun() || running.has(firing.id)) return;
  const client = await server.running();
  if (client === undefined) return;
  const source = new vscode.CancellationTokenSource();
  running.set(firing.id, source);
  show({ firing: firing.id });
  try {
    const result = await client.sendRequest<Proof>("hookwright/prove", paramsOf(firing), source.token);
    show({ firing: firing.id, result });
  } catch (error) {
    const cancelled = isCancelled(error);
    const stopped = vscode.l10n.t("The agent was stopped, with every process that it had started.");
    show({ firing: firing.id, failure: { cancelled, why: cancelled ? stopped : wordsOf(error) } });
  } finally {
    running.delete(firing.id);
    source.dispose();
  }
}

export function cancelProof(firing: string): void {
  running.get(firing)?.cancel();
}

/** Once the panel is closed, the user could not see what comes of them. */
export function cancelProofs(): void {
  for (const it of running.values()) it.cancel();
}

/** Copies the text that reports a difference. */
export async function copyIssue(proof: ShownProof | undefined): Promise<void> {
  if (proof?.result?.issue == null) return;
  await vscode.env.clipboard.writeText(proof.result.issue);
  void vscode.window.showInformationMessage(vscode.l10n.t("Copied. Read it before you send it."));
}

function paramsOf({ plan }: Firing): ProveParams {
  const { uri, pointer, sample, payload } = plan;
  return sample === null ? { uri, pointer, payload } : { uri, pointer, sample };
}
