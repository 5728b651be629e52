/** Which items are run: in which order, which a saved file concerns, and what is left once the user has said no. */

import { isSame, isWithin, pathOf } from "../paths";
import { grouped, leaves, type Item, type PlacedHook } from "./items";

export type Batch = readonly Item[];

/** Hooks one after the other, the tests of a file together, as one question is asked for all of these. */
export function batches(items: readonly Item[]): readonly Batch[] {
  return [...grouped(items, (it) => it.uri).values()].flatMap((own) => {
    const hooks = own.filter((it) => it.hook !== undefined).map((it) => [it]);
    const tests = own.filter((it) => it.test !== undefined);
    return tests.length > 0 ? [...hooks, tests] : hooks;
  });
}

/** Runs batches until one says that the run must not go on; returns the items that were left out. */
export async function untilRefused(
  every: readonly Batch[],
  run: (batch: Batch) => Promise<boolean>,
): Promise<readonly Item[]> {
  for (const [index, batch] of every.entries()) {
    if (!(await run(batch))) return every.slice(index + 1).flat();
  }
  return [];
}

/** Hooks and tests in the file, hooks that run it, and the tests of such hooks. */
export function concernedBy(items: readonly Item[], saved: string): readonly Item[] {
  const every = leaves(items);
  const hooks = every.flatMap((it) => (it.hook !== undefined && isOf(it.hook, saved) ? [it.hook] : []));
  return every.filter((it) => {
    if (it.hook !== undefined) return hooks.includes(it.hook);
    const file = pathOf(it.uri);
    return isSame(file, saved) || hooks.some((hook) => isTriedBy(hook, file));
  });
}

function isOf({ configured }: PlacedHook, saved: string): boolean {
  return [configured.hook.source, ...configured.scripts].some((it) => isSame(it, saved));
}

/** Tests leave out the user's own hooks. */
function isTriedBy({ configured, projectDir }: PlacedHook, file: string): boolean {
  return configured.hook.scope !== "user" && isWithin(file, projectDir);
}
