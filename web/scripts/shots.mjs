// Pictures of every view of a report: node scripts/shots.mjs REPORT.html FOLDER [WIDTH…]
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { launch } from "./browser.mjs";

const VIEWS = {
  overview: "overview",
  pairs: "pairs",
  pair: "pair/1",
  sheet: "sheet/1",
  clusters: "clusters",
  submissions: "submissions",
  submission: "submission/1",
};

const [report, folder, ...asked] = process.argv.slice(2);
if (!report || !folder) {
  console.error("usage: npm run shots -- REPORT.html FOLDER [WIDTH…]");
  process.exit(2);
}
const widths = asked.length > 0 ? asked.map(Number) : [390, 768, 1440];
mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const width of widths) {
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    await page.goto(`file://${resolve(report)}`);
    await page.waitForSelector("main");
    for (const [name, view] of Object.entries(VIEWS)) {
      await page.evaluate((to) => (location.hash = `#/${to}`), view);
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
    await context.close();
  }
}
await browser.close();
