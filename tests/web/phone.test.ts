// A pair on a small screen: one text at a time, short headers, and panels over the texts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { homework } from "../../web/scripts/sample/homework";
import { openReport, ReportFile, startBrowser, type Watched } from "./page";

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

async function open(width: number, height: number): Promise<Watched> {
  const viewport = { width, height };
  const watched = await openReport(browser, file, "#/pair/2", { viewport });
  await watched.page.locator(".passage.selected").first().waitFor();
  return watched;
}

// The number of lines of a side that are completely visible.
function linesInSight(page: Page, side: "a" | "b"): Promise<number> {
  return page.locator(`.pane-${side} .pane-text`).evaluate((pane) => {
    const { top } = pane.getBoundingClientRect();
    const lines = [...pane.querySelectorAll(".pane-line")];
    const boxes = lines.map((line) => line.getBoundingClientRect());
    return boxes.filter(
      (box) => box.top >= top - 1 && box.bottom <= innerHeight + 1,
    ).length;
  });
}

// The distance of a side's text from the left edge of the window, and of the passage from its top.
async function where(
  page: Page,
  side: "a" | "b",
): Promise<[left: number, top: number]> {
  const pane = await page.locator(`.pane-${side} .pane-text`).boundingBox();
  const mark = await page
    .locator(`.pane-${side} .passage.selected`)
    .first()
    .boundingBox();
  return [pane?.x ?? Number.NaN, mark?.y ?? Number.NaN];
}

async function assertAligned(page: Page): Promise<void> {
  await page.waitForTimeout(200);
  const [[, a], [, b]] = [await where(page, "a"), await where(page, "b")];
  assert.ok(Math.abs(a - b) <= 2, `${a} and ${b}`);
}

test("a phone shows one text in its full width, and a switch shows the other", async () => {
  const { page, close } = await open(390, 844);
  const pane = await page.locator(".pane-a .pane-text").boundingBox();
  assert.ok(pane!.width >= 380, `${pane!.width} px wide`);
  assert.ok(pane!.y < 200, `${pane!.y} px above the text`);
  await assertAligned(page);
  assert.equal((await where(page, "a"))[0], 0);
  const [a, b] = [/^A /, /^B /].map((name) =>
    page.getByRole("button", { name }),
  );
  await b!.click();
  await page.waitForTimeout(200);
  assert.equal((await where(page, "b"))[0], 0);
  assert.equal(await b!.getAttribute("aria-pressed"), "true");
  assert.equal(await a!.getAttribute("aria-pressed"), "false");
  await close();
});

test("on a phone the other text follows the passage, and a swipe is noticed", async () => {
  const { page, close } = await open(390, 844);
  await page.getByRole("button", { name: "Next passage" }).click();
  await assertAligned(page);
  await page
    .locator(".pane-a .pane-text")
    .evaluate((pane) => pane.scrollBy(0, 30));
  await assertAligned(page);
  await page
    .locator(".texts")
    .evaluate((texts) => texts.scrollTo(texts.clientWidth, 0));
  await page.waitForTimeout(200);
  const b = page.getByRole("button", { name: /^B / });
  assert.equal(await b.getAttribute("aria-pressed"), "true");
  await page
    .locator(".pane-b .pane-text")
    .evaluate((pane) => pane.scrollBy(0, 20));
  await assertAligned(page);
  await close();
});

test("on a phone the passages and the verdict open over the texts, by keys too", async () => {
  const { page, close } = await open(390, 844);
  const list = page.getByRole("button", { name: "Passages" });
  await list.focus();
  await page.keyboard.press("Enter");
  const third = page.locator(".passage-item").nth(2);
  await third.focus();
  await page.keyboard.press("Enter");
  assert.match(page.url(), /passage\/3$/);
  assert.equal(await page.locator(".passage-list").count(), 0);
  await assertAligned(page);
  await page.getByRole("button", { name: "Details" }).click();
  await page.getByText("Copied", { exact: true }).click();
  await page.getByRole("link", { name: "Evidence sheet" }).waitFor();
  await page.getByRole("button", { name: "Details" }).press("Enter");
  assert.equal(await page.locator(".pair-details").count(), 0);
  await page.locator(".pane-text").first().waitFor();
  await close();
});

for (const [width, height, what] of [
  [844, 390, "a phone on its side"],
  [720, 450, "a laptop at 200 %"],
] as const) {
  test(`${what} shows at least 10 lines of both texts`, async () => {
    const { page, close } = await open(width, height);
    for (const side of ["a", "b"] as const) {
      const lines = await linesInSight(page, side);
      assert.ok(lines >= 10, `${side}: ${lines} lines`);
    }
    await close();
  });
}
