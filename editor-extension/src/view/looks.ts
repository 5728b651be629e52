/** The icons of the Hooks view, as the editor's own names of icons and colors. */

import type { LastResult } from "../../shared/methods";
import { isOff, type Node } from "./nodes";

export interface Look {
  readonly icon: string;
  readonly color?: string;
}

const DECIDED: Readonly<Record<string, Look>> = {
  deny: { icon: "circle-slash", color: "charts.orange" },
  ask: { icon: "question", color: "charts.blue" },
  allow: { icon: "pass", color: "testing.iconPassed" },
};
const ENDED: Readonly<Record<LastResult["status"], Look>> = {
  succeeded: { icon: "pass", color: "testing.iconPassed" },
  blocked: { icon: "circle-slash", color: "charts.orange" },
  failed: { icon: "error", color: "testing.iconFailed" },
  "timed-out": { icon: "watch", color: "testing.iconFailed" },
  "cannot-start": { icon: "error", color: "testing.iconErrored" },
  skipped: { icon: "debug-step-over", color: "testing.iconSkipped" },
  running: { icon: "sync", color: "testing.iconQueued" },
};

export function look(node: Node): Look {
  switch (node.kind) {
    case "dialect":
      return { icon: "package" };
    case "problem":
      return node.off
        ? { icon: "debug-pause", color: "disabledForeground" }
        : { icon: "warning", color: "problemsWarningIcon.foreground" };
    case "event":
      return { icon: "zap" };
    case "hook": {
      const { last, skippedBecause } = node.configured;
      if (isOff(node.configured)) return { icon: "circle-outline", color: "disabledForeground" };
      if (skippedBecause !== null) return { icon: "warning", color: "problemsWarningIcon.foreground" };
      if (last === null) return { icon: "circle-outline" };
      return DECIDED[last.decision ?? ""] ?? ENDED[last.status];
    }
  }
}
