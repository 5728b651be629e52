/** Hook files for the projects of the journeys, as the editor writes JSON. */

export const FILE = ".claude/settings.json";
/** What most journeys fire. */
export const DENIES = "echo 'no deleting here' >&2; exit 2";

/** The text of a hook file, its groups by their events. */
export function hookFile(hooks) {
  return `${JSON.stringify({ hooks }, undefined, 2)}\n`;
}

/** A group of hooks, each a command or an object with one; `matcher` undefined: it has none. */
export function group(matcher, ...commands) {
  const hooks = commands.map((it) => ({ type: "command", ...(typeof it === "string" ? { command: it } : it) }));
  return { ...(matcher !== undefined && { matcher }), hooks };
}
