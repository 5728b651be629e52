/** Has the page offer the samples that there are by now. */

import type { Sample } from "../../shared/methods";
import type { Server } from "../server";
import type { ResultsPanel } from "./panel";

/** Of every firing that is shown; one whose hooks are gone keeps those that it had. */
export async function offerSamples(server: Server, panel: ResultsPanel): Promise<void> {
  const client = await server.present().catch(() => undefined);
  if (client === undefined) return;
  const offer = async ({ id, plan: { uri, pointer, samples } }: ResultsPanel["firings"][number]): Promise<void> => {
    const found = await client.sendRequest<readonly Sample[]>("hookwright/samples", { uri, pointer }).catch(() => []);
    const names = found.map((it) => it.name);
    if (names.length > 0 && names.join() !== samples.join()) panel.tell({ kind: "samples", id, names });
  };
  await Promise.all(panel.firings.map(offer));
}
