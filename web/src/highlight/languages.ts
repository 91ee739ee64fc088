// The highlighter's name of each language whose name it does not share with the program; languages
// that it does not know are shown plain.
const OTHER_NAMES: Readonly<Record<string, string>> = {
  "fortran-fixed": "fortran",
  mips: "mipsasm",
  pascal: "delphi",
  shell: "bash",
  vb: "vbnet",
};

// Of a front end such as “code:java”; null where there is nothing to highlight.
export function highlighterName(frontEnd: string): string | null {
  const language = /^code:([^:]+)/.exec(frontEnd)?.[1];
  return language === undefined ? null : (OTHER_NAMES[language] ?? language);
}
