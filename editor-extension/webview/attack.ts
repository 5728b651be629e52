/** An attack on a guard: its score, the table, and each way through by its smallest call, with the reasons. */

import { toneOf, type ShownAttack } from "../shared/attacks";
import { starters, type AttackResult } from "../shared/methods";
import { fill } from "../shared/format";
import { allCalls, circumstances, faults, table, unasked } from "./attack-parts";
import { button, h, keepingFocus, setText, sign } from "./dom";
import type { Page } from "./page";
import { notes } from "./results";
import { TONE_SIGNS } from "./status";

const VERDICTS = { good: "guardHolds", bad: "guardLeaks", fault: "guardAlarms" } as const;

export class AttackView {
  readonly root = h("main", { class: "attack", tabindex: -1, hidden: true });
  private readonly progress = h("span", { class: "facts" });
  private shown: ShownAttack | undefined;

  constructor(
    private readonly page: Page,
    private readonly close: () => void,
  ) {}

  /** Shows it; undefined: there is none to be shown. `others`: there are firings to go back to. */
  update(attack: ShownAttack | undefined, others: boolean): void {
    this.root.hidden = attack === undefined;
    if (attack === this.shown) return;
    const before = this.shown;
    this.shown = attack;
    if (attack === undefined) return this.root.replaceChildren();
    setText(this.progress, attack.progress ?? "");
    // What reads the page aloud would say all of it again.
    if (isRunning(attack) && before?.id === attack.id) return;
    keepingFocus(
      this.root,
      () => this.draw(attack, others),
      () => this.root.focus({ preventScroll: true }),
    );
    if (before?.id !== attack.id) window.scrollTo(0, 0);
  }

  private draw(attack: ShownAttack, others: boolean): void {
    const { words } = this.page;
    const { result } = attack;
    this.root.setAttribute("aria-label", words.attacked);
    this.root.replaceChildren(
      h("header", { class: "heading" }, h("div", {}, h("h1", {}, words.attacked), where(this.page, result))),
      this.decision(attack),
      this.buttons(attack, others),
      ...(result === undefined ? [] : this.found(attack, result)),
    );
  }

  private decision(attack: ShownAttack): HTMLElement {
    const { page } = this;
    const { words } = page;
    const { id, result, failure } = attack;
    const tone = result === undefined ? undefined : toneOf(result);
    const running = isRunning(attack);
    const mark = sign(tone === undefined ? (running ? "●" : "–") : TONE_SIGNS[tone]);
    const verdict =
      tone === undefined
        ? running
          ? words.attacking
          : failure?.cancelled
            ? words.attackCancelled
            : words.noAttack
        : words[VERDICTS[tone]];
    const score = result && result.score;
    const facts = score && fill(words.score, score.stopped, score.dangerous, score.falseAlarms, score.harmless);
    const said = h(
      "div",
      { role: "status", "aria-live": "polite" },
      h(
        "p",
        { class: "line" },
        mark,
        h("strong", { class: "verdict" }, verdict),
        facts && h("span", { class: "facts" }, facts),
      ),
      h("p", { class: "reason" }, failure?.why ?? words.onlyText),
    );
    const cancel = running
      ? button(words.cancel, () => page.post({ kind: "cancelAttack", id }), { class: "secondary" })
      : undefined;
    return h(
      "div",
      { class: "decision", "data-tone": tone ?? (running ? "running" : "plain") },
      said,
      running ? this.progress : undefined,
      cancel,
    );
  }

  private found(attack: ShownAttack, result: AttackResult): readonly Node[] {
    const { page } = this;
    const { words } = page;
    const usual = result.holes.filter((it) => !it.trick);
    const tricks = result.holes.filter((it) => it.trick);
    const every = [
      table(page, result),
      faults(page, attack, usual, fill(words.holes, usual.length), words.whyDangerous),
      faults(page, attack, tricks, fill(words.tricks, tricks.length), words.whyDangerous),
      faults(page, attack, result.falseAlarms, fill(words.falseAlarms, result.falseAlarms.length), words.whyHarmless),
      circumstances(page, result),
      unasked(page, result),
      notes(page, result.notes),
      allCalls(page, result),
    ];
    return every.filter((it) => it !== undefined);
  }

  private buttons(attack: ShownAttack, others: boolean): HTMLElement {
    const { place } = attack;
    const { page } = this;
    const { words } = page;
    const again = (choose: boolean) => (): void => page.post({ kind: "attackAt", place, choose });
    const over = !isRunning(attack);
    return h(
      "p",
      { class: "buttons" },
      over ? button(words.attackAgain, again(false)) : undefined,
      over ? button(words.anotherDanger, again(true), { class: "secondary" }) : undefined,
      others ? button(words.backToFirings, () => this.close(), { class: "link" }) : undefined,
    );
  }
}

function isRunning({ result, failure }: ShownAttack): boolean {
  return result === undefined && failure === undefined;
}

function titleOf(dialect: string): string {
  return starters.find((it) => it.dialect === dialect)?.title ?? dialect;
}

function where({ words }: Page, result: AttackResult | undefined): HTMLElement {
  if (result === undefined) return h("p", { class: "where" });
  const dangers = Object.entries(result.meant.dangers).map(([name, seeds]) => `${name} (${seeds.join(", ")})`);
  const meant = fill(words.meant, dangers.join("; "), result.meant.source);
  return h("p", { class: "where" }, `${titleOf(result.dialect)} · ${result.event} · ${meant}`);
}
