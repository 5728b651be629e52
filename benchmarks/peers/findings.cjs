// What Node's JSON service says of files, as VS Code has it say: node findings.cjs SCHEMA, paths on stdin.
const fs = require("fs");
const { getLanguageService, TextDocument } = require("vscode-json-languageservice");

const [schemaPath] = process.argv.slice(2);
const paths = fs.readFileSync(0, "utf8").split("\n").filter(Boolean);
const schema = fs.readFileSync(schemaPath, "utf8");
// Whatever schema a file asks for, it is held to this one.
const service = getLanguageService({ schemaRequestService: async () => schema });
service.configure({ schemas: [{ uri: "bench:/schema", fileMatch: ["*"], schema: JSON.parse(schema) }] });
// Where the codes of the syntax begin and end, and the one among them that is not about it.
const SYNTAX = { first: 0x100, end: 0x300, duplicateKey: 0x208 };

(async () => {
  const started = process.hrtime.bigint();
  const files = {};
  for (const path of paths) {
    const document = TextDocument.create(`file://${path}`, "json", 1, fs.readFileSync(path, "utf8"));
    const settings = { comments: "error", trailingCommas: "error" };
    const found = await service.doValidation(document, service.parseJSONDocument(document), settings);
    files[path] = found.map((it) => ({
      start: document.offsetAt(it.range.start),
      end: document.offsetAt(it.range.end),
      code: String(it.code ?? ""),
      syntax: it.code >= SYNTAX.first && it.code < SYNTAX.end && it.code !== SYNTAX.duplicateKey,
      severity: ["", "error", "warning", "information", "hint"][it.severity],
      message: it.message,
    }));
  }
  const taken = Number(process.hrtime.bigint() - started) / 1e9;
  console.log(JSON.stringify({ files, taken }));
})();
