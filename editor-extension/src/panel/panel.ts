/** The results panel beside the editor: one for all firings, which keeps its page up to date. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { FireResult, HookExplanation, RunEvent } from "../../shared/methods";
import { isCancelled, wordsOf } from "../refusals";
import { ranFor, reduce, type Firing, type State } from "../../shared/firings";
import { PrintedDocuments } from "./documents";
import { Printed } from "./printed";
import { pageHtml } from "./html";
import type { Guards, ShownAttack } from "../../shared/attacks";
import type { Explained, FromPage, ToPage } from "../../shared/messages";
import { withProof, type ShownProof } from "../../shared/proofs";
import type { FiringEvent } from "../../shared/shown";
import { ChangedFiles } from "./changes";
import { recordedPlan, recordedResult, runsOf, type Beside, type Recorded } from "./recorded";
import { slimEvent, slimResult } from "./slim";
import { wordsIn } from "../../shared/words";

const RECORDED = "recorded-";

/** The dispatch that a firing of the page is. */
export function dispatchOf({ id }: Firing): string {
  return id.startsWith(RECORDED) ? id.slice(RECORDED.length) : id;
}

/** What the user asks for on the page, of a firing. */
export type FiringRequest = Exclude<
  FromPage,
  { readonly kind: "ready" | "whole" | "leave" | "compare" } | OtherRequest
>;
/** What they ask for that is about no firing. */
export type OtherRequest = Extract<
  FromPage,
  { readonly kind: "reveal" | "fireAt" | "history" | "attackAt" | "cancelAttack" | "attackTests" }
>;
const OTHERS: ReadonlySet<string> = new Set<OtherRequest["kind"]>([
  "reveal",
  "fireAt",
  "history",
  "attackAt",
  "cancelAttack",
  "attackTests",
]);

export class ResultsPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  /** Whether there is a page that listens: there is none while the panel is hidden. */
  private listens = false;
  private state: State = [];
  private explained: Explained | undefined;
  private attacked: ShownAttack | undefined;
  private proofs: readonly ShownProof[] = [];
  private guards: Guards = {};
  /** What the page is to show, whatever was chosen on it before. */
  private front: string | undefined;
  private readonly printed = new Printed();
  private readonly changed = new ChangedFiles();
  private readonly documents = new PrintedDocuments(this.printed);

  constructor(
    private readonly extension: vscode.Uri,
    private readonly asked: (asked: FiringRequest, firing: Firing) => Promise<void>,
    private readonly wanted: (wanted: OtherRequest) => Promise<void>,
    private readonly closed: () => void,
  ) {}

  /** Shows the panel, which is opened where it is not. */
  show(): void {
    if (this.panel === undefined) this.open();
    else this.panel.reveal(undefined, true);
  }

  tell(event: FiringEvent): void {
    this.state = reduce(this.state, event);
    if (event.kind === "plan") this.forget(this.state.map((it) => it.id));
    this.post(event);
  }

  /** Shows which hooks would run; it is gone once something is fired. */
  explain(explanation: HookExplanation): void {
    this.explained = { at: Date.now(), explanation };
    this.post({ kind: "explained", explained: this.explained });
    this.show();
  }

  /** Shows an attack, and how it goes on; it is gone once something is fired. */
  attack(attack: ShownAttack): void {
    this.attacked = attack;
    this.post({ kind: "attack", attack });
    this.show();
  }

  /** Does not open the panel again, which the user may have hidden. */
  attackGoesOn(id: string, progress: string): void {
    if (this.attacked?.id !== id) return;
    this.attacked = { ...this.attacked, progress };
    this.post({ kind: "attack", attack: this.attacked });
  }

  /** The attack that is shown, or was last. */
  get lastAttack(): ShownAttack | undefined {
    return this.attacked;
  }

  /** Shows the proof of a firing, and how it goes on. */
  prove(proof: ShownProof): void {
    const firings = this.state.map((it) => it.id);
    this.proofs = withProof(this.proofs, proof, firings);
    this.post({ kind: "proof", proof });
  }

  /** The proof of a firing. */
  proofOf(firing: string): ShownProof | undefined {
    return this.proofs.find((it) => it.firing === firing);
  }

  /** The states of the guards, which stand beside their hooks. */
  know(guards: Guards): void {
    this.guards = guards;
    this.post({ kind: "guards", guards });
  }

  /** Nothing will come of a firing. */
  fail(id: string, error: unknown): void {
    const cancelled = isCancelled(error);
    const tookMs = ranFor(this.state, id, Date.now());
    const stopped = cancelled && tookMs !== undefined;
    const why = stopped
      ? vscode.l10n.t("Hooks that were still running were stopped, with every process that they had started.")
      : wordsOf(error);
    this.tell({ kind: "failed", id, why, cancelled, tookMs });
  }

  get firings(): State {
    return this.state;
  }

  /** The result of a firing. */
  end(id: string, result: FireResult): void {
    this.changed.keep(id, result.changes);
    this.tell({ kind: "result", id, result: slimResult(result) });
  }

  /** Shows what was recorded of a dispatch, as a firing that is over. */
  showRecorded(record: Recorded, beside: Beside, scratch: boolean): void {
    const id = `${RECORDED}${record.dispatchId}`;
    this.tell({ kind: "plan", id, plan: recordedPlan(record), scratch, at: Date.now(), recorded: true });
    for (const run of runsOf(record)) this.printed.add({ dispatchId: id, hook: run.hook, phase: "finished", run });
    this.changed.keep(id, beside.changes ?? []);
    this.tell({ kind: "result", id, result: recordedResult(record, beside) });
    this.show();
  }

  /** Shows a firing of these once more; false if it is not among them. */
  showAgain(id: string): boolean {
    if (!this.state.some((it) => it.id === id)) return false;
    this.explained = undefined;
    this.attacked = undefined;
    this.front = id;
    if (this.listens) this.bringToFront();
    this.show();
    return true;
  }

  private bringToFront(): void {
    if (this.front !== undefined) this.post({ kind: "front", id: this.front });
    this.front = undefined;
  }

  /** What a hook does; firings of others are ignored. */
  ran(event: RunEvent): void {
    if (!this.state.some((it) => it.id === event.dispatchId)) return;
    this.printed.add(event);
    this.tell(slimEvent(event, Date.now()));
  }

  post(message: ToPage): void {
    if (this.listens) void this.panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.panel?.dispose();
    this.documents.dispose();
    this.changed.dispose();
  }

  private forget(all: readonly string[]): void {
    this.printed.keepOnly(all);
    this.changed.keepOnly(all);
  }

  private open(): void {
    const dist = vscode.Uri.joinPath(this.extension, "dist");
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, localResourceRoots: [dist] };
    const panel = vscode.window.createWebviewPanel("hookwright.results", vscode.l10n.t("Fired hooks"), where, options);
    this.panel = panel;
    panel.iconPath = vscode.Uri.joinPath(this.extension, "media", "icon.png");
    panel.webview.onDidReceiveMessage((it: FromPage) => void this.hear(it));
    panel.onDidChangeViewState(() => (this.listens &&= panel.visible));
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.listens = false;
      this.closed();
    });
    panel.webview.html = html(panel.webview, dist);
  }

  private async hear(message: FromPage): Promise<void> {
    if (message.kind === "ready") {
      this.listens = true;
      this.post({ kind: "words", words: wordsIn(vscode.l10n) });
      this.post({ kind: "guards", guards: this.guards });
      this.post({
        kind: "restore",
        state: this.state,
        explained: this.explained,
        attack: this.attacked,
        proofs: this.proofs,
      });
      this.bringToFront();
      return;
    }
    if (message.kind === "leave") {
      this.explained = undefined;
      this.attacked = undefined;
      return;
    }
    if (isOther(message)) return this.wanted(message);
    const firing = this.state.find((it) => it.id === message.id);
    if (firing === undefined) return;
    if (message.kind === "compare") {
      return this.changed.open(firing.id, message.path, vscode.Uri.parse(firing.plan.uri));
    }
    if (message.kind !== "whole") return this.asked(message, firing);
    const index = firing.runs.findIndex((it) => it.step.hook.id === message.hook);
    await this.documents.open(firing.id, message.hook, message.stream, index + 1);
  }
}

function isOther(message: FromPage): message is OtherRequest {
  return OTHERS.has(message.kind);
}

function html(webview: vscode.Webview, dist: vscode.Uri): string {
  const address = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  return pageHtml({
    script: address("panel.js"),
    style: address("panel.css"),
    origin: webview.cspSource,
    nonce: randomBytes(16).toString("base64url"),
    language: vscode.env.language,
    title: vscode.l10n.t("Fired hooks"),
  });
}
