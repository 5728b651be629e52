import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { complete, endpointOf, MOST_PROMPT, type Endpoint } from "../../../src/models/endpoint";

const never = new AbortController().signal;

/** Asks a model on this machine that answers so; what it was sent comes back as well. */
async function served<T>(answer: RequestListener, ask: (endpoint: Endpoint) => Promise<T>): Promise<T> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const found = endpointOf(`http://127.0.0.1:${port}/v1/`, "small");
    assert.ok(typeof found === "object");
    return await ask(found);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const saying =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
const question = { prompt: "Safe?", model: "small", key: "k-1" };

test("E7: an address is that of a host, and keys leave the machine encrypted only", () => {
  assert.equal(endpointOf("", ""), undefined);
  assert.deepEqual(endpointOf("https://models.example/v1/", "m"), {
    baseUrl: "https://models.example/v1",
    model: "m",
    provider: "models.example",
  });
  assert.equal(endpointOf("https://models.example/v1", ""), "noModel");
  for (const it of ["models", "file:///etc/passwd", "https://me:secret@models.example"]) {
    assert.equal(endpointOf(it, "m"), "noAddress", it);
  }
  assert.equal(endpointOf("http://models.example/v1", "m"), "notSafe");
  for (const it of ["http://localhost:1/v1", "http://127.0.0.1/v1", "http://[::1]:2/v1"]) {
    assert.ok(typeof endpointOf(it, "m") === "object", it);
  }
});

test("E7: the prompt goes there with the key, and the text comes back", async () => {
  const asked: unknown[] = [];
  const answer: RequestListener = (request, response) => {
    let body = "";
    request.on("data", (it) => (body += String(it)));
    request.on("end", () => {
      asked.push(request.url, request.headers.authorization, JSON.parse(body));
      saying(200, { choices: [{ message: { content: "yes" } }] })(request, response);
    });
  };
  assert.equal(await served(answer, (it) => complete(it, question, never)), "yes");
  const sent = { model: "small", messages: [{ role: "user", content: "Safe?" }] };
  assert.deepEqual(asked, ["/v1/chat/completions", "Bearer k-1", sent]);
});

test("E7: what is no answer says why, and never with the key", async () => {
  const failing = async (answer: RequestListener, why: RegExp): Promise<void> => {
    await assert.rejects(
      served(answer, (it) => complete(it, question, never)),
      (error: Error) => why.test(error.message) && !error.message.includes("k-1"),
    );
  };
  await failing(saying(401, { error: { message: "no credit" } }), /status 401: no credit/);
  await failing(saying(500, "<html>"), /status 500$/);
  await failing(saying(200, {}), /has no text/);
  await failing(
    (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    /cannot be reached/,
  );
  await failing((request) => request.socket.destroy(), /cannot be reached/);
  await failing((_, response) => response.end("x".repeat(5_000_000)), /longer than/);
});

test("E7: a model that says nothing is given up, as is a question that is cancelled or too long", async () => {
  const silent: RequestListener = () => undefined;
  await assert.rejects(
    served(silent, (it) => complete(it, question, never, 50)),
    /did not answer within/,
  );
  const abort = new AbortController();
  const asked: RequestListener = () => abort.abort();
  await assert.rejects(
    served(asked, (it) => complete(it, question, abort.signal)),
    /cancelled/,
  );
  const long = { ...question, prompt: "x".repeat(MOST_PROMPT + 1) };
  await assert.rejects(
    served(silent, (it) => complete(it, long, never)),
    /longer than/,
  );
});
