// The schema in Node's JSON service, over files: node validate.cjs SCHEMA FILE...
const fs = require("fs");
const { getLanguageService, TextDocument } = require("vscode-json-languageservice");

const [schemaPath, ...paths] = process.argv.slice(2);
const service = getLanguageService({});
service.configure({
  schemas: [{ uri: "bench:/schema", fileMatch: ["*"], schema: JSON.parse(fs.readFileSync(schemaPath, "utf8")) }],
});

(async () => {
  let found = 0;
  for (const path of paths) {
    const document = TextDocument.create(`file://${path}`, "json", 1, fs.readFileSync(path, "utf8"));
    const problems = await service.doValidation(document, service.parseJSONDocument(document));
    found += problems.length;
  }
  console.log(found);
})();
