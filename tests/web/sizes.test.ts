// Every view at the widths of a phone, a tablet and a desk, checked by axe and by measuring.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
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

async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run()).violations.map(
      ({ id, nodes }) => `${id} ${nodes.length}: ${nodes[0]?.html}`,
    );
  });
}

async function addAxe(page: Page): Promise<void> {
  const root = process.env["WHORL_WEB"] ?? ".";
  const axe = createRequire(join(root, "package.json")).resolve(
    "axe-core/axe.min.js",
  );
  await page.addScriptTag({ path: axe });
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
    await addAxe(page);
    for (const view of VIEWS) {
      await page.evaluate((to) => (location.hash = `#/${to}`), view);
      await page.waitForTimeout(200);
      // Also opens what is collapsed.
      await page
        .locator("details")
        .evaluateAll((all) =>
          all.forEach((one) => one.setAttribute("open", "")),
        );
      assert.deepEqual(await violations(page), [], view);
    }
    await close();
  });
}

test("axe finds nothing in what opens over a pair on a phone", async () => {
  const viewport = { width: 390, height: 844 };
  const { page, close } = await openReport(browser, file, "#/pair/2", {
    viewport,
  });
  await addAxe(page);
  for (const panel of ["Details", "Passages"]) {
    await page.getByRole("button", { name: panel }).click();
    assert.deepEqual(await violations(page), [], panel);
  }
  await close();
});

for (const width of [390, 1366]) {
  test(`the tab key goes through all that a pair offers at ${width} px`, async () => {
    const viewport = { width, height: 800 };
    const { page, close } = await openReport(browser, file, "#/pair/2", {
      viewport,
    });
    await page.locator(".passage.selected").first().waitFor();
    if (width < 800)
      await page.getByRole("button", { name: "Details" }).click();
    const wanted = new Set(["Wrap lines", "Evidence sheet", "More values"]);
    await page.locator(".pair-head a, .pair-head button").first().focus();
    for (let presses = 0; presses < 40 && wanted.size > 0; presses++) {
      wanted.delete(
        await page.evaluate(() => document.activeElement?.textContent ?? ""),
      );
      await page.keyboard.press("Tab");
    }
    assert.deepEqual([...wanted], []);
    await close();
  });
}
