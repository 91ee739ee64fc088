// Builds dist/index.html, the page that whorl fills with a report, and the page of whorl serve:
// dist/service.html with its script and style. With --watch it builds again whenever a source
// changes.
import { build, context } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle.mjs";
import { embedded, onePage } from "./one-page.mjs";

// Settings of both programs.
const common = {
  absWorkingDir: root,
  write: false,
  bundle: true,
  minify: true,
  target: ["es2021", "chrome105", "firefox113", "safari16.4"],
  legalComments: "none",
};

// The highlighter is packed next to the program of the page, which runs it when it first shows
// source code.
async function highlighter() {
  const { outputFiles } = await build({
    ...common,
    entryPoints: ["src/highlight/program.ts"],
    outdir: "dist",
    format: "iife",
  });
  return embedded("whorl-highlighter", outputFiles[0].contents);
}

const watch = process.argv.includes("--watch");

const page = {
  name: "page",
  setup(build) {
    build.onEnd(async ({ errors, outputFiles }) => {
      if (errors.length > 0) return;
      const text = (ending) => outputFiles.find((file) => file.path.endsWith(ending)).text;
      const html = readFileSync(join(root, "index.html"), "utf8");
      mkdirSync(join(root, "dist"), { recursive: true });
      writeFileSync(
        join(root, "dist/index.html"),
        onePage(html, text(".js"), text(".css"), await highlighter()),
      );
    });
  },
};

const preact = { format: "esm", jsx: "automatic", jsxImportSource: "preact" };

const reportBuilder = await context({
  ...common,
  ...preact,
  entryPoints: ["src/main.tsx"],
  outdir: "dist",
  // Fonts become data: URLs, so that the page loads nothing.
  loader: { ".woff2": "dataurl" },
  logLevel: watch ? "info" : "warning",
  plugins: [page],
});

mkdirSync(join(root, "dist"), { recursive: true });
copyFileSync(join(root, "service.html"), join(root, "dist/service.html"));
const serviceBuilder = await context({
  ...common,
  ...preact,
  write: true,
  entryPoints: { service: "src/service/main.tsx" },
  outdir: "dist",
  loader: { ".woff2": "dataurl" },
  logLevel: watch ? "info" : "warning",
});

for (const builder of [reportBuilder, serviceBuilder]) {
  if (watch) {
    await builder.watch();
  } else {
    await builder.rebuild().catch(() => (process.exitCode = 1));
    await builder.dispose();
  }
}
