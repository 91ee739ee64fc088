// Turns a TypeScript program into one that Node.js can run. It is written next to node_modules, so
// that Node.js finds them.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { basename, join } from "node:path";

export const root = fileURLToPath(new URL("..", import.meta.url));

export async function bundle(file) {
  const outfile = join(
    root,
    "node_modules/.cache/whorl",
    basename(file).replace(/\.tsx?$/, ".mjs"),
  );
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node18",
    jsx: "automatic",
    jsxImportSource: "preact",
    external: ["playwright-core", "esbuild"],
    sourcemap: "inline",
    logLevel: "warning",
  });
  return outfile;
}
