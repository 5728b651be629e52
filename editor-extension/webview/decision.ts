/** What it came to, big and on top; while hooks run, how far they are. */

import { button, h, set, setText, sign } from "./dom";
import { fill, measured } from "../shared/format";
import { reachable, type Page } from "./page";
import { endedRuns, isOver, type Failure, type Firing } from "../shared/firings";
import { TONE_SIGNS } from "./status";
import { shown } from "../shared/text";

const LONG_VERDICT = 24;

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
    this.root = h("div", { class: "decision", hidden: true, tabindex: -1 }, said, this.progress, this.cancel);
  }

  update(firing: Firing): void {
    this.shown = firing;
    const { words } = this.page;
    const { phase, result, failure } = firing;
    this.root.hidden = false;
    set(this.root, "data-tone", result?.tone ?? (phase === "failed" ? "plain" : "running"));
    setText(this.mark, result === undefined ? (isOver(firing) ? "–" : "●") : TONE_SIGNS[result.tone]);
    const going = phase === "running" ? words.running : words.planned;
    setText(this.verdict, result?.verdict ?? (failure === undefined ? going : failed(this.page, failure)));
    // What the agent then does may be a whole sentence.
    set(this.verdict, "data-long", this.verdict.textContent.length > LONG_VERDICT);
    setText(this.facts, result?.facts ?? "");
    const reason = shown(result?.reason?.text ?? failure?.why ?? "");
    setText(this.reason, reason);
    const { tabindex } = reachable(reason, "");
    set(this.reason, "tabindex", tabindex);
    this.reason.hidden = reason === "";
    const hadFocus = document.activeElement === this.cancel;
    this.cancel.hidden = isOver(firing);
    // What was focused is gone: the next key is pressed where the decision is.
    if (hadFocus && this.cancel.hidden) this.focus();
    this.progress.hidden = phase !== "running";
    setText(this.progress, fill(words.progress, endedRuns(firing), firing.runs.length));
  }

  focus(): void {
    this.root.focus({ preventScroll: true });
  }

  private stop(): void {
    if (this.shown !== undefined) this.page.post({ kind: "cancel", id: this.shown.id });
  }
}

/** How a firing ended that has no result. */
export function failed({ words }: Page, { cancelled, tookMs }: Failure): string {
  if (tookMs === undefined) return words.notRun;
  return fill(cancelled ? words.cancelledAfter : words.stoppedAfter, measured(tookMs));
}
