import { readFileSync, writeFileSync } from "node:fs";
import { hostile } from "./hostile";
import { homework } from "./homework";
import { large } from "./large";
import { pageOf } from "./page";
import { prose } from "./prose";

const SAMPLES = { small: homework, large, hostile, prose };
const RECIPES = ["code:java/k=12/winnow:w=8/seed=1", "words/k=5/winnow:w=4/seed=1"];

const [kind = "", out = ""] = process.argv.slice(2);
if (!(kind in SAMPLES) || out === "") {
  console.error("usage: node scripts/sample.mjs small|large|hostile|prose OUT.html");
  process.exit(1);
}
const sample = SAMPLES[kind as keyof typeof SAMPLES]().toSample(RECIPES);
writeFileSync(out, pageOf(readFileSync("dist/index.html", "utf8"), sample));
