// A lecturer at the page of whorl serve: drops an archive, reads its report, looks a text up,
// registers one and takes it out again.
import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { startBrowser } from "../web/page";

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
  page.on("request", (request) => assert.ok(request.url().startsWith(url)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("401"))
      assert.fail(message.text());
  });
  await page.goto(url);
  return page;
}

async function compare(page: Page): Promise<void> {
  await page.getByText("Options", { exact: true }).click();
  await page
    .getByLabel("Layout of paths", { exact: true })
    .fill("{student}/{attempt}/**");
  await page
    .getByLabel("Archive of submissions")
    .setInputFiles(join(folder, "homework.zip"));
  await page.getByRole("link", { name: /Report of/ }).waitFor();
}

test(
  "an archive is dropped, and its report read",
  { skip: lacking },
  async () => {
    const page = await visit(open.url);
    await compare(page);
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: /Report of/ }).click();
    const report = await opened;
    await report.waitForSelector("main");
    assert.match(await report.locator("main").innerText(), /of \d+ pairs/);
    await report.goto(report.url().split("#")[0] + "#/pairs");
    await report.waitForSelector(".virtual-row");
    await report.close();
    await page.getByRole("button", { name: "Erase" }).click();
    await page
      .getByRole("link", { name: /Report of/ })
      .waitFor({ state: "detached" });
    await page.context().close();
  },
);

test(
  "a text is registered, found, and taken out",
  { skip: lacking },
  async () => {
    const page = await visit(open.url);
    const numbers = Array.from({ length: 400 }, (_, i) => 3 * i).join(" ");
    const file = {
      name: "numbers.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(numbers),
    };
    await page.getByText("Register a text").click();
    await page.getByLabel("File of text").setInputFiles(file);
    await page.getByRole("button", { name: "Register" }).click();
    const remove = page.getByRole("button", { name: "Remove numbers.txt" });
    await remove.waitFor();
    const search = page.getByRole("button", { name: "Search" });
    await page.getByLabel("Text", { exact: true }).fill(numbers);
    await search.click();
    await page.getByText("100 % of this text is there").waitFor();
    await remove.click();
    await remove.waitFor({ state: "detached" });
    await search.click();
    await page.getByText("Nothing of it is known.").waitFor();
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
  await compare(page);
  await page.getByRole("button", { name: "Forget the token" }).click();
  await page.getByText("This server answers those who show a token").waitFor();
  await page.context().close();
});

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
      await compare(page);
      await page.getByText("Register a text").click();
      const wide = await page.evaluate(
        () =>
          document.documentElement.scrollWidth -
          document.documentElement.clientWidth,
      );
      assert.equal(wide, 0);
      const path = createRequire(join(WEB, "package.json")).resolve(
        "axe-core/axe.min.js",
      );
      await page.addScriptTag({ path });
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: {
            run: () => Promise<{ violations: { id: string; help: string }[] }>;
          };
        };
        return (await axe.run()).violations.map(
          ({ id, help }) => `${id}: ${help}`,
        );
      });
      assert.deepEqual(violations, []);
      await page.context().close();
    },
  );
}
