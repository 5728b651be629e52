/** The page of the results panel: takes the messages of the extension, and draws at most once a frame. */

import type { Guards, ShownAttack } from "../shared/attacks";
import type { Explained, FromPage, ToPage } from "../shared/messages";
import { withProof, type ShownProof } from "../shared/proofs";
import type { FiringEvent } from "../shared/shown";
import type { Words } from "../shared/words";
import { AttackView } from "./attack";
import { DecisionView } from "./decision";
import { h, keepingFocus } from "./dom";
import { ExplanationView } from "./explanation";
import { FiringView } from "./firing";
import { HeadingView } from "./heading";
import type { Page } from "./page";
import { PayloadView, type Draft } from "./payload";
import { ProofView } from "./proof";
import { isNewest, isOver, reduce, restored, shownOf, type Choice, type Firing, type State } from "../shared/firings";

interface Kept {
  readonly choice?: Choice | undefined;
  readonly draft?: Draft | undefined;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
};

const TICK_MS = 200;

class Panel {
  private state: State = [];
  private kept: Kept;
  private due = false;
  private view: { readonly id: string; readonly view: FiringView } | undefined;
  private readonly heading: HeadingView;
  private readonly decision: DecisionView;
  private readonly payload: PayloadView;
  private readonly body = h("div", { class: "body" });
  private readonly explanation: ExplanationView;
  private explained: Explained | undefined;
  private readonly attack: AttackView;
  private attacked: ShownAttack | undefined;
  private guards: Guards = {};
  private readonly proof: ProofView;
  private proofs: readonly ShownProof[] = [];
  private readonly empty: HTMLElement;
  private readonly all: HTMLElement;
  private readonly page: Page;

  constructor(
    private readonly api: ReturnType<typeof acquireVsCodeApi>,
    words: Words,
  ) {
    const page: Page = { words, post: (it) => api.postMessage(it), guard: (hook) => this.guards[hook] };
    this.page = page;
    this.kept = api.getState() ?? {};
    this.heading = new HeadingView(
      page,
      (id) => this.choose(id),
      () => this.payload.focus(),
    );
    this.decision = new DecisionView(page);
    this.payload = new PayloadView(page, (draft) => this.keep({ ...this.kept, draft }));
    this.explanation = new ExplanationView(page, () => this.leave());
    this.attack = new AttackView(page, () => this.leave());
    this.proof = new ProofView(page);
    this.empty = h("p", { class: "empty" }, words.nothing);
    const main = h("main", {}, this.heading.root, this.decision.root, this.proof.root, this.body);
    this.all = h("div", { class: "all", hidden: true }, main, this.payload.root);
    document.title = words.title;
    document.body.replaceChildren(this.empty, this.explanation.root, this.attack.root, this.all);
    window.setInterval(() => this.tick(), TICK_MS);
  }

  take(message: Exclude<ToPage, { kind: "words" }>): void {
    if (message.kind === "restore") this.restore(message);
    else if (message.kind === "explained") this.explained = message.explained;
    else if (message.kind === "attack") this.attacked = message.attack;
    else if (message.kind === "proof")
      this.proofs = withProof(
        this.proofs,
        message.proof,
        this.state.map((it) => it.id),
      );
    else if (message.kind === "guards") this.guards = message.guards;
    else if (message.kind === "front") this.bringToFront(message.id);
    else if (message.kind === "sample") this.payload.sample(message.name, message.payload);
    else if (message.kind === "saved") this.payload.saved(message.id, message.name);
    else this.goOn(message);
    this.schedule();
  }

  private restore({ state, explained, attack, proofs = [] }: Extract<ToPage, { kind: "restore" }>): void {
    this.state = restored(this.state, state);
    this.explained = explained;
    this.attacked = attack;
    this.proofs = proofs;
  }

  private bringToFront(id: string): void {
    this.explained = undefined;
    this.attacked = undefined;
    this.choose(id);
  }

  /** From what was explained or attacked back to the firings. */
  private leave(): void {
    this.explained = undefined;
    this.attacked = undefined;
    this.page.post({ kind: "leave" });
    this.schedule();
    this.decision.focus();
  }

  private goOn(event: FiringEvent): void {
    // The clock of the machine that runs the hooks may differ from the one here.
    this.state = reduce(this.state, event.kind === "started" ? { ...event, at: Date.now() } : event);
  }

  private schedule(): void {
    if (this.due) return;
    this.due = true;
    window.requestAnimationFrame(() => {
      this.due = false;
      this.draw();
    });
  }

  private draw(): void {
    const firing = this.chosen();
    const explained = isNewest(this.state, this.explained) ? this.explained : undefined;
    const attacked = isNewest(this.state, this.attacked) ? this.attacked : undefined;
    const isLater = explained !== undefined && explained.at > (attacked?.at ?? 0);
    this.explanation.update(isLater ? explained : undefined, firing !== undefined);
    this.attack.update(isLater ? undefined : attacked, firing !== undefined);
    const covered = explained !== undefined || attacked !== undefined;
    this.empty.hidden = firing !== undefined || covered;
    this.all.hidden = firing === undefined || covered;
    if (firing === undefined) return;
    this.heading.update(this.state, firing);
    this.decision.update(firing);
    keepingFocus(
      this.proof.root,
      () =>
        this.proof.update(
          firing,
          this.proofs.find((it) => it.firing === firing.id),
        ),
      () => this.decision.focus(),
    );
    const { draft } = this.kept;
    this.payload.show(firing, draft?.id === firing.id ? draft.text : undefined);
    keepingFocus(
      this.body,
      () => this.drawBody(firing),
      () => this.decision.focus(),
    );
  }

  private drawBody(firing: Firing): void {
    if (this.view?.id !== firing.id) {
      this.view = { id: firing.id, view: new FiringView(this.page, firing) };
      this.body.replaceChildren(this.view.view.root);
      // Fired again from below, its decision would not be seen.
      window.scrollTo(0, 0);
    }
    this.view.view.update(firing);
  }

  private chosen(): Firing | undefined {
    return shownOf(this.state, this.kept.choice);
  }

  private choose(id: string): void {
    const newest = this.state[0]?.id ?? id;
    this.keep({ ...this.kept, choice: { id, newest } });
    this.schedule();
  }

  private keep(kept: Kept): void {
    this.kept = kept;
    this.api.setState(kept);
  }

  private tick(): void {
    const firing = this.chosen();
    if (firing !== undefined && !isOver(firing)) this.view?.view.tick(Date.now());
  }
}

const api = acquireVsCodeApi();
let panel: Panel | undefined;
window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  if (data.kind === "words") panel ??= new Panel(api, data.words);
  else panel?.take(data);
});
api.postMessage({ kind: "ready" });
