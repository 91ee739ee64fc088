// Opens sample reports in a real browser and records what the page does.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import type { Collection } from "../../web/scripts/sample/collection";
import { pageOf } from "../../web/scripts/sample/page";

const RECIPES = [
  "code:java/k=12/winnow:w=8/seed=1",
  "words/k=5/winnow:w=4/seed=1",
];
const PROGRAMS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export function startBrowser(): Promise<Browser> {
  const named = process.env["WHORL_CHROMIUM"];
  const executablePath = [named, ...PROGRAMS].find(
    (path) => path && existsSync(path),
  );
  assert.ok(
    executablePath,
    "no Chromium: install Debian's package chromium or set WHORL_CHROMIUM",
  );
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
  ];
  return chromium.launch({ executablePath, args });
}

// A report on disk in the form that whorl writes; remove() deletes it.
export class ReportFile {
  private readonly folder = mkdtempSync(join(tmpdir(), "whorl-web-"));
  readonly path = join(this.folder, "report.html");

  constructor(collection: Collection) {
    const template = readFileSync(
      join(process.env["WHORL_WEB"] ?? ".", "dist/index.html"),
      "utf8",
    );
    writeFileSync(this.path, pageOf(template, collection.toSample(RECIPES)));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

// An open page, with its messages and requests.
export interface Watched {
  page: Page;
  complaints: string[];
  // Fails if the page logged an error or requested anything but its own file.
  close: () => Promise<void>;
}

export async function openReport(
  browser: Browser,
  file: Pick<ReportFile, "path">,
  hash = "",
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    ...options,
  });
  const page = await context.newPage();
  const own = `file://${file.path}`;
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url().split("#")[0] ?? "";
    if (url !== own && !url.startsWith("data:") && !url.startsWith("blob:"))
      complaints.push(url);
  });
  await page.goto(own + hash);
  await page.waitForSelector("main");
  const close = async (): Promise<void> => {
    await context.close();
    assert.deepEqual(complaints, []);
  };
  return { page, complaints, close };
}

// Runs in the page: elements that reach over the right edge of the window, outside of what scrolls sideways.
export function overTheEdge(): string[] {
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).overflowX !== "visible" ||
      scrolls(element.parentElement));
  return [...document.querySelectorAll("main *, .shell-header *")]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .filter((element) => !scrolls(element.parentElement))
    .map((element) => element.outerHTML.slice(0, 120));
}
