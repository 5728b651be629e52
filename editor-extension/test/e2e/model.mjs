/** A scripted model behind an address of this machine, which speaks OpenAI's protocol of chats. */

import { createServer } from "node:http";

/** `answer` gives a message for the messages of a question; `asked` are all questions, with the key that came along. */
export async function scriptedModel(answer) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const it of request) body += it;
    const { messages } = JSON.parse(body);
    asked.push({ messages, key: request.headers.authorization });
    const message = { role: "assistant", ...answer(messages) };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message }] }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${server.address().port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { host, address: `http://${host}/v1`, asked, close };
}
