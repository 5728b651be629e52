/** Runs items of the Test Explorer: hooks one after the other, the tests of a file together, until the user says no. */

import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Events } from "../server/events";
import type { AttackResult, FireParams, FireResult, FiringPlan, TestResult } from "../../shared/methods";
import type { Server } from "../server/server";
import { batches, untilRefused, type Batch } from "./selection";
import type { Explorer } from "./explorer";
import { attackText, attackVerdict, placeOf } from "./attacked";
import { canAttack, leaves, type Item, type PlacedHook } from "./items";
import { firedText, liveText, planText, runsText, testText, verdictText } from "./printed";
import { Reporter } from "./reporter";
import {
  errored,
  failureVerdict,
  firedVerdict,
  isRefusal,
  leftOutVerdict,
  plannedVerdict,
  skipped,
  testVerdict,
} from "./verdict";

/** `dry`: nothing is executed. */
export type Mode = "fire" | "copy" | "dry" | "attack";

const { l10n } = vscode;

export class Runner {
  constructor(
    private readonly controller: vscode.TestController,
    private readonly explorer: Explorer,
    private readonly server: Server,
    private readonly events: Events,
  ) {}

  async run(request: vscode.TestRunRequest, mode: Mode): Promise<void> {
    const tests = this.wanted(request).some((it) => it.test !== undefined);
    await this.explorer.refresh(tests);
    const items = this.wanted(request);
    const run = this.controller.createTestRun(request);
    const reporter = new Reporter(run, this.explorer);
    try {
      for (const it of items) reporter.enqueued(it);
      await this.runAll(items, mode, reporter);
    } finally {
      run.end();
    }
  }

  wanted({ include, exclude }: vscode.TestRunRequest): readonly Item[] {
    const named = include?.flatMap((it) => this.explorer.item(it.id) ?? []);
    const without = leaves((exclude ?? []).flatMap((it) => this.explorer.item(it.id) ?? []));
    return [...new Set(leaves(named ?? this.explorer.roots))].filter((it) => !without.includes(it));
  }

  private async runAll(items: readonly Item[], mode: Mode, reporter: Reporter): Promise<void> {
    const client = await this.server.running();
    if (client === undefined) {
      const missing = l10n.t(
        "The hookwright server is not running. “Agent Hooks: Get Started” shows how to install it.",
      );
      for (const it of items) reporter.report(it, errored(missing));
      return;
    }
    const left = await untilRefused(batches(items), async (batch) => {
      return reporter.cancelled || (await this.runBatch(client, batch, mode, reporter));
    });
    for (const it of left) reporter.ended(it, leftOutVerdict(l10n));
  }

  /** Whether the run goes on: once the user has declined, they are not asked again. */
  private async runBatch(client: LanguageClient, batch: Batch, mode: Mode, to: Reporter): Promise<boolean> {
    for (const it of batch) to.started(it);
    const [first, ...others] = batch;
    try {
      if (mode === "attack") for (const it of batch) await attack(client, it, to);
      else if (first?.hook !== undefined) await this.runHook(client, first, first.hook, mode, to);
      else if (first !== undefined) await runTests(client, first.uri, batch, mode, to);
      return true;
    } catch (error) {
      const verdict = failureVerdict(l10n, error);
      for (const it of batch) to.report(it, verdict);
      to.printEnd(verdictText(verdict), others.length > 0 ? undefined : first);
      return !isRefusal(error);
    }
  }

  private async runHook(client: LanguageClient, item: Item, hook: PlacedHook, mode: Mode, to: Reporter): Promise<void> {
    const { uri, canFire, skippedBecause, hook: identity } = hook.configured;
    if (!canFire) return to.ended(item, skipped(skippedBecause ?? l10n.t("No hook would run.")));
    const params = { uri, pointer: identity.pointer };
    if (mode === "dry") await plan(client, item, params, to);
    else await this.fire(client, item, { ...params, scratch: mode === "copy" }, to);
  }

  private async fire(client: LanguageClient, item: Item, params: FireParams, to: Reporter): Promise<void> {
    const dispatchId = randomUUID().replaceAll("-", "");
    const following = this.events.onDidRun((event) => {
      if (event.dispatchId === dispatchId) to.print(liveText(l10n, event), item);
    });
    try {
      const result: FireResult = await client.sendRequest("hookwright/fire", { ...params, dispatchId }, to.token);
      const verdict = firedVerdict(l10n, result, params.pointer ?? "");
      if (!to.hasPrinted(item)) to.print(runsText(result.outcome.runs), item);
      to.ended(item, verdict, firedText(result, verdict));
    } finally {
      following.dispose();
    }
  }
}

async function attack(client: LanguageClient, item: Item, to: Reporter): Promise<void> {
  const place = placeOf(item);
  if (place === undefined || !canAttack(item)) return to.ended(item, skipped(l10n.t("It guards no tool call.")));
  const result = await client.sendRequest<AttackResult>("hookwright/attack", place, to.token);
  const verdict = attackVerdict(l10n, result);
  to.ended(item, verdict, attackText(l10n, result, verdict));
}

async function plan(client: LanguageClient, item: Item, params: FireParams, to: Reporter): Promise<void> {
  const found: FiringPlan = await client.sendRequest("hookwright/plan", params, to.token);
  const verdict = plannedVerdict(l10n, found, params.pointer ?? "");
  to.ended(item, verdict, planText(l10n, found) + verdictText(verdict));
}

async function runTests(
  client: LanguageClient,
  uri: string,
  items: readonly Item[],
  mode: Mode,
  to: Reporter,
): Promise<void> {
  const params = { uri, lines: items.map((it) => it.test?.line), dry: mode === "dry" };
  const results = await client.sendRequest<TestResult[]>("hookwright/runTests", params, to.token);
  for (const item of items) {
    const result = results.find((it) => it.line === item.test?.line && it.name === item.test.name);
    if (result === undefined) {
      to.ended(item, errored(l10n.t("The file has changed in the meantime. Run it again.")));
      continue;
    }
    const verdict = testVerdict(l10n, result);
    to.ended(item, verdict, testText(l10n, result, verdict));
  }
}
