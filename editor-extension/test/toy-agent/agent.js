/** A toy agent: a model, two tools, and hooks that judge them; it knows nothing but `api/hookwright.d.ts`. */

const { execFile } = require("node:child_process");
const { readFile } = require("node:fs/promises");
const path = require("node:path");

const MOST_STEPS = 8;

/** One conversation; `model` answers messages, `show` is what the user sees. */
exports.Agent = class {
    constructor(hooks, session, folder, model) {
        Object.assign(this, { hooks, session, folder, model });
    }

    /** `address` is that of the model. */
    static async start(hooks, folder, address) {
        const named = { provider: new URL(address).host, id: "scripted", name: "Scripted" };
        const session = await hooks.openSession({ projectDir: folder, model: named });
        return new exports.Agent(hooks, session, folder, modelAt(address));
    }

    /** The slash commands of hook modules, as the user would type them. */
    async commands() {
        return (await this.session.commands()).map(({ name, description }) => ({ text: `/${name}`, description }));
    }

    /** Takes in what the user typed: a slash command of a hook module, or a prompt. */
    async hear(text, show, token) {
        const [, name, args = ""] = /^\/(\S+)\s*(.*)$/s.exec(text) ?? [];
        if (name === undefined) return this.prompt(text, show, token);
        const result = await this.session.invoke(name, args, token);
        if (result.status !== undefined) show(result.status);
        if (result.prompt !== undefined) await this.prompt(result.prompt, show, token);
    }

    async prompt(text, show, token) {
        const judged = await this.dispatch("UserPromptSubmit", { prompt: text }, token);
        if (judged.blocked) return show(`Refused: ${judged.reason}`);
        await this.say({ role: "user", content: text });
        for (let step = 0; step < MOST_STEPS; step++) {
            const answer = await this.model(await this.session.messages(token));
            await this.say(answer);
            if (answer.content) show(answer.content);
            if (!answer.tool_calls) return;
            for (const call of answer.tool_calls) {
                const content = await this.call(call, show, token);
                await this.say({ role: "tool", tool_call_id: call.id, content });
            }
        }
    }

    /** What came of a tool call, for the model. */
    async call({ id, function: { name, arguments: given } }, show, token) {
        const input = JSON.parse(given);
        const facts = { tool_name: name, tool_use_id: id, tool_input: input };
        const judged = await this.dispatch("PreToolUse", facts, token);
        if (judged.decision === "deny") {
            show(`${name} was refused: ${judged.reason}`);
            return `A hook refused it: ${judged.reason}`;
        }
        const made = await this.run(name, judged.updatedInput ?? input);
        const after = await this.dispatch("PostToolUse", { ...facts, tool_response: made }, token);
        return after.additionalContext ? `${made}\n\n${after.additionalContext}` : made;
    }

    run(name, input) {
        if (name === "Read") return readFile(path.join(this.folder, input.file_path), "utf8");
        return new Promise((resolve) => {
            execFile("/bin/sh", ["-c", input.command], { cwd: this.folder }, (error, out, err) => resolve(out + err));
        });
    }

    dispatch(event, payload, token) {
        const { sessionId } = this.session;
        return this.hooks.dispatch({ event, payload, sessionId, projectDir: this.folder }, token);
    }

    say(message) {
        return this.session.append({ type: "message", message });
    }
};

/** A model behind an address that speaks OpenAI's protocol. */
const modelAt = (address) => async (messages) => {
    const body = JSON.stringify({ model: "scripted", messages });
    const response = await fetch(`${address}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
    });
    return (await response.json()).choices[0].message;
};

exports.modelAt = modelAt;
