// Writes a page with made-up data: node scripts/sample.mjs small|large|hostile|prose OUT.html
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bundle, root } from "./bundle.mjs";

const program = await bundle(join(root, "scripts/sample/main.ts"));
process.exit(
  spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: "inherit" }).status,
);
