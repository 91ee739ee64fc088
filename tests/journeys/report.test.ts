// A lecturer reads the report of the bundled homework, as the program writes it, and judges a pair.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openReport, startBrowser } from "../web/page";

const ROOT = join(process.env["WHORL_WEB"] ?? ".", "..");
const PROGRAM = process.env["WHORL"] ?? join(ROOT, "build/release/bin/whorl");
const HOMEWORK = join(ROOT, "examples/homework");
const lacking = existsSync(PROGRAM) ? false : `${PROGRAM} is not built`;

let browser: Browser;
let folder: string;

before(async () => {
  browser = await startBrowser();
  folder = mkdtempSync(join(tmpdir(), "whorl-journey-"));
  if (lacking) return;
  const words = ["compare", join(HOMEWORK, "2026"), "--archive"];
  words.push(join(HOMEWORK, "2025"), "--base", join(HOMEWORK, "given"));
  words.push("--layout", "{student}/{attempt}/**", "-o", folder, "--quiet");
  execFileSync(PROGRAM, words);
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

interface Report {
  pairs: { a: string; b: string }[];
}

function reportOf(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
}

// The copies that examples/homework/README.md lists.
const PLANTED = [
  "ada bruno",
  "ada femi",
  "clara dario",
  "elif femi",
  "gita hugo",
  "jonas karla",
];

test("the planted copies come first", { skip: lacking }, async () => {
  const student = (name: string): string => name.split("/")[0]!;
  const best = reportOf(folder).pairs.slice(0, PLANTED.length);
  const names = best.map(({ a, b }) => `${student(a)} ${student(b)}`);
  assert.deepEqual(names.sort(), PLANTED);
  const { page, close } = await openReport(browser, {
    path: join(folder, "report.html"),
  });
  assert.match(
    await page.locator("h1").innerText(),
    /^About 4 of 76 pairs deserve a look$/,
  );
  await close();
});

test("from the overview to a verdict", { skip: lacking }, async () => {
  const path = join(folder, "report.html");
  const { page, close } = await openReport(browser, { path });
  const report = reportOf(folder);
  const overview = await page.locator("main").innerText();
  assert.ok(overview.includes(`${report.pairs.length} pairs share`), overview);
  assert.match(
    overview,
    /shorter than 7 tokens are ignored\. .* at least 16 tokens in a row/,
  );

  await page.goto(`file://${path}#/pairs`);
  await page.waitForSelector(".virtual-row");
  const best = report.pairs[0]!;
  assert.match(
    await page.locator(".virtual-row").first().innerText(),
    new RegExp(best.a.split("/")[0]!),
  );
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pane-a .passage");
  assert.ok((await page.locator(".pane-b .passage").count()) > 0);

  await page
    .getByLabel(/copied/i)
    .first()
    .check({ force: true });
  await page.goto(`file://${path}#/sheet/1`);
  const sheet = await page.locator(".sheet").innerText();
  assert.match(
    sheet,
    /whorl \d+\.\d+\.\d+ compared \d+ submissions on \d{4}-\d\d-\d\d/,
  );
  await close();
});

test("every view holds on a telephone", { skip: lacking }, async () => {
  const path = join(folder, "report.html");
  for (const view of ["", "pairs", "clusters", "submissions", "pair/1"]) {
    const { page, close } = await openReport(browser, { path }, `#/${view}`, {
      viewport: { width: 390, height: 844 },
    });
    const over = await page.evaluate(
      () =>
        document.documentElement.scrollWidth -
        document.documentElement.clientWidth,
    );
    assert.ok(over <= 0, `${view} is ${over} pixels too wide`);
    await close();
  }
});
