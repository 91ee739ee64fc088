import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { large } from "../../web/scripts/sample/large";
import { openReport, ReportFile, startBrowser } from "./page";

let browser: Browser;
let file: ReportFile;

before(async () => {
  browser = await startBrowser();
  file = new ReportFile(large());
});

after(async () => {
  await browser.close();
  file.remove();
});

test("1,000 submissions and 100,000 pairs stay under 20 MB", () => {
  assert.ok(statSync(file.path).size < 20e6);
});

// The median time in milliseconds of a jump from one end of the table to the other.
function jump(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const scroller = document.querySelector(".virtual-rows") as HTMLElement;
    const times: number[] = [];
    for (let i = 1; i <= 40; i++) {
      const before = performance.now();
      scroller.scrollTop = i % 2 === 0 ? 0 : scroller.scrollHeight;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      times.push(performance.now() - before);
    }
    return times.sort((x, y) => x - y)[20] ?? 0;
  });
}

test("a jump through 100,000 rows costs as much as through 200", async () => {
  const { page, close } = await openReport(browser, file, "#/pairs");
  assert.ok((await page.locator(".virtual-row").count()) < 80);
  const all = await jump(page);
  await page.getByRole("searchbox").fill("student-0007");
  await page.waitForFunction(() => /of 100/.test(document.body.innerText));
  const few = await jump(page);
  assert.ok(all < 4 * few + 50, `${all} ms and ${few} ms`);
  await close();
});

test("100,000 rows are sorted and filtered", async () => {
  const { page, close } = await openReport(browser, file, "#/pairs");
  const row = page.locator(".virtual-row");
  await page.getByText("100 000", { exact: true }).last().waitFor();
  await page.getByRole("button", { name: "Evidence" }).click();
  await page.locator("[aria-sort=descending]").getByText("Evidence").waitFor();
  await page.getByText("Columns").click();
  await page.getByLabel("Evidence", { exact: true }).uncheck();
  assert.equal(await page.getByRole("button", { name: "Evidence" }).count(), 0);
  await page.getByLabel("Evidence", { exact: true }).check();
  await page.getByRole("button", { name: "Evidence" }).waitFor();
  await page.getByRole("searchbox").fill("student-0007");
  await page.waitForFunction(() => /of 100/.test(document.body.innerText));
  assert.ok((await row.count()) > 10);
  await page.getByLabel("Group").selectOption("Group C");
  await page.getByRole("slider").fill("10");
  await page.getByRole("button", { name: "Clear" }).click();
  await close();
});

test("j, k and Enter work far down the table", async () => {
  const { page, close } = await openReport(browser, file, "#/pairs");
  for (let i = 0; i < 40; i++) await page.keyboard.press("j");
  await page.keyboard.press("k");
  const picked = page.locator('.virtual-row[aria-selected="true"]');
  assert.equal(await picked.getAttribute("aria-rowindex"), "41");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pane-text");
  await close();
});

test("a pair beyond those shown in full has its scores and a sentence", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/99999");
  await page.getByText("and only the scores of this pair").waitFor();
  await close();
});

test("clusters of hundreds of submissions are laid out in time", async () => {
  const { page, close } = await openReport(browser, file, "#/clusters");
  const begin = Date.now();
  await page.getByRole("slider").fill("23");
  await page.waitForFunction(
    () => document.querySelector("output")?.textContent === "23.0 %",
  );
  assert.ok(Date.now() - begin < 8000);
  await page
    .getByText(/too many to draw|weaker links|clusters? of/)
    .first()
    .waitFor();
  await close();
});

// The median time in milliseconds until a changed field is drawn.
function changed(page: Page, field: string, values: string[]): Promise<number> {
  return page.evaluate(
    async ([selector, ...texts]) => {
      const input = document.querySelector(selector!) as HTMLInputElement;
      const times: number[] = [];
      for (const text of texts) {
        const before = performance.now();
        input.value = text;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        times.push(performance.now() - before);
      }
      return times.sort((x, y) => x - y)[texts.length >> 1] ?? 0;
    },
    [field, ...values],
  );
}

test("a filter of 100,000 rows takes less than 200 ms", async () => {
  const { page, close } = await openReport(browser, file, "#/pairs");
  const names = ["0", "00", "000", "0007", "student", "é", ""];
  assert.ok((await changed(page, "#pair-name", names)) < 200);
  const shares = ["10", "20", "50", "5", "0"];
  assert.ok((await changed(page, "input[type=range]", shares)) < 200);
  await close();
});
