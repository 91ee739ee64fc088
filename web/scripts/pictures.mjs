// The pictures of README.md: node scripts/pictures.mjs REPORT.html FOLDER
import { join, resolve } from "node:path";
import { launch } from "./browser.mjs";

const [report, folder] = process.argv.slice(2);
if (!report || !folder) {
  console.error("usage: npm run pictures -- REPORT.html FOLDER");
  process.exit(2);
}

async function picture(browser, name, view, height, prepare = async () => {}) {
  const context = await browser.newContext({
    viewport: { width: 1366, height },
    colorScheme: "light",
  });
  const page = await context.newPage();
  await page.goto(`file://${resolve(report)}#/${view}`);
  await page.waitForSelector("main");
  await prepare(page);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

const browser = await launch();
await picture(browser, "pair", "pair/1", 820);
await picture(browser, "clusters", "clusters", 620, (page) =>
  page.getByRole("slider").first().fill("20"),
);
await browser.close();
