// A lecturer at the pages of whorl serve: drops submissions, waits, judges, prints; registers texts,
// verifies others, and takes them out again.
import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { startBrowser } from "../web/page";
import { sidewaysScroll, violations } from "../web/service-page";

const WEB = process.env["WHORL_WEB"] ?? ".";
const ROOT = join(WEB, "..");
const PROGRAM = process.env["WHORL"] ?? join(ROOT, "build/release/bin/whorl");
const lacking = existsSync(PROGRAM) ? false : `${PROGRAM} is not built`;
const TOKEN = "t".repeat(40);

let browser: Browser;
let folder: string;
let open: Service;
let closed: Service;

interface Service {
  process: ChildProcess;
  url: string;
}

async function start(name: string, ...flags: string[]): Promise<Service> {
  const registry = join(folder, name);
  execFileSync(PROGRAM, ["registry", "create", registry, "-q"]);
  const words = ["serve", registry, "--listen", "127.0.0.1:0", ...flags];
  const process = spawn(PROGRAM, words, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface(process.stdout!)) {
    return { process, url: line.slice(line.lastIndexOf(" ") + 1) };
  }
  throw new Error("whorl serve says nothing");
}

before(async () => {
  browser = await startBrowser();
  folder = mkdtempSync(join(tmpdir(), "whorl-service-"));
  if (lacking) return;
  const archive = join(folder, "homework.zip");
  execFileSync("zip", ["-qr", archive, "."], {
    cwd: join(ROOT, "examples/homework/2026"),
  });
  const tokens = join(folder, "tokens");
  writeFileSync(tokens, `ann search,submit cs101 ${TOKEN}\n`, { mode: 0o600 });
  open = await start("open");
  closed = await start("closed", "--tokens", tokens);
});

after(async () => {
  await browser.close();
  for (const service of [open, closed]) service?.process.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

// Fails where the page throws, logs an error or asks another host.
async function visit(
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  page.on("pageerror", (error) => assert.fail(error));
  const host = new URL(url).origin;
  page.on("request", (request) => {
    const asked = request.url();
    assert.ok(/^(data|blob):/.test(asked) || asked.startsWith(host), asked);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !/40[13]/.test(message.text()))
      assert.fail(message.text());
  });
  await page.goto(url);
  return page;
}

const HOMEWORK = join(ROOT, "examples/homework/2026");

// The folder, or an archive of it.
async function compare(page: Page, what: string): Promise<void> {
  await page.locator("summary", { hasText: "Options" }).click();
  await page
    .getByLabel("Layout of paths", { exact: true })
    .fill("{student}/{attempt}/**");
  const label = what === HOMEWORK ? "Submissions: a folder" : "Submissions";
  await page.getByLabel(label, { exact: true }).setInputFiles(what);
  await page
    .frameLocator("iframe")
    .getByText(/of \d+ pairs/)
    .waitFor();
}

function numbers(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, i) => 3 * (from + i)).join(" ");
}

function textFile(name: string, text: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

test(
  "a folder is dropped, compared, judged and printed",
  { skip: lacking },
  async () => {
    const page = await visit(open.url);
    await compare(page, HOMEWORK);
    await page.getByText("Verdicts are saved on the server.").waitFor();
    const report = page.frameLocator("iframe");
    await report.getByRole("link", { name: "Pairs", exact: true }).click();
    await report.locator(".virtual-row a").first().click();
    await report.getByLabel("copied").first().check({ force: true });
    await page.getByText("Saving the verdict…").waitFor();
    await page.getByText("Verdicts are saved on the server.").waitFor();

    // Later, the verdict is still there, and on the printed sheet.
    await page.reload();
    await report.getByText("pair with a verdict", { exact: true }).waitFor();
    const frame = page.frames().find((one) => one !== page.mainFrame());
    await frame!.evaluate(() => (location.hash = "#/sheet/1"));
    const sheet = await report.locator(".sheet").innerText();
    assert.match(sheet, /copied/i);

    page.on("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Erase" }).click();
    await page.getByText("None yet.").waitFor();
    await page.getByRole("button", { name: "Restore 2026" }).click();
    await page.getByRole("link", { name: "2026" }).click();
    await report.getByText("pair with a verdict", { exact: true }).waitFor();
    assert.equal(await page.title(), "2026 · whorl");
    await page.getByRole("button", { name: "Erase" }).click();
    await page.getByText("None yet.").waitFor();
    await page.context().close();
  },
);

test(
  "an archive is compared, and its report opens alone",
  { skip: lacking },
  async () => {
    const page = await visit(open.url);
    await compare(page, join(folder, "homework.zip"));
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Open alone" }).click();
    const report = await opened;
    await report.waitForSelector("main");
    await report.goto(report.url().split("#")[0] + "#/pairs");
    await report.waitForSelector(".virtual-row");
    await page.context().close();
  },
);

test(
  "texts are tested against each other, and read side by side",
  { skip: lacking },
  async () => {
    const page = await visit(`${open.url}/#/pairs`);
    await page
      .getByLabel("Texts", { exact: true })
      .setInputFiles([
        textFile("one.txt", numbers(0, 3000)),
        textFile("same.txt", numbers(0, 3000)),
        textFile("half.txt", numbers(1000, 4000)),
        textFile("other.txt", numbers(5000, 8000)),
      ]);
    await page.getByRole("button", { name: "one.txt ↔ same.txt" }).waitFor();
    await page.getByRole("button", { name: /half.txt ↔ one.txt/ }).click();
    await page.locator(".pane-b .passage").first().waitFor();
    assert.ok(!(await page.locator("table").innerText()).includes("other"));
    await page.context().close();
  },
);

test(
  "texts are registered, verified, looked up, and taken out",
  { skip: lacking },
  async () => {
    const page = await visit(`${open.url}/#/register`);
    await page.getByLabel("Owner").fill("physics");
    await page
      .getByLabel("Texts to register", { exact: true })
      .setInputFiles([
        textFile("thesis.txt", numbers(0, 400)),
        textFile("essay.txt", numbers(2000, 2400)),
      ]);
    await page.getByText("2 documents registered").waitFor();

    await page.goto(`${open.url}/#/verify`);
    await page.getByLabel("Text", { exact: true }).fill(numbers(0, 400));
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("100 % of this text is in it").waitFor();
    await page
      .getByLabel("Texts to verify", { exact: true })
      .setInputFiles([
        textFile("new.txt", numbers(7000, 7400)),
        textFile("old.txt", numbers(2000, 2400)),
      ]);
    await page.getByText("1 of 2 texts known").waitFor();

    await page.goto(`${open.url}/#/documents`);
    await page.getByLabel("Owner").fill("physics");
    await page.getByRole("button", { name: "Look up" }).click();
    const remove = page.getByRole("button", { name: "Remove thesis.txt" });
    page.on("dialog", (dialog) => void dialog.accept());
    await remove.click();
    await remove.waitFor({ state: "detached" });
    await page.goto(`${open.url}/#/verify`);
    await page.getByLabel("Text", { exact: true }).fill(numbers(0, 400));
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("No part of it is registered.").waitFor();
    await page.context().close();
  },
);

test("a token is asked for, and tried", { skip: lacking }, async () => {
  const page = await visit(closed.url);
  await page.getByLabel("Token").fill("x".repeat(40));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("does not know this token").waitFor();
  await page.getByLabel("Token").fill(TOKEN);
  await page.getByRole("button", { name: "Continue" }).click();
  await compare(page, join(folder, "homework.zip"));
  // Who may not judge saves verdicts as a file.
  await page
    .locator(".review-state")
    .getByText(/judge|not saved/)
    .waitFor();
  await page.getByRole("link", { name: "Reports" }).click();
  await page.getByRole("button", { name: "Forget the token" }).click();
  await page.getByText("This server needs a token").waitFor();
  await page.context().close();
});

test(
  "the API is shown as the server describes it",
  { skip: lacking },
  async () => {
    const page = await visit(`${open.url}/#/api`);
    await page.getByText("/api/compare", { exact: true }).click();
    await page.getByText("max_share").waitFor();
    await page.context().close();
  },
);

test(
  "a page's cluster, what is like a text, and what became of it",
  { skip: lacking },
  async () => {
    const [first, copy] = ["http://a.example/", "http://b.example/"];
    const sweep = join(folder, "sweeps");
    for (const [date, url] of [
      ["2026-05-01", first],
      ["2026-05-02", copy],
    ] as const) {
      const lines = join(folder, `${date}.jsonl`);
      writeFileSync(lines, JSON.stringify({ url, text: numbers(0, 900) }));
      const words = ["sweep", "add", sweep, lines, "--date", date, "-q"];
      execFileSync(PROGRAM, words);
    }
    const pages = [first, copy].map((url, at) =>
      JSON.stringify({ url, text: numbers(10 * at, 900) }),
    );
    writeFileSync(join(folder, "pages.jsonl"), pages.join("\n"));
    const store = join(folder, "clusters");
    const words = ["cluster", join(folder, "pages.jsonl"), "-o", store];
    execFileSync(PROGRAM, [...words, "-q"]);

    const shown = await start(
      "shown",
      ...["--store", `pages=${store}`, "--store", `web=${sweep}`],
    );
    try {
      const page = await visit(`${shown.url}/#/collections/pages`);
      const asked = page.getByLabel("URL or id of a document");
      await asked.fill(first);
      await page.getByRole("button", { name: "Look up" }).click();
      await page.getByText(/Cluster \d+, 2 documents/).waitFor();
      await page.getByText("Text", { exact: true }).click();
      await page.getByRole("textbox").fill(numbers(0, 500));
      await page.getByRole("button", { name: "Look up" }).click();
      const similar = page.getByRole("list", { name: "Similar documents" });
      await similar.getByText(first).waitFor();

      await page.goto(`${shown.url}/#/collections/web`);
      await page.getByLabel("URL of a page").fill(first);
      await page.getByRole("button", { name: "Look up" }).click();
      await page.getByText("No longer exists").waitFor();
      const places = page.getByRole("list", { name: "Places" });
      await places.getByText(copy).waitFor();
      await page.context().close();
    } finally {
      shown.process.kill("SIGTERM");
    }
  },
);

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `a phone shows all of it, ${colorScheme}`,
    { skip: lacking },
    async () => {
      const page = await visit(open.url, {
        colorScheme,
        bypassCSP: true,
        viewport: { width: 390, height: 800 },
      });
      for (const view of [
        "compare",
        "pairs",
        "verify",
        "documents",
        "register",
      ]) {
        await page.goto(`${open.url}/#/${view}`);
        await page.waitForSelector("main h1");
        assert.deepEqual(await violations(page), [], view);
        assert.ok((await sidewaysScroll(page)) <= 0, `${view} is too wide`);
      }
      await page.context().close();
    },
  );
}
