export type Highlight = (text: string, language: string) => string | null;

declare global {
  var whorlHighlight: Highlight | undefined;
}
