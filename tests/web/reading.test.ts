// Reading a pair: colours of words, panes that scroll together, the order of files, and hidden
// names.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { homework } from "../../web/scripts/sample/homework";
import { highlighterName } from "../../web/src/highlight/languages";
import { coloredParts, tokensOfMarkup } from "../../web/src/highlight/tokens";
import { LineText } from "../../web/src/text/line-text";
import { matchedShare } from "../../web/src/text/matched-share";
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

test("tokens of the highlighter's markup stand where their bytes are", () => {
  const markup =
    'ä<span class="hljs-keyword">int</span> &lt; ' +
    '<span class="hljs-string">&quot;é<span class="hljs-subst">x</span>&quot;</span>';
  assert.deepEqual(tokensOfMarkup(markup), [
    { begin: 2, end: 5, kind: "keyword" },
    { begin: 8, end: 13, kind: "string" },
  ]);
});

test("a stretch is cut at the borders of its tokens and covered whole", () => {
  const tokens = [
    { begin: 2, end: 5, kind: "keyword" as const },
    { begin: 8, end: 13, kind: "string" as const },
  ];
  assert.deepEqual(coloredParts(tokens, 3, 10), [
    { begin: 3, end: 5, kind: "keyword" },
    { begin: 5, end: 8, kind: null },
    { begin: 8, end: 10, kind: "string" },
  ]);
  assert.deepEqual(coloredParts([], 0, 4), [{ begin: 0, end: 4, kind: null }]);
  assert.deepEqual(coloredParts(tokens, 4, 4), []);
});

test("front ends of source code have a highlighter's name", () => {
  assert.equal(highlighterName("code:java"), "java");
  assert.equal(highlighterName("code:shell"), "bash");
  assert.equal(highlighterName("code:java:strong"), "java");
  assert.equal(highlighterName("words"), null);
});

test("overlapping passages count once in a file's share", () => {
  const text = new LineText(new Uint8Array(100));
  const passages = [
    { passage: 1, begin: 30, end: 60 },
    { passage: 0, begin: 10, end: 40 },
  ];
  const rest = { path: "", label: "", frontEnd: "code:c", base: [] };
  assert.equal(matchedShare({ ...rest, text, passages }), 0.5);
  assert.equal(matchedShare({ ...rest, text: null, passages }), 0);
});

test("words of programs are coloured inside passages too, until switched off", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/1");
  const words = page.locator(".passage .token-keyword");
  await words.first().waitFor();
  assert.match(await words.first().innerText(), /^[a-z]+$/);
  // The text is the same with and without colours.
  const text = (): Promise<string> =>
    page.locator(".pane-a .pane-rows").innerText();
  const before = await text();
  await page.getByRole("button", { name: "Syntax" }).click();
  await words.first().waitFor({ state: "detached" });
  assert.equal(await text(), before);
  await close();
});

const tops = (page: Page): Promise<number[]> =>
  page
    .locator(".pane-text")
    .evaluateAll((panes) => panes.map((pane) => pane.scrollTop));

test("with “Scroll together”, scrolling one text moves the other as far", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2");
  await page.locator(".pane-a .passage").first().waitFor();
  const scroll = async (by: number): Promise<void> => {
    await page.locator(".pane-a .pane-text").evaluate((pane, px) => {
      pane.scrollTop += px;
    }, by);
    await page.waitForTimeout(150);
  };
  const [a0, b0] = await tops(page);
  await scroll(100);
  assert.deepEqual(await tops(page), [a0! + 100, b0]);
  await page.keyboard.press("i");
  await scroll(120);
  assert.deepEqual(await tops(page), [a0! + 220, b0! + 120]);
  await close();
});

test("files stand by how much of them is shared, or by name, and say how much", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2");
  const options = (): Promise<string[]> =>
    page.locator(".pane-a select option").allInnerTexts();
  const byMatch = await options();
  const shares = byMatch.map((text) => Number(/([\d.]+) %/.exec(text)?.[1]));
  assert.deepEqual(
    shares,
    [...shares].sort((x, y) => y - x),
  );
  assert.ok(shares[0]! > 0);
  await page.getByRole("button", { name: "Files by match" }).click();
  await page.getByRole("button", { name: "Files by name" }).waitFor();
  const names = (await options()).map((text) => text.split(" · ")[0]!);
  assert.deepEqual(
    [...names].sort(),
    byMatch.map((text) => text.split(" · ")[0]!).sort(),
  );
  assert.equal(names[0], "src/Main.java");
  await close();
});

test("base code is explained where it is shown", async () => {
  const { page, close } = await openReport(browser, file, "#/pair/2");
  await page.getByText("was given to all and is not counted").waitFor();
  await page.goto(`file://${file.path}#/pair/1`);
  await page.getByText("was given to all").waitFor({ state: "detached" });
  await close();
});

test("one name is hidden everywhere, the others stay", async () => {
  const { page, close } = await openReport(browser, file, "#/submissions");
  await page.getByRole("link", { name: "weber" }).click();
  await page.getByRole("button", { name: "Hide this name" }).click();
  for (const view of ["pairs", "clusters", "submissions", "overview"]) {
    await page.evaluate((to) => (location.hash = `#/${to}`), view);
    await page.waitForTimeout(150);
    const text = await page.locator("main").innerText();
    assert.doesNotMatch(text, /weber/, view);
    assert.match(text, /visser/, view);
  }
  await close();
});
