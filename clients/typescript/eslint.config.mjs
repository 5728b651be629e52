import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "out/", "**/*.mjs"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-restricted-syntax": ["error", { selector: "ExportDefaultDeclaration", message: "Name what is exported." }],
    },
  },
  { files: ["test/**"], rules: { "@typescript-eslint/no-floating-promises": "off" } },
);
