import tseslint from "typescript-eslint";

const VSCODE = [
  "api",
  ...["client", "commands", "events", "extension", "guidance", "hooks", "host", "log", "results", "server", "status"],
  ...["converting", "debugging", "recorded", "panel/differences"],
  ...["firing", "refusals", "removal", "vscodeapi", "walkthrough"],
  ...["asked", "documents", "panel", "words"].map((it) => `panel/${it}`),
  ...["continuous", "explorer", "register", "reporter", "runner"].map((it) => `testing/${it}`),
  ...["choosing", "item", "register", "rows", "starting", "switch"].map((it) => `view/${it}`),
];

export default tseslint.config(
  { ignores: ["dist/", "out/", "node_modules/", "**/*.mjs", "**/*.cjs", "test/stranger/"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-restricted-imports": ["error", { paths: ["vscode"] }],
      "no-restricted-syntax": ["error", { selector: "ExportDefaultDeclaration", message: "Name what is exported." }],
    },
  },
  { files: ["api/*.d.ts", ...VSCODE.map((it) => `src/${it}.ts`)], rules: { "no-restricted-imports": "off" } },
  { files: ["test/**"], rules: { "@typescript-eslint/no-floating-promises": "off" } },
);
