import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { hostile } from "../../web/scripts/sample/hostile";
import { openReport, overTheEdge, ReportFile, startBrowser } from "./page";

let browser: Browser;
let file: ReportFile;

before(async () => {
  browser = await startBrowser();
  file = new ReportFile(hostile());
});

after(async () => {
  await browser.close();
  file.remove();
});

const VIEWS = [
  "overview",
  "pairs",
  "pair/1",
  "pair/9",
  "sheet/2",
  "clusters",
  "submissions",
];

for (const view of [...VIEWS, "submission/1", "submission/4"]) {
  test(`names and texts are only text in ${view}`, async () => {
    const { page, close } = await openReport(browser, file, `#/${view}`);
    await page.waitForTimeout(400);
    assert.equal(await page.evaluate(() => "hacked" in window), false);
    assert.equal(await page.locator("main img, main script").count(), 0);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth > innerWidth,
    );
    assert.equal(wide, false, "the page is wider than the window");
    await close();
  });
}

test("long names stay within a phone", async () => {
  const { page, close } = await openReport(browser, file, "", {
    viewport: { width: 390, height: 844 },
  });
  for (const view of [...VIEWS, "submission/1", "submission/2", "sheet/1"]) {
    await page.evaluate((to) => (location.hash = `#/${to}`), view);
    await page.waitForTimeout(300);
    assert.deepEqual(await page.evaluate(overTheEdge), [], view);
  }
  await close();
});

test("marks of direction, line ends and blanks of no width are shown by their code", async () => {
  const { page, close } = await openReport(browser, file, "#/submissions");
  const text = await page.locator("main").innerText();
  assert.match(text, /two↵lines/);
  assert.match(text, /right-to-left U\+202Egnp\.exe/);
  assert.match(text, /<\/script><script>window\.hacked = 1<\/script>/);
  await close();
});

test("very long lines are cut into rows, and wrap", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/1");
  await page.waitForSelector(".pane-line");
  const longest = await page
    .locator(".line-text")
    .evaluateAll((all) =>
      Math.max(...all.map((e) => e.textContent?.length ?? 0)),
    );
  assert.ok(longest <= 2100);
  await page.keyboard.press("w");
  await page.locator(".pane-text.wrap").first().waitFor();
  await close();
});
