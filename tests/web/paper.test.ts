// What is printed: whole tables, whole texts, where they come from.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { homework } from "../../web/scripts/sample/homework";
import { large } from "../../web/scripts/sample/large";
import { openReport, ReportFile, startBrowser } from "./page";

let browser: Browser;
let file: ReportFile;

before(async () => {
  browser = await startBrowser();
  file = new ReportFile(homework());
});

after(async () => {
  await browser.close();
  file.remove();
});

async function onPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForTimeout(100);
}

test("the table of pairs is printed whole, as the filter has it", async () => {
  const { page, close } = await openReport(browser, file, "#/pairs?min=0.2");
  await onPaper(page);
  const rows = page.locator(".printed tbody tr");
  assert.equal(await rows.count(), 20);
  assert.match(await page.locator(".printed p").innerText(), /20 of 27/);
  assert.ok(await rows.first().isVisible());
  assert.ok(!(await page.locator(".filter-bar").isVisible()));
  await close();
});

test("a table of 1,000 submissions is printed whole", async () => {
  const many = new ReportFile(large());
  const { page, close } = await openReport(browser, many, "#/submissions");
  await onPaper(page);
  assert.equal(await page.locator(".printed tbody tr").count(), 1000);
  await close();
  many.remove();
});

test("the evidence sheet says by what it was found, with formulas and pages", async () => {
  const { page, close } = await openReport(browser, file, "#/sheet/2");
  const text = await page.locator(".sheet").innerText();
  assert.match(text, /whorl 0\.1\.0 on 2026-05-12 among 26 submissions/);
  assert.match(text, /Command: whorl compare homework\/ --base template\//);
  assert.match(text, /2m \/ \(n_a \+ n_b\)/);
  assert.match(text, /Base code that was given to all is not counted/);
  const css = await page.locator("style").first().innerText();
  assert.match(css, /counter\(page\)[^}]+counter\(pages\)/);
  await page.goto(`file://${file.path}#/sheet/1`);
  await page.getByText("novak").first().waitFor();
  assert.doesNotMatch(await page.locator(".sheet").innerText(), /Base code/);
  await close();
});
