/** The toy agent in the editor: a participant of its chat, and the model that the chat asks for. */

const vscode = require("vscode");
const { Agent, modelAt } = require("./agent.js");

/** @param {vscode.ExtensionContext} context */
exports.activate = (context) => {
    let agent;
    const started = () => (agent ??= begin());
    const participant = vscode.chat.createChatParticipant("elsewhere.toy", async ({ prompt }, _, stream, token) => {
        await (await started()).hear(prompt, (text) => stream.markdown(`${text}\n\n`), token);
    });
    participant.followupProvider = {
        provideFollowups: async () =>
            (await (await started()).commands()).map(({ text, description }) => ({
                prompt: text,
                label: `${text}: ${description}`,
            })),
    };
    const scripted = {
        ...{ id: "scripted", name: "Scripted", family: "scripted", version: "1", isUserSelectable: true },
        ...{ maxInputTokens: 100_000, maxOutputTokens: 10_000, capabilities: { toolCalling: true } },
    };
    // Without any model the editor does not let its chat be used.
    const changed = new vscode.EventEmitter();
    const provider = vscode.lm.registerLanguageModelChatProvider("scripted", {
        onDidChangeLanguageModelChatInformation: changed.event,
        provideLanguageModelChatInformation: () => [scripted],
        provideLanguageModelChatResponse: async (_, messages, _options, progress) => {
            const text = messages.flatMap((it) => it.content.map((part) => part.value ?? "")).join("");
            const { content } = await modelAt(address())([{ role: "user", content: text }]);
            progress.report(new vscode.LanguageModelTextPart(content));
        },
        provideTokenCount: () => Promise.resolve(1),
    });
    const ready = vscode.window.createStatusBarItem();
    ready.text = "toy: ready";
    ready.show();
    context.subscriptions.push(participant, provider, ready, changed);
    changed.fire();
};

const address = () => vscode.workspace.getConfiguration("toy").get("model");

async function begin() {
    const hooks = await vscode.extensions.getExtension("unpublished.hookwright").activate();
    return Agent.start(hooks, vscode.workspace.workspaceFolders[0].uri.fsPath, address());
}
