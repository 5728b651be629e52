import assert from "node:assert/strict";
import { test } from "node:test";
import { openPanel, skip } from "./page.mjs";

const PIECE = 32_768;
const MOST = 10 * 1024 * 1024;
const KEPT = 200_000;
/** Longer than this is a page that has frozen; a busy machine takes its part of it. */
const LONGEST_GAP_MS = 1000;
/** What the page's own thread may have to do for all of it. */
const MOST_WORK_MS = 4000;

const HOOK = {
  ...{ id: "babbler", source: "/p/.claude/settings.json", scope: "project", pointer: "/hooks/Stop/0/hooks/0" },
  ...{ name: null, type: "command", command: "babble" },
};
const STEP = {
  hook: HOOK,
  matcher: "*",
  because: [],
  timeoutMs: 600_000,
  skippedBecause: null,
  lane: 0,
  wouldRun: true,
};
const PLAN = {
  ...{
    uri: "file:///p/.claude/settings.json",
    pointer: "/hooks/Stop",
    dialect: "claude-code",
    dialectTitle: "Claude Code",
  },
  ...{
    event: "Stop",
    order: "parallel",
    sample: null,
    samples: [],
    sampleLabels: {},
    payload: {},
    notes: [],
    steps: [STEP],
  },
};

/** In the page: feeds as fast as it can, and measures the longest time in which nothing was drawn. */
async function flood({ begin, text, count, pause }) {
  begin.forEach((it) => window.postMessage(it, "*"));
  const gaps = [];
  let going = true;
  let last = performance.now();
  const frame = (now) => {
    gaps.push(now - last);
    last = now;
    if (going) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  for (let index = 0; index < count; index += 1) {
    const event = { kind: "output", id: "1", hook: "babbler", stream: "stdout", text, leftOut: 0 };
    window.postMessage(event, "*");
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  going = false;
  const boxes = [...document.querySelectorAll(".output")];
  const held = Math.max(...boxes.map((it) => it.textContent.length));
  return { longest: Math.round(Math.max(...gaps)), frames: gaps.length, held };
}

/** How long the page's thread has worked since, whatever else the machine does. */
async function workOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return Object.fromEntries(metrics.map((it) => [it.name, it.value * 1000]));
  };
  const before = await read();
  return async () => {
    const now = await read();
    const since = (name) => Math.round(now[name] - before[name]);
    return { all: since("TaskDuration"), script: since("ScriptDuration"), layout: since("LayoutDuration") };
  };
}

const TEXTS = {
  "short lines": "a line of forty characters, like any\t1\n".repeat(1000).slice(0, PIECE - 1) + "\n",
  "one line without end": "x".repeat(PIECE),
  "terminal sequences and odd characters": "\x1b[32m✓\x1b[0m \x01中文 tiếng Việt\r\n".repeat(2000).slice(0, PIECE),
};

for (const [name, text] of Object.entries(TEXTS)) {
  for (const pause of [0, 5]) {
    test(`10 MB of ${name}, a piece every ${pause} ms, leave the page alive`, { skip }, async (context) => {
      const panel = await openPanel();
      try {
        const begin = [
          { kind: "plan", id: "1", plan: PLAN, scratch: false, at: Date.now() },
          { kind: "started", id: "1", hook: "babbler", at: Date.now() },
        ];
        const count = MOST / PIECE;
        const worked = await workOf(panel.page);
        const found = await panel.page.evaluate(flood, { begin, text, count, pause });
        const work = await worked();
        const frames = `the longest gap between frames ${found.longest} ms, of ${found.frames} frames`;
        context.diagnostic(`${frames}; ${work.all} ms of work, ${work.script} ms of it in scripts`);
        assert.ok(work.all < MOST_WORK_MS, `${work.all} ms of work`);
        assert.ok(found.longest < LONGEST_GAP_MS, `${found.longest} ms without a frame`);
        assert.ok(found.held >= KEPT / 2 && found.held < KEPT + 2 * PIECE, `${found.held} characters are held`);
        const earlier = await panel.page.getByText(/characters earlier/).innerText();
        const size = await panel.page.locator(".stream .size").first().innerText();
        const [gone, all] = [earlier, size].map((it) => Number(it.replaceAll(/\D/g, "")));
        assert.equal(all - gone, found.held);
        await panel.page.getByRole("button", { name: "Cancel" }).click({ timeout: 2000 });
        assert.deepEqual((await panel.posted()).at(-1), { kind: "cancel", id: "1" });
        assert.deepEqual(panel.wrong, []);
        if (pause === 5) await panel.picture(`flood-${name.split(" ")[0]}`);
      } finally {
        await panel.close();
      }
    });
  }
}
