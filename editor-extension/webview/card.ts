/** One hook of the plan: first what would be run and why, then how it goes, at last how it ended. */

import type { ShownRun, StreamName } from "../shared/shown";
import type { ShownGuard } from "../shared/attacks";
import type { OutputProblem } from "../shared/methods";
import { button, h, set, setText, sign } from "./dom";
import { duration, fill, nameOf } from "../shared/format";
import { OutputView } from "./output";
import { prose, textOf, type Page } from "./page";
import type { Failure, RunState } from "../shared/firings";
import { GUARD_SIGNS, GUARD_TONES, SIGNS, TONE_SIGNS, statusOf, statusWord } from "./status";

export class CardView {
  readonly root: HTMLElement;
  private readonly mark = sign("");
  private readonly word = h("span");
  private readonly exit = h("span", { class: "exit", hidden: true });
  private readonly bar: HTMLProgressElement;
  private readonly time = h("span", { class: "time" });
  private readonly timing: HTMLElement;
  private readonly streams: readonly (readonly [StreamName, OutputView])[];
  private readonly after = h("div", { class: "after" });
  private readonly guard = h("p", { class: "guard", hidden: true });
  private readonly attack: HTMLButtonElement;
  private ended: ShownRun | undefined;
  private failure: Failure | undefined;
  private shownGuard: ShownGuard | undefined;

  constructor(
    private readonly page: Page,
    firing: string,
    number: number,
    private run: RunState,
    private readonly recorded: boolean,
  ) {
    const { hook, timeoutMs } = run.step;
    const name = `${number}. ${nameOf(hook)}`;
    this.bar = h("progress", { max: Math.max(1, timeoutMs), value: 0, "aria-label": `${page.words.timeout}: ${name}` });
    this.timing = h("div", { class: "timing", hidden: true }, this.bar, this.time);
    const output = (stream: StreamName): OutputView =>
      new OutputView(page, stream, `${stream}: ${name}`, () =>
        page.post({ kind: "whole", id: firing, hook: hook.id, stream }),
      );
    this.streams = [
      ["stdout", output("stdout")],
      ["stderr", output("stderr")],
    ];
    const goTo = button(page.words.goTo, () => page.post({ kind: "goTo", id: firing, hook: hook.id }), {
      class: "link",
      "aria-label": `${page.words.goTo}: ${name}`,
    });
    const debug = button(page.words.debug, () => page.post({ kind: "debug", id: firing, hook: hook.id }), {
      class: "link",
      "aria-label": `${page.words.debug}: ${name}`,
      hidden: recorded || hook.type !== "command",
    });
    this.attack = button(page.words.attack, () => page.post({ kind: "attackHook", id: firing, hook: hook.id }), {
      class: "link",
      "aria-label": `${page.words.attack}: ${name}`,
      hidden: true,
    });
    const badge = h("span", { class: "badge" }, this.mark, this.word);
    const acts = h("span", { class: "acts" }, goTo, debug, this.attack);
    const head = h("header", {}, h("h3", {}, name), badge, this.exit, acts);
    const printed = this.streams.map(([, it]) => it.root);
    this.root = h(
      "article",
      { class: "card" },
      head,
      this.guard,
      this.timing,
      facts(page, run),
      ...printed,
      this.after,
    );
  }

  update(run: RunState, over: boolean, failure: Failure | undefined): void {
    this.run = run;
    this.failure = failure;
    const status = statusOf(run, over, failure);
    set(this.root, "data-status", status);
    // However it ended by hand, it is not fine: the agent would never have run it.
    const never = run.ended !== undefined && !run.step.wouldRun;
    set(this.root, "data-tone", never ? "fault" : undefined);
    setText(this.mark, never ? TONE_SIGNS.fault : SIGNS[status]);
    setText(this.word, statusWord(this.page.words, status));
    for (const [name, view] of this.streams) view.update(run[name]);
    this.showGuard(this.page.guard(run.step.hook.id));
    if (run.ended !== undefined && run.ended !== this.ended) this.end(run.ended);
    this.tick(Date.now());
  }

  /** Whether the guard holds is known of hooks as they are now, which may be others than those of a recorded firing. */
  private showGuard(guard: ShownGuard | undefined): void {
    this.guard.hidden = guard === undefined || this.recorded;
    this.attack.hidden = guard?.canAttack !== true || this.recorded;
    if (guard === undefined || guard === this.shownGuard) return;
    this.shownGuard = guard;
    set(this.guard, "data-tone", GUARD_TONES[guard.state]);
    const badge = h("span", { class: "badge" }, sign(GUARD_SIGNS[guard.state]), guard.words);
    this.guard.replaceChildren(badge, h("span", {}, ...prose(guard.says)));
  }

  /** Moves the bar on. */
  tick(now: number): void {
    const { startedAt, ended, step } = this.run;
    const ran = ended === undefined ? startedAt !== undefined : ended.exitCode !== null || ended.durationMs > 0;
    this.timing.hidden = !ran || step.timeoutMs === 0;
    if (this.timing.hidden) return;
    const took = ended?.durationMs ?? this.failure?.tookMs ?? Math.max(0, now - (startedAt ?? now));
    this.bar.value = Math.min(step.timeoutMs, Math.max(took, step.timeoutMs / 100));
    setText(this.time, fill(this.page.words.timeOf, duration(took), duration(step.timeoutMs)));
  }

  private end(run: ShownRun): void {
    const { words } = this.page;
    this.ended = run;
    this.exit.hidden = run.exitCode === null && run.signal === null;
    setText(this.exit, run.signal === null ? fill(words.exitCode, run.exitCode ?? "") : fill(words.signal, run.signal));
    const parts: Node[] = [];
    if (run.skippedBecause !== null) parts.push(h("p", {}, ...prose(`${words.skippedBecause}: ${run.skippedBecause}`)));
    if (run.output !== null) {
      parts.push(
        h("h4", {}, words.printedObject),
        textOf(this.page, run.output, `${words.printedObject}: ${nameOf(run.hook)}`, "json"),
      );
      // It is the same again.
      this.streams.forEach(([name, view]) => name === "stdout" && (view.root.open = false));
    }
    if (run.outputProblems.length > 0) parts.push(h("h4", {}, words.problems), problems(run.outputProblems));
    this.after.replaceChildren(...parts);
  }
}

function facts(page: Page, { step }: RunState): HTMLElement {
  const { words } = page;
  const { hook, matcher, because, skippedBecause, timeoutMs, wouldRun } = step;
  const list = h("dl", {});
  const add = (term: string, ...value: readonly Node[]): void => list.append(h("dt", {}, term), h("dd", {}, ...value));
  if (nameOf(hook) !== hook.command && hook.command !== "") {
    add(words.command, textOf(page, { text: hook.command, leftOut: 0 }, words.command, "command"));
  }
  if (matcher !== "") add(words.matcher, h("code", {}, matcher));
  if (because.length > 0) add(wouldRun ? words.because : words.against, ...prose(because.join("; ")));
  if (skippedBecause !== null) add(words.skippedBecause, ...prose(skippedBecause));
  if (timeoutMs > 0) {
    const kind = { class: "timeout" };
    list.append(h("dt", kind, words.timeout), h("dd", kind, duration(timeoutMs)));
  }
  return list;
}

function problems(every: readonly OutputProblem[]): HTMLElement {
  const lines = every.map((it) => h("li", {}, ...prose(`${it.message} `), h("span", { class: "code" }, it.code)));
  return h("ul", { class: "problems" }, ...lines);
}
