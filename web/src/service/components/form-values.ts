// The filled-in values of a form; switches that are off have none.
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const given = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value.trim() !== "" ? [[name, value.trim()]] : [],
  );
  return Object.fromEntries(given) as Record<string, string>;
}
