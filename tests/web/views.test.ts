import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { Collection } from "../../web/scripts/sample/collection";
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

test("the overview says what ran, what was cut and what was skipped", async () => {
  const { page, close } = await openReport(browser, file);
  const text = await page.locator("main").innerText();
  assert.match(text, /88 pairs share a passage/);
  assert.match(text, /lists the best 27 of them/);
  assert.match(
    text,
    /The other 61 share a passage too; this run listed at most 500 pairs\./,
  );
  assert.match(text, /61 pairs that are not among the 27 best are not shown/);
  assert.match(text, /whorl 0\.1\.0, 2026-05-12/);
  assert.match(text, /weber\/upload\.rar/);
  assert.match(text, /the archive is encrypted/);
  assert.doesNotMatch(text, /--|winnow|symbol/);
  assert.match(
    text,
    /62\.0\s%\s+weber\/src\/Main\.java\s+cs101, 2025, abt\/src\/Main\.java/,
  );
  assert.match(text, /has 62\.0\s% of it: 12–30, 41/);
  assert.match(
    text,
    /shorter than 12 tokens are ignored\. .* at least 16 tokens in a row\. .* at least 19 tokens is found/,
  );
  await close();
});

test("a run without pairs says so in every view", async () => {
  const empty = new ReportFile(new Collection());
  const { page, close } = await openReport(browser, empty);
  const said = (): Promise<string> => page.locator("main").innerText();
  assert.match(await said(), /Nothing was compared\s+A comparison needs two/);
  for (const view of ["pairs", "clusters"]) {
    await page.goto(`file://${empty.path}#/${view}`);
    await page.getByText("No two submissions share a passage").waitFor();
  }
  await close();
  empty.remove();
});

test("the histogram switches between scales and leads to the table", async () => {
  const { page, close } = await openReport(browser, file);
  const height = (): Promise<string | null> =>
    page.locator(".histogram-bar").last().getAttribute("height");
  const logarithmic = await height();
  await page.getByRole("radio", { name: "Linear" }).check({ force: true });
  assert.notEqual(await height(), logarithmic);
  await page.locator(".histogram-target").nth(40).click();
  await page.waitForSelector(".pairs");
  assert.match(page.url(), /#\/pairs\?min=0.4&max=0.41$/);
  assert.ok((await page.locator(".virtual-row").count()) < 27);
  await page.goBack();
  await page.waitForSelector(".overview");
  await close();
});

test("the headline says how many pairs deserve a look, and how that is decided", async () => {
  const { page, close } = await openReport(browser, file);
  assert.match(
    await page.locator("h1").innerText(),
    /^About \d+ of \d+ pairs deserve a look$/,
  );
  await page.getByText("How is this decided?").click();
  await page.getByText("Otsu 1979").waitFor();
  await close();
});

test("pairs with a common source are marked, in the histogram and in the lists", async () => {
  const { page, close } = await openReport(browser, file);
  assert.ok((await page.locator(".histogram-common").count()) > 0);
  await page
    .locator(".histogram-note", { hasText: "other students have what" })
    .waitFor();
  await page.goto(`file://${file.path}#/pairs`);
  const mark = page.locator(".virtual-row .common-source").first();
  assert.match(
    (await mark.getAttribute("title"))!,
    /^\d+ other students have at least half/,
  );
  await close();
});

test("a pair opens at its rarest passage", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/1");
  const items = page.locator(".passage-item");
  await items.first().waitFor();
  const facts = await items.allInnerTexts();
  const occurs = facts.map((text) => Number(/in (\d+) of/.exec(text)![1]));
  const chosen = page.locator('.passage-item[aria-pressed="true"]');
  assert.match(
    await chosen.innerText(),
    new RegExp(`in ${Math.min(...occurs)} of`),
  );
  await close();
});

test("an ignored passage is in the saved verdicts and can count again", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/1");
  await page.getByRole("button", { name: "Ignore this passage" }).click();
  await page.getByText("It counts as given code").waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save verdicts" }).click();
  const saved = await (await saving).createReadStream();
  let text = "";
  for await (const part of saved) text += part;
  const { ignored } = JSON.parse(text);
  assert.equal(ignored.length, 1);
  assert.match(ignored[0].file, /^passage\.\w+$/);
  assert.ok(ignored[0].text.length > 20);
  await page.goto(`file://${file.path}#/overview`);
  await page.getByRole("heading", { name: "1 ignored passage" }).waitFor();
  await page.getByRole("button", { name: "Count it again" }).click();
  assert.equal(await page.locator(".ignored").count(), 0);
  await close();
});

test("the histogram is read and opened by keys alone", async () => {
  const { page, close } = await openReport(browser, file);
  const slider = page.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  assert.match(
    (await slider.getAttribute("aria-valuetext"))!,
    /1 pair from 99 to 100 %/,
  );
  await page.keyboard.press("ArrowLeft");
  assert.doesNotMatch(
    (await slider.getAttribute("aria-valuetext"))!,
    /^0 pairs/,
  );
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pairs");
  assert.match(page.url(), /#\/pairs\?min=0.99$/);
  assert.equal(await page.locator(".virtual-row").count(), 1);
  await close();
});

test("all options of the run are listed, those given first", async () => {
  const { page, close } = await openReport(browser, file);
  const settings = page.locator(".run");
  assert.doesNotMatch(await settings.innerText(), /winnow|--base/);
  await page.getByText("Technical settings").click();
  assert.match(await settings.innerText(), /code:java\/k=12\/winnow:w=8/);
  const rows = await page.locator(".run-options tr").allInnerTexts();
  assert.match(rows[0]!, /--base\s+template\/\s+given/);
  assert.match(rows[rows.length - 1]!, /default/);
  await page.getByRole("button", { name: "Anonymise" }).click();
  const text = await page.locator(".run").innerText();
  assert.doesNotMatch(text, /template|homework/);
  await close();
});

test("number keys, the navigation and the back button reach every view", async () => {
  const { page, close } = await openReport(browser, file);
  for (const [key, heading] of [
    ["2", "Pairs"],
    ["3", "Clusters"],
    ["4", "Submissions"],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Clusters" }).waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.waitForSelector(".overview");
  await close();
});

test("the help lists the keys and closes again", async () => {
  const { page, close } = await openReport(browser, file);
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Next, previous passage").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await close();
});

test("clusters follow the threshold and open with their pairs", async () => {
  const { page, close } = await openReport(browser, file, "#/clusters");
  const many = await page.locator(".cluster").count();
  assert.ok(many > 1);
  await page.getByRole("slider").fill("100");
  await page.waitForFunction(
    () => document.querySelectorAll(".cluster").length === 1,
  );
  await page.locator(".cluster-head").click();
  await page.locator(".cluster-pairs a").first().click();
  await page.waitForSelector(".pane-text");
  await close();
});

test("the graph of clusters is painted and follows the wheel", async () => {
  const { page, close } = await openReport(browser, file, "#/clusters");
  const picture = (): Promise<string> =>
    page
      .locator("canvas")
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const first = await picture();
  assert.ok(first.length > 3000);
  await page.locator("canvas").hover();
  await page.mouse.wheel(0, -300);
  await page.waitForTimeout(200);
  assert.notEqual(await picture(), first);
  await close();
});

test("a submission's page lists its partners, its files and what was skipped of it", async () => {
  const { page, close } = await openReport(browser, file, "#/submissions");
  await page.getByRole("searchbox").fill("weber");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "weber" }).waitFor();
  assert.match(
    await page.locator("main").innerText(),
    /upload\.rar\s+the archive is encrypted/,
  );
  await page.locator(".partner-row").first().click();
  await page.waitForSelector(".pane-text");
  await close();
});

test("an address that leads nowhere says so", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/9999");
  await page.getByRole("heading", { name: "No such page" }).waitFor();
  await close();
});

test("dark mode follows the system and the switch, and is kept", async () => {
  const { page, close } = await openReport(browser, file, "", {
    colorScheme: "dark",
  });
  const theme = (): Promise<string | null> =>
    page.locator("html").getAttribute("data-theme");
  assert.equal(await theme(), "dark");
  await page.getByRole("button", { name: "Colours: auto" }).click();
  assert.equal(await theme(), "light");
  await page.reload();
  await page.waitForSelector("main");
  assert.equal(await theme(), "light");
  await close();
});

test("pseudonyms replace the names everywhere and stay the same", async () => {
  const names =
    /abelson|baker|castillo|dąbrowska|fischer|novak|okafor|weber|zhang/;
  const { page, close } = await openReport(browser, file);
  await page.getByRole("button", { name: "Anonymise" }).click();
  const first = await page.locator(".top-pair").first().innerText();
  for (const view of [
    "overview",
    "pairs",
    "pair/1",
    "sheet/1",
    "clusters",
    "submissions",
  ]) {
    await page.goto(`file://${file.path}#/${view}`);
    await page.waitForTimeout(150);
    assert.doesNotMatch(await page.locator("body").innerText(), names, view);
    const titles = await page
      .locator("[title]")
      .evaluateAll((all) => all.map((e) => e.getAttribute("title")));
    assert.doesNotMatch(titles.join("\n"), names, view);
  }
  await page.reload();
  await page.goto(`file://${file.path}#/overview`);
  await page.waitForSelector(".top-pair");
  assert.equal(await page.locator(".top-pair").first().innerText(), first);
  await close();
});
