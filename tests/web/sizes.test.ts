// Every view at the widths of a phone, a tablet and a desk, checked by axe and by measuring.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { homework } from "../../web/scripts/sample/homework";
import { openReport, overTheEdge, ReportFile, startBrowser } from "./page";

const VIEWS = [
  "overview",
  "pairs",
  "pair/1",
  "sheet/1",
  "pair/2",
  "clusters",
  "clusters/1",
  "submissions",
  "submission/1",
  "nowhere",
];

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

for (const [width, height] of [
  [390, 800],
  [768, 800],
  [844, 390],
  [720, 450],
] as const) {
  test(`no view of ${width} × ${height} px is wider than the window`, async () => {
    const { page, close } = await openReport(browser, file, "", {
      viewport: { width, height },
    });
    for (const view of VIEWS) {
      await page.goto(`file://${file.path}#/${view}`);
      await page.waitForTimeout(150);
      const wider = await page.evaluate(() => {
        const boxes = [
          document.documentElement,
          ...document.querySelectorAll(
            ".virtual-rows, .pane, .pane-text, .sheet",
          ),
        ];
        return boxes.map((box) => box.scrollWidth - box.clientWidth);
      });
      const higher = await page
        .locator(".shell-header")
        .evaluate((header) => header.scrollHeight - header.clientHeight);
      assert.ok(higher <= 0, `${view}: the header lies over the view`);
      assert.ok(
        wider.every((px) => px <= 0),
        `${view}: ${wider.join(", ")}`,
      );
      assert.deepEqual(await page.evaluate(overTheEdge), [], view);
    }
    await close();
  });
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

const LOOKS = [
  { colorScheme: "light", width: 1366 },
  { colorScheme: "dark", width: 1366 },
  { colorScheme: "light", width: 390 },
] as const;

for (const { colorScheme, width } of LOOKS) {
  test(`axe finds nothing in any view, ${colorScheme}, ${width} px`, async () => {
    const { page, close } = await openReport(browser, file, "", {
      colorScheme,
      viewport: { width, height: 800 },
    });
    const root = process.env["WHORL_WEB"] ?? ".";
    const axe = createRequire(join(root, "package.json")).resolve(
      "axe-core/axe.min.js",
    );
    await page.addScriptTag({ path: axe });
    for (const view of VIEWS) {
      await page.evaluate((to) => (location.hash = `#/${to}`), view);
      await page.waitForTimeout(200);
      // Also opens what is collapsed.
      await page
        .locator("details")
        .evaluateAll((all) =>
          all.forEach((one) => one.setAttribute("open", "")),
        );
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run: () => Promise<{ violations: Violation[] }> };
        };
        return (await axe.run()).violations.map(
          ({ id, nodes }) => `${id} ${nodes.length}: ${nodes[0]?.html}`,
        );
      });
      assert.deepEqual(found, [], view);
    }
    await close();
  });
}
