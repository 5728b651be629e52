/** Another's extension that uses the API of hookwright: it knows nothing but `api/hookwright.d.ts`. */

const vscode = require("vscode");

const EVENT = { event: "PreToolUse", payload: { tool_name: "Bash", tool_input: { command: "rm -rf build" } } };

/** @param {vscode.ExtensionContext} context */
exports.activate = async (context) => {
    /** @type {vscode.Extension<import("../../api/hookwright").HookwrightApi>} */
    const extension = vscode.extensions.getExtension("unpublished.hookwright");
    const hooks = await extension.activate();
    const seen = vscode.window.createStatusBarItem("stranger.seen", vscode.StatusBarAlignment.Left);
    const counted = { started: 0, output: 0, finished: 0, changed: 0 };
    const show = () =>
        (seen.text = `runs ${counted.started}/${counted.finished}, changes ${Math.min(counted.changed, 1)}`);
    show();
    seen.show();
    context.subscriptions.push(
        seen,
        hooks.onDidRun(({ phase }) => show((counted[phase] += 1))),
        hooks.onDidChangeHooks(() => show((counted.changed += 1))),
        vscode.commands.registerCommand("stranger.delete", () => tell(() => decided(hooks))),
        vscode.commands.registerCommand("stranger.explain", () => tell(() => explained(hooks))),
    );
};

async function decided(hooks) {
    const outcome = await hooks.dispatch(EVENT);
    return `v${hooks.version}: ${outcome.decision}, as ${outcome.reason}`;
}

async function explained(hooks) {
    const { matched, skipped } = await hooks.explain(EVENT);
    return `${matched.length} would run, ${skipped.length} would not`;
}

async function tell(work) {
    try {
        void vscode.window.showInformationMessage(await work());
    } catch (error) {
        void vscode.window.showErrorMessage(`${error.name} ${error.code}: ${error.message}`);
    }
}
