// Pictures of every view of a report, or of every page of a service that runs:
//   node scripts/shots.mjs REPORT.html FOLDER [WIDTH…]
//   node scripts/shots.mjs http://127.0.0.1:8080 FOLDER [WIDTH…]
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { launch } from "./browser.mjs";
import { root } from "./bundle.mjs";

const SETTLED_MS = 400;
const HOMEWORK = join(root, "../examples/homework/2026");

const view = (name, address) => ({ name, address, prepare: async () => {} });

const REPORT = [
  view("overview", "overview"),
  view("pairs", "pairs"),
  view("pair", "pair/1"),
  view("sheet", "sheet/1"),
  view("clusters", "clusters/1"),
  view("submissions", "submissions"),
  view("submission", "submission/1"),
];

// A page that is given a folder, and what it then shows.
const given = (name, label, shown) => ({
  name: `service-${name}`,
  address: name,
  prepare: async (page) => {
    await page.getByLabel(`${label}: a folder`).setInputFiles(HOMEWORK);
    await page.locator(shown).first().waitFor();
  },
});

const SERVICE = [
  view("service-compare", "compare"),
  given("pairs", "Texts", ".pair-graph"),
  given("verify", "Texts to verify", ".verified"),
  view("service-documents", "documents"),
  view("service-register", "register"),
  view("service-collections", "collections"),
  view("service-api", "api"),
];

const [what, folder, ...asked] = process.argv.slice(2);
if (!what || !folder) {
  console.error("usage: npm run shots -- REPORT.html|URL FOLDER [WIDTH…]");
  process.exit(2);
}
const isService = /^https?:/.test(what);
const begin = isService ? what : `file://${resolve(what)}`;
const widths = asked.length > 0 ? asked.map(Number) : [390, 768, 1440];
mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const width of widths) {
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    await page.goto(begin);
    await page.waitForSelector("main h1");
    for (const { name, address, prepare } of isService ? SERVICE : REPORT) {
      await page.evaluate((to) => (location.hash = `#/${to}`), address);
      await prepare(page);
      await page.waitForTimeout(SETTLED_MS);
      const path = join(folder, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: isService });
    }
    await context.close();
  }
}
await browser.close();
