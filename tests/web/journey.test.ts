// What a lecturer does with the tables, step by step.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { homework } from "../../web/scripts/sample/homework";
import { large } from "../../web/scripts/sample/large";
import { openReport, ReportFile, startBrowser } from "./page";

let browser: Browser;
let file: ReportFile;
let many: ReportFile;

before(async () => {
  browser = await startBrowser();
  file = new ReportFile(homework());
  many = new ReportFile(large());
});

after(async () => {
  await browser.close();
  file.remove();
  many.remove();
});

const current = (page: Page): Promise<string | null> =>
  page
    .locator('.virtual-row[aria-selected="true"]')
    .getAttribute("aria-rowindex");

const scrollTop = (page: Page): Promise<number> =>
  page.locator(".virtual-rows").evaluate((rows) => rows.scrollTop);

test("nine times j, Enter and Escape come back to the row they left", async () => {
  const { page, close } = await openReport(browser, file, "#/pairs");
  for (let i = 0; i < 9; i++) await page.keyboard.press("j");
  const left = await current(page);
  assert.equal(left, "11"); // the head is row 1
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pane-text");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".pairs");
  assert.equal(await current(page), left);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pane-text");
  const second = page.url();
  await page.keyboard.press("]");
  await page.waitForFunction((url) => location.href !== url, second);
  await page.waitForSelector(".pane-text");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".pairs");
  assert.equal(await current(page), "12");
  await close();
});

test("sorting and filtering show the table from its top", async () => {
  const { page, close } = await openReport(browser, many, "#/pairs");
  const scroll = (): Promise<void> =>
    page.locator(".virtual-rows").evaluate((rows) => {
      rows.scrollTop = 9000;
    });
  for (const step of [
    () => page.locator(".sort-header", { hasText: "Longest" }).click(),
    () => page.getByRole("searchbox").fill("1"),
  ]) {
    await scroll();
    await page.waitForTimeout(50);
    await step();
    await page.waitForTimeout(100);
    assert.equal(await scrollTop(page), 0);
  }
  await close();
});

test("a bar of the histogram lists its own range and no more", async () => {
  const { page, close } = await openReport(
    browser,
    file,
    "#/pairs?min=0.1&max=0.2",
  );
  const listed = await page
    .locator(".virtual-rows > [role=table]")
    .getAttribute("aria-rowcount");
  await page.goto(`file://${file.path}#/overview`);
  let sum = 0;
  for (let bin = 10; bin < 20; bin++) {
    await page.locator(".histogram-target").nth(bin).hover({ force: true });
    const told = await page.locator(".histogram header .muted").innerText();
    sum += Number(/^\d+/.exec(told)?.[0]);
  }
  assert.ok(sum > 0);
  assert.equal(Number(listed) - 1, sum);
  await close();
});

test("the count of identical pairs opens the list of just those", async () => {
  const { page, close } = await openReport(browser, file);
  const link = page.locator(".figures a", { hasText: "identical" });
  const figure = await page
    .locator(".figures li", { hasText: "identical" })
    .locator("strong")
    .innerText();
  await link.click();
  await page.waitForSelector(".virtual-row");
  const rows = page.locator(".virtual-row");
  assert.equal(await rows.count(), Number(figure));
  assert.equal(await rows.locator(".identical").count(), Number(figure));
  await close();
});

test("names are whole where there is room for them", async () => {
  const { page, close } = await openReport(browser, many, "#/pairs");
  // Two names of unlike length in a wide column.
  await page
    .locator(".virtual-row .name")
    .first()
    .evaluate((name) => (name.textContent = "a name that is much longer"));
  const cut = await page
    .locator(".virtual-row .name")
    .evaluateAll(
      (names) =>
        names.filter((name) => name.scrollWidth > name.clientWidth).length,
    );
  assert.equal(cut, 0);
  await close();
});
