/** What of the editor's own environment the server, and with it every hook, is not to see. */

const OF_THE_EDITOR = /^(VSCODE_|ELECTRON_)/;

/** The editor's own variables, unset: with them a hook that starts an editor, or Node, would not do what it does else. */
export function unset(environment: Readonly<Record<string, string | undefined>>): Record<string, undefined> {
  const names = Object.keys(environment).filter((it) => OF_THE_EDITOR.test(it));
  return Object.fromEntries(names.map((it) => [it, undefined]));
}
