/** Which hooks and tests a saved file concerns: those in it, those that run it, and the tests of such hooks. */

import * as path from "node:path";
import { leaves, pathOf, type Item, type PlacedHook } from "./items";

export function concernedBy(items: readonly Item[], saved: string): readonly Item[] {
  const every = leaves(items);
  const hooks = every.flatMap((it) => (it.hook !== undefined && isOf(it.hook, saved) ? [it.hook] : []));
  return every.filter((it) => {
    if (it.hook !== undefined) return hooks.includes(it.hook);
    const file = pathOf(it.uri);
    return file === saved || hooks.some((hook) => isTriedBy(hook, file));
  });
}

function isOf({ configured }: PlacedHook, saved: string): boolean {
  return configured.hook.source === saved || configured.scripts.includes(saved);
}

/** Tests leave out the user's own hooks. */
function isTriedBy({ configured, projectDir }: PlacedHook, file: string): boolean {
  return configured.hook.scope !== "user" && !path.relative(projectDir, file).startsWith("..");
}
