/** What of the environment the server, and with it every hook, sees. */

type Environment = Readonly<Record<string, string | undefined>>;

const OF_THE_EDITOR = /^(VSCODE_|ELECTRON_)/;

/** All but the editor's own variables: with them a hook that starts an editor, or Node, would do what it does nowhere else. */
export function withoutEditor(environment: Environment): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_THE_EDITOR.test(name)));
}
