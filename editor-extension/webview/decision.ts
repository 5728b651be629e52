/** What it came to, big and on top; while hooks run, how far they are. */

import { button, h, set, setText, sign } from "./dom";
import { fill } from "./format";
import { reachable, type Page } from "./page";
import { endedRuns, isOver, type Firing } from "./state";
import { TONE_SIGNS } from "./status";
import { shown } from "./text";

export class DecisionView {
  readonly root: HTMLElement;
  private readonly mark = sign("");
  private readonly verdict = h("strong", { class: "verdict" });
  private readonly facts = h("span", { class: "facts" });
  private readonly reason = h("p", { class: "reason" });
  private readonly progress = h("span", { class: "facts" });
  private readonly cancel: HTMLButtonElement;
  private shown: Firing | undefined;

  constructor(private readonly page: Page) {
    this.cancel = button(page.words.cancel, () => this.stop(), { class: "secondary", hidden: true });
    const line = h("p", { class: "line" }, this.mark, this.verdict, this.facts);
    const said = h("div", { role: "status", "aria-live": "polite" }, line, this.reason);
    this.root = h("div", { class: "decision", hidden: true }, said, this.progress, this.cancel);
  }

  update(firing: Firing): void {
    this.shown = firing;
    const { words } = this.page;
    const { phase, result, why } = firing;
    this.root.hidden = false;
    set(this.root, "data-tone", result?.tone ?? (phase === "failed" ? "plain" : "running"));
    setText(this.mark, result === undefined ? (isOver(firing) ? "–" : "●") : TONE_SIGNS[result.tone]);
    const going = phase === "running" ? words.running : words.planned;
    setText(this.verdict, result?.verdict ?? (phase === "failed" ? words.notRun : going));
    setText(this.facts, result?.facts ?? "");
    const reason = shown(result?.reason?.text ?? why ?? "");
    setText(this.reason, reason);
    const { tabindex } = reachable(reason, "");
    set(this.reason, "tabindex", tabindex);
    this.reason.hidden = reason === "";
    this.cancel.hidden = isOver(firing);
    this.progress.hidden = phase !== "running";
    setText(this.progress, fill(words.progress, endedRuns(firing), firing.runs.length));
  }

  private stop(): void {
    if (this.shown !== undefined) this.page.post({ kind: "cancel", id: this.shown.id });
  }
}
