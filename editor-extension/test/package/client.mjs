/** A client of one server over its standard input and output. */

import { spawn } from "node:child_process";

export class Client {
  constructor(command, args, options) {
    this.process = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
    this.answers = new Map();
    this.errors = "";
    this.last = 0;
    let buffered = Buffer.alloc(0);
    this.process.stdout.on("data", (it) => (buffered = this.taken(Buffer.concat([buffered, it]))));
    this.process.stderr.on("data", (it) => (this.errors += it));
    this.ended = new Promise((resolve) => this.process.once("close", resolve));
    void this.ended.then(() => this.answers.forEach((it) => it({ error: `the server ended: ${this.errors}` })));
  }

  async request(method, params) {
    const id = ++this.last;
    const answer = new Promise((resolve) => this.answers.set(id, resolve));
    this.send({ id, method, params });
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  }

  notify(method, params) {
    this.send({ method, params });
  }

  async stop() {
    await this.request("shutdown");
    this.notify("exit");
    return this.ended;
  }

  send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  /** What is left once whole messages were taken. */
  taken(bytes) {
    for (;;) {
      const end = bytes.indexOf("\r\n\r\n");
      if (end < 0) return bytes;
      const length = Number(/Content-Length: (\d+)/i.exec(bytes.toString("latin1", 0, end))[1]);
      if (bytes.length < end + 4 + length) return bytes;
      this.receive(JSON.parse(bytes.toString("utf8", end + 4, end + 4 + length)));
      bytes = bytes.subarray(end + 4 + length);
    }
  }

  /** Whatever the server asks the user is answered with yes. */
  receive({ id, method, result, error }) {
    if (method === undefined) this.answers.get(id)?.({ result, error });
    else if (id !== undefined) this.send({ id, result: method === "hookwright/ui/confirm" ? true : null });
  }
}
