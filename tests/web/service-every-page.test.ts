// Every page of `whorl serve`, when it opens and with results, at the widths of phones and desks.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import {
  problem,
  sidewaysScroll,
  violations,
  visitService,
} from "./service-page";
import { server } from "./service-sample";
import { browser, texts } from "./service-texts";

// Each page when it opens, and with results.
const STATES: Record<string, (page: Page) => Promise<void>> = {
  compare: async () => {},
  pairs: async (page) => {
    await texts.give(page, "Texts");
    await page.getByRole("button", { name: "a.txt ↔ c.txt" }).click();
    await page.locator(".pane-b .passage").first().waitFor();
  },
  verify: async (page) => {
    await texts.give(page, "Texts to verify");
    await page.locator(".verified").first().waitFor();
  },
  documents: async () => {},
  register: async (page) => {
    await texts.give(page, "Texts to register");
    await page.locator(".success").waitFor();
  },
  "collections/web?document=x": async (page) =>
    page.getByText("Cluster 7").waitFor(),
  "collections/crawls?url=x": async (page) =>
    page.getByText("No longer exists").waitFor(),
  api: async () => {},
  "report/c1": async (page) => page.getByText("Verdicts are saved").waitFor(),
  nowhere: async () => {},
};

async function walk(
  options: BrowserContextOptions,
  look: (page: Page, view: string) => Promise<void>,
): Promise<void> {
  const asked = { bypassCSP: true, ...options };
  const { page, close } = await visitService(browser, server(), "", asked);
  for (const [view, prepare] of Object.entries(STATES)) {
    await page.evaluate((to) => (location.hash = `#/${to}`), view);
    await page.waitForSelector("main h1");
    await prepare(page);
    await look(page, view);
  }
  await close();
}

for (const width of [390, 768]) {
  test(`no page of ${width} px is wider than the window`, () =>
    walk({ viewport: { width, height: 844 } }, async (page, view) => {
      assert.ok((await sidewaysScroll(page)) <= 0, `${view} is too wide`);
    }));
}

for (const [colorScheme, width] of [
  ["light", 390],
  ["dark", 1440],
] as const) {
  test(`axe finds nothing on any page, ${colorScheme}, ${width} px`, () =>
    walk(
      { colorScheme, viewport: { width, height: 844 } },
      async (page, view) => assert.deepEqual(await violations(page), [], view),
    ));
}

test("axe finds nothing where a token is asked for", async () => {
  const table = server({
    "GET /api/jobs": () => problem(401, "send a token"),
  });
  const { page, close } = await visitService(browser, table, "", {
    bypassCSP: true,
    viewport: { width: 390, height: 844 },
  });
  await page.getByLabel("Token").waitFor();
  assert.deepEqual(await violations(page), []);
  assert.ok((await sidewaysScroll(page)) <= 0);
  await close();
});
