/** A language model behind an address that speaks OpenAI's protocol of chats, as most do. */

/** No prompt is longer, in characters; no answer, in bytes; none is waited for longer. */
export const MOST_PROMPT = 1_000_000;
export const MOST_ANSWER = 4_000_000;
const PATIENCE_MS = 5 * 60 * 1000;
const MOST_REASON = 300;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export interface Endpoint {
  readonly baseUrl: string;
  readonly model: string;
  /** The host of the address: it is what a key is kept for. */
  readonly provider: string;
}

export type Refusal = "noAddress" | "notSafe" | "noModel";

/** The model that the settings name; what is wrong with them; undefined if they name none. */
export function endpointOf(baseUrl: string, model: string): Endpoint | Refusal | undefined {
  if (baseUrl === "" && model === "") return undefined;
  const url = parsed(baseUrl);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== "") return "noAddress";
  // A key that leaves the machine unencrypted can be read on its way.
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname)) return "notSafe";
  if (model === "") return "noModel";
  return { baseUrl: url.href.replace(/[?#].*$/, "").replace(/\/+$/, ""), model, provider: url.host };
}

export class ModelError extends Error {
  override readonly name = "ModelError";
}

export interface Question {
  readonly prompt: string;
  readonly model: string;
  readonly key: string | undefined;
}

/** What the model answers; raises ModelError, which never names the key. */
export async function complete(
  { baseUrl, provider }: Endpoint,
  { prompt, model, key }: Question,
  cancelled: AbortSignal,
  patience = PATIENCE_MS,
): Promise<string> {
  if (prompt.length > MOST_PROMPT) throw new ModelError(`the prompt is longer than ${MOST_PROMPT} characters`);
  const late = AbortSignal.timeout(patience);
  try {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, messages: [{ role: "user", content: prompt }] }),
      // Elsewhere is not where the user has sent the key.
      redirect: "error",
      signal: AbortSignal.any([cancelled, late]),
    });
    return textOf(await bodyOf(response), response.status, provider);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    if (late.aborted) throw new ModelError(`${provider} did not answer within ${patience / 1000} s`);
    if (cancelled.aborted) throw new ModelError("cancelled");
    throw new ModelError(`${provider} cannot be reached: ${reasonOf(error)}`);
  }
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

async function bodyOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  if (response.body === null) return text;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MOST_ANSWER) throw new ModelError(`the answer is longer than ${MOST_ANSWER} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function textOf(body: string, status: number, provider: string): string {
  const answer = jsonOf(body);
  if (status !== 200) {
    const said = member(member(answer, "error"), "message");
    const why = typeof said === "string" ? `: ${said.slice(0, MOST_REASON)}` : "";
    throw new ModelError(`${provider} answered with status ${status}${why}`);
  }
  const choices = member(answer, "choices");
  const text: unknown = Array.isArray(choices) ? member(member(choices[0], "message"), "content") : undefined;
  if (typeof text !== "string") throw new ModelError(`the answer of ${provider} has no text`);
  return text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function member(it: unknown, name: string): unknown {
  return typeof it === "object" && it !== null ? (it as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Of a failed `fetch`, the cause says more than the error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, MOST_REASON);
}
