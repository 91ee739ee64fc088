// Builds dist/index.html, the page that whorl fills with a report. With --watch it is built anew
// whenever a source changes.
import { context } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle.mjs";
import { onePage } from "./one-page.mjs";

const watch = process.argv.includes("--watch");

const page = {
  name: "page",
  setup(build) {
    build.onEnd(({ errors, outputFiles }) => {
      if (errors.length > 0) return;
      const text = (ending) => outputFiles.find((file) => file.path.endsWith(ending)).text;
      const html = readFileSync(join(root, "index.html"), "utf8");
      mkdirSync(join(root, "dist"), { recursive: true });
      writeFileSync(join(root, "dist/index.html"), onePage(html, text(".js"), text(".css")));
    });
  },
};

const builder = await context({
  absWorkingDir: root,
  entryPoints: ["src/main.tsx"],
  outdir: "dist",
  write: false,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2021", "chrome105", "firefox113", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  // Fonts become data: URLs; nothing is ever fetched.
  loader: { ".woff2": "dataurl" },
  logLevel: watch ? "info" : "warning",
  plugins: [page],
});
if (watch) {
  await builder.watch();
} else {
  await builder.rebuild().catch(() => (process.exitCode = 1));
  await builder.dispose();
}
