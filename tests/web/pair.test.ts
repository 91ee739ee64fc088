import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { homework } from "../../web/scripts/sample/homework";
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

// The distance of the selected passage from the top of the window, on one side.
async function topOfPicked(page: Page, side: "a" | "b"): Promise<number> {
  const mark = page.locator(`.pane-${side} .passage.selected`).first();
  await mark.waitFor();
  return (await mark.boundingBox())?.y ?? Number.NaN;
}

async function assertAligned(page: Page): Promise<void> {
  await page.waitForTimeout(100);
  const [a, b] = [await topOfPicked(page, "a"), await topOfPicked(page, "b")];
  assert.ok(Math.abs(a - b) <= 2, `${a} and ${b}`);
}

test("a pair opens at its longest passage, both sides at one height", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2");
  await assertAligned(page);
  await page.locator(".ribbon.selected").waitFor();
  assert.match(
    await page.locator(".passage-list li.selected").innerText(),
    /\d tokens/,
  );
  await close();
});

test("names that few have stand beside the passages and on the sheet", async () => {
  const collection = homework();
  collection.rareNames = [
    [],
    [
      { name: "minutesFrom", shared_by: 2 },
      { name: "</script>\u202e", shared_by: 2 },
      { name: "best", shared_by: 3 },
    ],
  ];
  const named = new ReportFile(collection);
  const told =
    /^Names that only these two have: minutesFrom, <\/script>.*; that few have: best$/;
  for (const [place, part] of [
    ["#/pair/2", ".passage-list .rare-names"],
    ["#/sheet/2", ".sheet .rare-names"],
  ] as const) {
    const { page, close } = await openReport(browser, named, place);
    const text = await page.locator(part).innerText();
    assert.match(text.replace(/\s+/g, " "), told);
    await close();
  }
  named.remove();
  const { page, close } = await openReport(browser, file, "#/pair/2");
  await page.locator(".passage-list").waitFor();
  assert.equal(await page.locator(".rare-names").count(), 0);
  await close();
});

test("a pair says where its rarest passage occurs and how often chance does it, on phones too", async () => {
  const facts = /^The rarest passage occurs in \d+ of \d+ submissions\. /;
  const chance =
    /(Fewer|More) than 1 in \d+ pairs of independent programs agree as closely\.$/;
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    const { page, close } = await openReport(browser, file, "#/pair/2");
    await page.setViewportSize({ width, height });
    const words = page.locator(".pair-chance");
    if (width < 800)
      await page.getByRole("button", { name: "Details" }).click();
    assert.match(await words.innerText(), facts);
    assert.match(await words.innerText(), chance);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    assert.ok(sideways <= 0, `${sideways} at ${width}`);
    await close();
  }
  const { page, close } = await openReport(browser, file, "#/sheet/2");
  assert.match(
    await page.locator(".sheet-finding > p").first().innerText(),
    chance,
  );
  assert.match(
    await page.locator(".sheet").innerText(),
    /Measured on pairs of programs/,
  );
  await close();
});

test("n and p step through the passages, and the address follows", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2/passage/1");
  await assertAligned(page);
  await page.keyboard.press("n");
  assert.match(page.url(), /#\/pair\/2\/passage\/2$/);
  await assertAligned(page);
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  assert.match(page.url(), /passage\/17$/);
  await assertAligned(page);
  await close();
});

test("wrapped lines keep both sides at one height", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2/passage/1");
  await assertAligned(page);
  await page.keyboard.press("w");
  await page.locator(".pane-text.wrap").first().waitFor();
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press("n");
    await page.waitForTimeout(200);
    await assertAligned(page);
  }
  await close();
});

test("a click on one side brings the other to the same height and leaves the clicked one", async () => {
  const { page, close } = await openReport(
    browser,
    file,
    "#/pair/2/passage/10",
  );
  await assertAligned(page);
  const other = page.locator(".pane-b .passage:not(.selected)").first();
  await other.scrollIntoViewIfNeeded();
  const pane = page.locator(".pane-b .pane-text");
  const before = await pane.evaluate((element) => element.scrollTop);
  await other.click();
  await assertAligned(page);
  assert.equal(await pane.evaluate((element) => element.scrollTop), before);
  await close();
});

test("kinds are hidden and shown again", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2");
  const items = page.locator(".passage-item");
  const all = await items.count();
  await page.getByRole("button", { name: /^Verbatim/ }).click();
  assert.ok((await items.count()) < all);
  assert.equal(await page.locator(".passage.verbatim").count(), 0);
  await page.getByRole("button", { name: /^Verbatim/ }).click();
  assert.equal(await items.count(), all);
  await close();
});

test("a renamed passage tells which names differ", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2");
  await page.locator(".passage-item:has(.renamed)").first().click();
  await page.getByText("What differs").waitFor();
  assert.match(await page.locator(".substitutions").innerText(), /→/);
  assert.ok((await page.locator(".pane-a .changed").count()) > 0);
  await close();
});

test("sides swap, lines wrap, the file chooser jumps", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2");
  const left = page.locator(".side-name").first();
  const name = await left.innerText();
  await page.keyboard.press("s");
  assert.notEqual(await left.innerText(), name);
  await page.keyboard.press("s");
  await page.keyboard.press("w");
  await page.locator(".pane-text.wrap").first().waitFor();
  await page.getByLabel("File of side A").selectOption({ index: 2 });
  await page.waitForTimeout(150);
  assert.equal(await page.getByLabel("File of side A").inputValue(), "2");
  await close();
});

test("] and [ go through the pairs in the order of the table", async () => {
  const { page, close } = await openReport(
    browser,
    file,
    "#/pairs?sort=longest",
  );
  await page.locator(".virtual-row a").first().click();
  await page.waitForSelector(".pane-text");
  const first = page.url().replace(/\/passage.*/, "");
  await page.keyboard.press("]");
  await page.waitForFunction((url) => !location.href.startsWith(url), first);
  await page.waitForSelector(".pane-text");
  await page.keyboard.press("[");
  await page.waitForFunction((url) => location.href.startsWith(url), first);
  await page.waitForSelector(".pane-text");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".virtual-row");
  await close();
});

test("verdict and note are kept, counted, saved and loaded", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2");
  await page.waitForSelector(".pane-text");
  await page.keyboard.press("u");
  await page.getByLabel("Note").fill('said "sorry" </script>');
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save verdicts" }).click();
  const path = await (await download).path();
  const { readFileSync, writeFileSync } = await import("node:fs");
  const saved = JSON.parse(readFileSync(path, "utf8"));
  assert.equal(saved.version, 1);
  assert.equal(saved.verdicts.length, 2);
  assert.equal(saved.verdicts[0].verdict, "unclear");
  assert.equal(saved.verdicts[0].note, 'said "sorry" </script>');
  await page.reload();
  await page.waitForSelector(".pane-text");
  assert.ok(await page.getByRole("radio", { name: "Unclear" }).isChecked());

  saved.verdicts[0].verdict = "allowed";
  writeFileSync(path, JSON.stringify(saved));
  await page.getByLabel("Verdict file").setInputFiles(path);
  await page.getByText("2 verdicts loaded").waitFor();
  assert.ok(await page.getByRole("radio", { name: "Allowed" }).isChecked());
  writeFileSync(path, "no JSON");
  await page.getByLabel("Verdict file").setInputFiles(path);
  await page.getByText("This file is not JSON.").waitFor();
  await page.keyboard.press("1");
  await page.locator(".figures").getByText("pairs with a verdict").waitFor();
  await close();
});

test("the evidence sheet holds every passage's text and prints", async () => {
  const { page, close } = await openReport(browser, file, "#/sheet/2");
  await page.waitForSelector(".sheet-passage");
  assert.equal(await page.locator(".sheet-passage").count(), 17);
  assert.match(
    await page.locator(".sheet").innerText(),
    /No other of the 26 submissions contains this passage/,
  );
  const pdf = await page.pdf({ format: "A4" });
  assert.ok(pdf.length > 20_000);
  await close();
});

test("printing the pair view prints the sheet in place of the panes", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2");
  await page.waitForSelector(".pane-text");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  assert.ok(
    await page.locator("#print-sheet .sheet-passage").first().isVisible(),
  );
  assert.ok(!(await page.locator(".pane-text").first().isVisible()));
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator("#print-sheet .sheet-passage").count(), 0);
  await close();
});
