// Printing: complete tables, complete texts, and where they come from.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { homework } from "../../web/scripts/sample/homework";
import { prose } from "../../web/scripts/sample/prose";
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
  assert.match(text, /whorl 0\.1\.0 compared 26 submissions on 2026-05-12/);
  assert.match(text, /command whorl compare homework\/ --base template\//);
  assert.match(text, /2m \/ \(n_a \+ n_b\)/);
  assert.match(text, /Base code that was given to all is not counted/);
  const css = await page.locator("style").first().innerText();
  assert.match(css, /counter\(page\)[^}]+counter\(pages\)/);
  await page.goto(`file://${file.path}#/sheet/1`);
  await page.getByText("novak").first().waitFor();
  assert.doesNotMatch(await page.locator(".sheet").innerText(), /Base code/);
  await close();
});

// The words of each page of a PDF with their right edges, in points.
interface PaperPage {
  width: number;
  text: string;
  rightEdge: number;
}

function pagesOf(pdf: Buffer): PaperPage[] {
  const { stdout, error } = spawnSync("pdftotext", ["-bbox", "-", "-"], {
    input: pdf,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  assert.equal(error, undefined, "install Debian's package poppler-utils");
  return stdout
    .split("<page ")
    .slice(1)
    .map((page) => {
      const words = [
        ...page.matchAll(/xMax="([\d.]+)" yMax="[\d.]+">(.*?)<\/word>/g),
      ];
      return {
        width: Number(/width="([\d.]+)"/.exec(page)![1]),
        text: words.map(([, , word]) => word).join(" "),
        rightEdge: Math.max(...words.map(([, right]) => Number(right))),
      };
    });
}

const MARGIN = (14 / 25.4) * 72;

for (const format of ["A4", "Letter"]) {
  test(`page 1 on ${format} says what was found, of whom, and the verdict; no line is cut`, async () => {
    const { page, close } = await openReport(browser, file, "#/sheet/1");
    await page.locator(".sheet-passage").first().waitFor();
    const [first, ...rest] = pagesOf(await page.pdf({ format }));
    for (const part of [
      /novak okafor|novak .* okafor/,
      /handed in 2026-/,
      /A and B are identical, token by token\./,
      /Both submissions contain the same \d+ tokens in the same order, from line \d+ to \d+ of A \(\S+\) and from line \d+ to \d+ of B \(\S+\)\./,
      /No other of the 26 submissions contains this passage\./,
      /No other student has half of what A and B share\./,
      /verdict: ● copied Both admit it \(12 May\)\./,
      /the rarest passage of this pair .*lines 1–23/,
    ])
      assert.match(first!.text, part);
    assert.match(
      rest.map((p) => p.text).join(" "),
      /How this was found.*In the formulas/,
    );
    assert.doesNotMatch(first!.text, /In the formulas/);
    for (const { width, rightEdge } of [first!, ...rest])
      assert.ok(rightEdge <= width - MARGIN + 1, `${rightEdge} of ${width}`);
    assert.ok(rest.length <= 5, `${rest.length + 1} pages`);
    await close();
  });
}

test("the sheet of two texts counts words and leaves out what only programs have", async () => {
  const essays = new ReportFile(prose());
  const { page, close } = await openReport(browser, essays, "#/sheet/1");
  const text = await page.locator(".sheet").innerText();
  assert.match(
    text,
    /Both documents contain the same \d+ words in the same order/,
  );
  assert.doesNotMatch(
    text,
    /tokens in|Both programs|Names\t|Literals\t|pairs of independent/,
  );
  await page.goto(`file://${essays.path}#/pairs`);
  const columns = await page.locator(".column-list").textContent();
  assert.match(columns!, /Evidence/);
  assert.doesNotMatch(columns!, /Names|Literals/);
  await close();
  essays.remove();
});
