// The view of clusters: what is under the pointer, which names are shown, and the map of scores.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { homework } from "../../web/scripts/sample/homework";
import { linkAt, nodeAt } from "../../web/src/graph/hit";
import { clustersOf } from "../../web/src/graph/clusters";
import { layOut, type Graph, type Node } from "../../web/src/graph/layout";
import { reportOf, type Pair } from "../../web/src/report/report";
import { laterWords, timeOf } from "../../web/src/report/times";
import type { ReportData } from "../../web/src/report/types";
import { fitted } from "../../web/src/views/clusters/use-frame";
import { placeLabels } from "../../web/src/views/clusters/place-labels";
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

function sampleData(): ReportData {
  const { report, paths, base } = homework().toSample([]);
  const view = { version: "0", measures: [], paths, texts: [], base };
  return { ...report, view: { ...view, passages_for: report.pairs.length } };
}

function twoNodes(): Graph {
  const [source, target] = [0, 100].map((x, submission): Node => ({
    submission,
    cluster: 0,
    x,
    y: 0,
  })) as [Node, Node];
  const links = [{ source, target, score: 1, pair: {} as Pair }];
  return {
    nodes: [source, target],
    links,
    circles: [],
    hiddenLinks: 0,
    width: 100,
    height: 1,
  };
}

test("a point lies on the nearest node, else on a link near it", () => {
  const graph = twoNodes();
  assert.equal(nodeAt(graph, { x: 96, y: 3 }, 1), graph.nodes[1]);
  assert.equal(nodeAt(graph, { x: 50, y: 0 }, 1), null);
  assert.equal(linkAt(graph, { x: 50, y: 4 }, 1), graph.links[0]);
  assert.equal(linkAt(graph, { x: 50, y: 6 }, 1), null);
  // At a larger scale, a pixel covers less of the graph.
  assert.equal(linkAt(graph, { x: 50, y: 4 }, 3), null);
});

test("names keep off nodes, and more of them find room closer up", () => {
  const node = { left: -5, right: 5, top: 10, bottom: 20 };
  const label = { x: 0, width: 40, tops: [8, -30] };
  assert.equal(placeLabels([label], 13, [node])[0]?.top, -30);
  const names = Array.from({ length: 40 }, (_, i) => ({
    x: 12 * i,
    tops: [0],
  }));
  const placed = (scale: number): number =>
    placeLabels(
      names.map((name) => ({ ...name, width: 60 / scale })),
      13 / scale,
    ).length;
  assert.ok(placed(4) > placed(1));
});

test("a map of a cluster's scores has a field for every two members, which opens the pair", async () => {
  const { page, close } = await openReport(browser, file, "#/clusters/1");
  const members = await page
    .locator(".cluster.open .cluster-members li")
    .count();
  assert.ok(members > 2);
  assert.equal(await page.locator(".heat-map rect").count(), members ** 2);
  // The name of each row is at its height.
  const middles = (what: string): Promise<number[]> =>
    page.locator(what).evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return Math.round(top + height / 2);
      }),
    );
  const rows = [...new Set(await middles(".heat-map rect"))];
  const beside = await middles(".heat-names li");
  assert.equal(beside.length, members);
  beside.forEach((y, i) => assert.ok(Math.abs(y - rows[i]!) <= 1, `${y}`));
  await page.locator(".heat-map a").first().click();
  await page.waitForSelector(".pane-text");
  await close();
});

test("a link of the graph opens its pair", async () => {
  const { page, close } = await openReport(browser, file, "#/clusters");
  const canvas = page.locator("canvas");
  const box = (await canvas.boundingBox())!;
  const threshold = Number.parseFloat(await page.locator("output").innerText());
  const report = reportOf(sampleData());
  const graph = layOut(
    clustersOf(report, threshold / 100),
    box.width / box.height,
  );
  const { x, y, scale } = fitted(graph, box);
  const { source, target, pair } = graph.links[0]!;
  const at = [
    box.x + x + (scale * (source.x + target.x)) / 2,
    box.y + y + (scale * (source.y + target.y)) / 2,
  ] as const;
  await page.mouse.move(...at);
  await page.locator('canvas[title*="%"]').waitFor();
  await page.mouse.click(...at);
  await page.waitForSelector(".pane-text");
  assert.match(page.url(), new RegExp(`#/pair/${pair.index + 1}(/|$)`));
  await close();
});

test("a group is left out of clusters and pairs, and comes back", async () => {
  const { page, close } = await openReport(browser, file, "#/clusters");
  const all = await page.locator(".cluster").count();
  await page.getByRole("button", { name: "Group A" }).click();
  await page.waitForFunction(
    (before) => document.querySelectorAll(".cluster").length < before,
    all,
  );
  await page.keyboard.press("2");
  await page.getByText(/^\d+ of 27$/).waitFor();
  await page.getByRole("button", { name: "without 1 group" }).click();
  await page.getByText("27", { exact: true }).first().waitFor();
  await close();
});

test("a row of the table leads to its cluster", async () => {
  const { page, close } = await openReport(browser, file, "#/pairs");
  await page.locator(".pair-cluster a").first().click();
  await page.waitForSelector(".cluster.open");
  assert.match(page.url(), /#\/clusters\/\d+$/);
  await close();
});

test("times are read as metadata spell them", () => {
  const time = (attempt: string): number | null => timeOf({ attempt });
  assert.equal(time("2026-03-01"), Date.UTC(2026, 2, 1));
  assert.equal(time("2026-03-01 10:00:00 +0200"), Date.UTC(2026, 2, 1, 8));
  assert.equal(time("2026-03-01T10:00Z"), Date.UTC(2026, 2, 1, 10));
  for (const none of ["", "1", "attempt 2026-03-01", "2026-13-01"])
    assert.equal(time(none), null);
  assert.equal(
    timeOf({ attempt: "2", handed_in: "2026-03-01T10:00:00Z" }),
    Date.UTC(2026, 2, 1, 10),
  );
  assert.equal(laterWords(3 * 86_400_000 + 5), "3 days later");
  assert.equal(laterWords(60_000), "1 minute later");
  assert.equal(laterWords(0), "at the same time");
});

test("a cluster says who was first, where times are known", async () => {
  const { page, close } = await openReport(browser, file, "#/clusters/1");
  const list = page.getByRole("list", { name: /time they were handed in/ });
  const times = await list.locator("li .muted").allInnerTexts();
  assert.match(times[0]!, /^2026-03-0\d/);
  assert.ok(times.length > 1);
  for (const later of times.slice(1)) assert.match(later, /later|same time/);
  await close();
});
