// Runs tests/web/*.test.ts, or those whose names contain one of the arguments.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bundle, root } from "./bundle.mjs";

const folder = join(root, "../tests/web");
const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".test.ts"))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const programs = [];
for (const name of names) programs.push(await bundle(join(folder, name)));
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...programs], {
  stdio: "inherit",
  env: { ...process.env, WHORL_WEB: root },
});
process.exit(run.status ?? 1);
