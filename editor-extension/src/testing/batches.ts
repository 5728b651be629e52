/** In which order items are run, and what is left of them once the user has said no. */

import { grouped, type Item } from "./items";

export type Batch = readonly Item[];

/** Hooks one after the other, the tests of a file together, as one question is asked for all of these. */
export function batches(items: readonly Item[]): readonly Batch[] {
  return [...grouped(items, (it) => it.uri).values()].flatMap((own) => {
    const hooks = own.filter((it) => it.hook !== undefined).map((it) => [it]);
    const tests = own.filter((it) => it.test !== undefined);
    return tests.length > 0 ? [...hooks, tests] : hooks;
  });
}

/** Runs batches until one tells that the run is not to go on; gives the items that were left out then. */
export async function untilRefused(
  every: readonly Batch[],
  run: (batch: Batch) => Promise<boolean>,
): Promise<readonly Item[]> {
  for (const [index, batch] of every.entries()) {
    if (!(await run(batch))) return every.slice(index + 1).flat();
  }
  return [];
}
