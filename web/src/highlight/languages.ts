// The highlighter's names of languages that the program names differently. Languages that it does
// not know are shown plain.
const OTHER_NAMES: Readonly<Record<string, string>> = {
  "fortran-fixed": "fortran",
  mips: "mipsasm",
  pascal: "delphi",
  shell: "bash",
  vb: "vbnet",
};

// For a tokenizer such as “code:java”; null if there is nothing to highlight.
export function highlighterName(frontEnd: string): string | null {
  const language = /^code:([^:]+)/.exec(frontEnd)?.[1];
  return language === undefined ? null : (OTHER_NAMES[language] ?? language);
}
