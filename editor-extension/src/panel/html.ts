/** The page of the results panel: empty but for its script, and allowed nothing but that and its styles. */

export interface PageParts {
  readonly script: string;
  readonly style: string;
  /** Where styles may come from. */
  readonly origin: string;
  /** Not to be guessed. */
  readonly nonce: string;
  readonly language: string;
  readonly title: string;
}

export function pageHtml({ script, style, origin, nonce, language, title }: PageParts): string {
  const policy = `default-src 'none'; style-src ${origin}; script-src 'nonce-${nonce}';`;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="${escaped(style)}" />
  </head>
  <body>
    <script nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`);
}
