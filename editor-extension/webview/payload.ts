/** The payload beside the results: changed, checked as it is typed, fired again, kept as a sample. */

import { allow, button, h, isAllowed, set, setText } from "./dom";
import { fill } from "../shared/format";
import { checkJson, type Checked, type JsonFault } from "./json";
import type { Page } from "./page";
import { isOver, type Firing } from "../shared/firings";

/** Longer texts are checked when the typing pauses. */
const LONG = 200_000;
const PAUSE_MS = 300;
const MOST_ROWS = 32;
const EDITED = "";

export interface Draft {
  readonly id: string;
  readonly text: string;
}

export class PayloadView {
  readonly root: HTMLElement;
  private readonly text: HTMLTextAreaElement;
  private readonly samples: HTMLSelectElement;
  private readonly fault: HTMLButtonElement;
  private readonly good = h("span", { class: "good" });
  private readonly workspace: HTMLButtonElement;
  private readonly copy: HTMLButtonElement;
  private readonly keepIt: HTMLButtonElement;
  private readonly back: HTMLButtonElement;
  private firing: Firing | undefined;
  private checked: Checked = checkJson("{}");
  private edited: string | undefined;
  private timer: number | undefined;

  constructor(
    private readonly page: Page,
    private readonly keep: (draft: Draft) => void,
  ) {
    const { words } = page;
    this.text = h("textarea", {
      id: "payload",
      rows: 12,
      spellcheck: "false",
      wrap: "off",
      "aria-describedby": "payload-says",
    });
    this.samples = h("select", { id: "sample" });
    this.fault = button("", () => this.select(), { class: "link fault", hidden: true });
    this.workspace = button(words.fireAgain, () => this.fire(false));
    this.copy = button(words.fireOnCopy, () => this.fire(true));
    this.keepIt = button(words.saveSample, () => this.save(), { class: "secondary" });
    this.back = button(words.backToSample, () => this.unedit(), { class: "link", hidden: true });
    this.listen();
    const says = h("div", { id: "payload-says", class: "says", role: "status" }, this.fault, this.good);
    this.root = h(
      "aside",
      { class: "payload", "aria-label": words.payload },
      h("h2", {}, h("label", { for: "payload" }, words.payload)),
      h("p", { class: "none" }, words.payloadHelp),
      h("p", { class: "pick" }, h("label", { for: "sample" }, words.samples), this.samples, this.back),
      this.text,
      says,
      h("p", { class: "buttons" }, this.workspace, this.copy, this.keepIt),
    );
  }

  /** Shows a firing's payload; `text` is what the user has edited it to, if they have. */
  show(firing: Firing, text?: string): void {
    const same = this.firing?.id === firing.id;
    if (same && this.firing?.plan.samples !== firing.plan.samples) this.names(firing.plan);
    const unchanged = !same && text === undefined && this.hasAlready(firing);
    this.firing = firing;
    this.called(firing);
    this.allowed();
    if (same) return;
    if (!unchanged) {
      this.edited = text;
      this.put(text ?? JSON.stringify(firing.plan.payload, undefined, 2));
    }
    this.names(firing.plan, text === undefined ? (firing.plan.sample ?? EDITED) : EDITED);
  }

  /** A sample that was asked for. */
  sample(name: string, payload: unknown): void {
    if (this.samples.value !== name) return;
    this.put(JSON.stringify(payload, undefined, 2));
    this.keepDraft();
  }

  /** The text is now saved as a sample of that name. */
  saved(id: string, name: string): void {
    if (this.firing?.id !== id || ![...this.samples.options].some((it) => it.value === name)) return;
    this.edited = undefined;
    this.names(this.firing.plan, name);
  }

  /** Highlights the button that repeats what was done. */
  private called({ scratch, recorded }: Firing): void {
    const { words } = this.page;
    set(this.root, "data-recorded", recorded);
    this.text.readOnly = recorded;
    setText(this.workspace, recorded ? words.replay : scratch ? words.fireWorkspace : words.fireAgain);
    setText(this.copy, recorded ? words.replayOnCopy : scratch ? words.fireAgainOnCopy : words.fireOnCopy);
    setText(this.keepIt, recorded ? words.keepSample : words.saveSample);
    const [again, other] = scratch ? [this.copy, this.workspace] : [this.workspace, this.copy];
    again.className = "primary";
    again.title = "Ctrl+Enter";
    other.className = "secondary";
    other.removeAttribute("title");
  }

  private allowed(): void {
    const may = this.checked.good && this.firing !== undefined && isOver(this.firing);
    for (const it of [this.workspace, this.copy, this.keepIt]) allow(it, may);
  }

  private names({ samples, sampleLabels }: Firing["plan"], chosen = this.samples.value): void {
    const option = (value: string, text: string): HTMLElement =>
      h("option", { value, selected: value === chosen }, text);
    const own = chosen === EDITED || this.edited !== undefined ? [option(EDITED, this.page.words.edited)] : [];
    this.samples.replaceChildren(...own, ...samples.map((it) => option(it, sampleLabels[it] ?? it)));
    this.samples.value = chosen;
    this.back.hidden = this.samples.value !== EDITED || samples.length === 0;
  }

  focus(): void {
    this.text.focus();
  }

  private listen(): void {
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (it) => {
      if (it.key === "Enter" && (it.ctrlKey || it.metaKey)) this.fire(this.firing?.scratch === true);
    });
    this.samples.addEventListener("change", () => this.pick());
  }

  /** Whether the text is already the payload that was fired, as the user wrote it. */
  private hasAlready({ plan }: Firing): boolean {
    return (
      this.firing !== undefined &&
      this.checked.good &&
      plan.sample === null &&
      JSON.stringify(this.checked.value) === JSON.stringify(plan.payload)
    );
  }

  private put(text: string): void {
    this.text.value = text;
    this.text.rows = Math.min(MOST_ROWS, Math.max(8, text.split("\n").length + 1));
    this.check();
  }

  private typed(): void {
    this.edited = this.text.value;
    if (this.samples.value !== EDITED && this.firing !== undefined) this.names(this.firing.plan, EDITED);
    window.clearTimeout(this.timer);
    if (this.text.value.length < LONG) this.changed();
    else this.timer = window.setTimeout(() => this.changed(), PAUSE_MS);
    this.keepDraft();
  }

  /** What is fired by the hook's lens from now on. */
  private changed(): void {
    this.check();
    if (this.firing === undefined || !this.checked.good) return;
    this.page.post({ kind: "edited", id: this.firing.id, payload: this.checked.value });
  }

  private unedit(): void {
    const { sample, samples = [] } = this.firing?.plan ?? {};
    this.samples.value = sample ?? samples[0] ?? EDITED;
    this.pick();
    // The button is gone by now.
    this.samples.focus();
  }

  private pick(): void {
    const name = this.samples.value;
    this.back.hidden = name !== EDITED;
    if (name === EDITED) {
      this.put(this.edited ?? this.text.value);
      this.changed();
    } else if (this.firing !== undefined) this.page.post({ kind: "sample", id: this.firing.id, name });
  }

  private check(): void {
    this.checked = checkJson(this.text.value);
    const { words } = this.page;
    const at = this.checked.good ? undefined : this.checked.at;
    set(this.text, "aria-invalid", at === undefined ? undefined : "true");
    this.fault.hidden = at === undefined;
    setText(this.fault, at === undefined ? "" : fill(words.faultAt, at.line, at.column, words[`fault-${at.fault}`]));
    setText(this.good, at === undefined ? words.good : "");
    this.allowed();
  }

  private select(): void {
    const at: JsonFault | undefined = this.checked.good ? undefined : this.checked.at;
    if (at === undefined) return;
    this.text.focus();
    this.text.setSelectionRange(at.offset, Math.min(at.offset + 1, this.text.value.length));
  }

  private keepDraft(): void {
    if (this.firing !== undefined) this.keep({ id: this.firing.id, text: this.text.value });
  }

  private fire(scratch: boolean): void {
    this.check();
    if (this.firing === undefined || !this.checked.good || !isAllowed(this.workspace)) return;
    if (this.firing.recorded) {
      this.page.post({ kind: "act", id: this.firing.id, act: scratch ? "replayOnCopy" : "replay" });
      return;
    }
    const sample = this.samples.value === EDITED ? null : this.samples.value;
    this.page.post({ kind: "fire", id: this.firing.id, sample, payload: this.checked.value, scratch });
  }

  private save(): void {
    this.check();
    if (this.firing === undefined || !this.checked.good || !isAllowed(this.keepIt)) return;
    if (this.firing.recorded) this.page.post({ kind: "act", id: this.firing.id, act: "keep" });
    else this.page.post({ kind: "save", id: this.firing.id, payload: this.checked.value });
  }
}
