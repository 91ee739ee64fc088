// Runs tests/web/*.test.ts and tests/journeys/*.test.ts, or those whose names contain one of the
// arguments.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bundle, root } from "./bundle.mjs";

const folders = ["web", "journeys"].map((name) => join(root, "../tests", name));
const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.some((part) => name.includes(part));
const programs = [];
for (const folder of folders) {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".test.ts") && isWanted(name))
      programs.push(await bundle(join(folder, name)));
  }
}
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...programs], {
  stdio: "inherit",
  env: { ...process.env, WHORL_WEB: root },
});
process.exit(run.status ?? 1);
