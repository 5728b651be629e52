import assert from "node:assert/strict";
import { test } from "node:test";
import { OneAtATime } from "../../src/queue";

class Work {
  begun = 0;
  atOnce = 0;
  most = 0;
  private readonly ends: (() => void)[] = [];

  readonly task = async (): Promise<void> => {
    this.begun += 1;
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    await new Promise<void>((resolve) => this.ends.push(resolve));
    this.atOnce -= 1;
  };

  end(): void {
    this.ends.shift()?.();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("asked often while it runs, it runs once more, and never twice at once", async () => {
  const work = new Work();
  const queue = new OneAtATime(work.task);
  const first = queue.run();
  const later = [queue.run(), queue.run(), queue.run()];
  assert.equal(work.begun, 1);
  work.end();
  await first;
  await turn();
  assert.equal(work.begun, 2);
  work.end();
  await Promise.all(later);
  assert.deepEqual([work.begun, work.most], [2, 1]);
});

test("one that failed is told to who asked for it, and the next runs", async () => {
  let runs = 0;
  const queue = new OneAtATime(async () => {
    runs += 1;
    await turn();
    if (runs === 1) throw new Error("no");
  });
  const first = queue.run();
  const second = queue.run();
  await assert.rejects(first, /no/);
  await second;
  assert.equal(runs, 2);
});

test("whoever wants the end of what is under way waits for it, and has nothing more run", async () => {
  const work = new Work();
  const queue = new OneAtATime(work.task);
  void queue.run();
  const waiting = queue.pending;
  assert.ok(waiting);
  work.end();
  await waiting;
  await turn();
  assert.deepEqual([work.begun, queue.pending], [1, undefined]);
});

test("the end of what is under way is that of the last run that was asked for", async () => {
  const work = new Work();
  const queue = new OneAtATime(work.task);
  void queue.run();
  void queue.run();
  let ended = false;
  const waiting = queue.pending?.then(() => (ended = true));
  work.end();
  await turn();
  assert.deepEqual([work.begun, ended], [2, false]);
  work.end();
  await waiting;
  assert.equal(queue.pending, undefined);
});
