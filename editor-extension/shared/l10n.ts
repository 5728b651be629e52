/** The part of the editor's module that finds words in the user's language, or what stands in for it. */
export interface L10n {
  t(message: string, ...values: (string | number)[]): string;
}
