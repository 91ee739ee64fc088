// Shared by the tests of the pages of `whorl serve`: a browser, and a folder of texts to upload.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startBrowser } from "./page";

export const DEEP = `${"deep".repeat(30)}/d.txt`;

class Texts {
  readonly folder = mkdtempSync(join(tmpdir(), "whorl-pages-"));

  constructor() {
    mkdirSync(join(this.folder, "texts", "deep".repeat(30)), {
      recursive: true,
    });
    const common = Array.from({ length: 80 }, (_, i) => `word${i * 7}`);
    this.write("a.txt", `${common.join(" ")}\nand the end of a\n`);
    this.write("b.txt", common.join(" "));
    this.write("c.txt", `Before it. ${common.join(" ")}`);
    this.write(DEEP, "Ünïcode");
  }

  async give(page: Page, label: string): Promise<void> {
    await page
      .getByLabel(`${label}: a folder`, { exact: true })
      .setInputFiles(join(this.folder, "texts"));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private write(name: string, text: string): void {
    writeFileSync(join(this.folder, "texts", name), text);
  }
}

export let browser: Browser;
export let texts: Texts;

before(async () => {
  browser = await startBrowser();
  texts = new Texts();
});

after(async () => {
  await browser.close();
  texts.remove();
});
