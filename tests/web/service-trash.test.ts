// What is erased on the pages of `whorl serve` is asked about first, and can be restored.
import assert from "node:assert/strict";
import { test } from "node:test";
import { json, sidewaysScroll, visitService, type Table } from "./service-page";
import { COMPARED, DOCUMENT, ME, server, TRASH } from "./service-sample";
import { browser } from "./service-texts";

// A server that keeps one report, and moves it to the trash and back.
class Kept {
  erased = false;
  asked: string[] = [];

  table(rows: Table = {}): Table {
    return server({
      "GET /api/jobs": () => json({ jobs: this.erased ? [] : [COMPARED] }),
      "DELETE /api/jobs/{id}": (_request, id) => this.answer("erase", id, true),
      "POST /api/jobs/{id}/restore": (_request, id) =>
        this.answer("restore", id, false),
      "GET /api/trash": () => {
        const { until, erased } = TRASH.reports[0]!;
        const reports = this.erased ? [{ ...COMPARED, until, erased }] : [];
        return json({ reports, documents: [] });
      },
      ...rows,
    });
  }

  private answer(what: string, id: string, erased: boolean) {
    this.asked.push(`${what} ${id}`);
    this.erased = erased;
    return json(COMPARED);
  }
}

for (const width of [390, 1440]) {
  test(`a report is erased and restored at ${width} px`, async () => {
    const kept = new Kept();
    const viewport = { width, height: 900 };
    const { page, close } = await visitService(browser, kept.table(), "", {
      viewport,
    });
    const report = page.getByRole("link", { name: "Homework 2" });
    const erase = page.getByRole("button", { name: "Erase" });
    const questions: string[] = [];
    let keep = true;
    page.on("dialog", (dialog) => {
      questions.push(dialog.message());
      void (keep ? dialog.dismiss() : dialog.accept());
    });
    await erase.click();
    assert.match(questions[0]!, /Erase “Homework 2”\?.*trash for a day/);
    assert.deepEqual(kept.asked, []);
    keep = false;
    await erase.click();
    await page.getByText("None yet.").waitFor();
    assert.ok((await sidewaysScroll(page)) <= 0);
    assert.equal(
      await page.getByRole("button", { name: "Empty the trash…" }).count(),
      0,
    );
    await page.getByRole("button", { name: "Restore Homework 2" }).click();
    await report.waitFor();
    assert.deepEqual(kept.asked, ["erase c1", "restore c1"]);
    assert.equal(await page.getByRole("heading", { name: "Trash" }).count(), 0);
    await report.click();
    await page.getByText("Verdicts are saved").waitFor();
    assert.equal(await page.title(), "Homework 2 · whorl");
    await close();
  });
}

test("a document is restored, and an administrator empties the trash", async () => {
  const asked: string[] = [];
  let trash: unknown = TRASH;
  const table = server({
    "GET /api/me": () => json({ ...ME, roles: ["search", "submit", "admin"] }),
    "GET /api/trash": () => json(trash),
    "POST /api/documents/{id}/restore": (_request, id) => {
      asked.push(id);
      return json(DOCUMENT);
    },
    "DELETE /api/trash": () => {
      trash = { reports: [], documents: [] };
      return json({ reports: 1, documents: 1 });
    },
  });
  const { page, close } = await visitService(browser, table, "documents");
  page.on("dialog", (dialog) => {
    assert.match(dialog.message(), /1 report and 1 document for good/);
    void dialog.accept();
  });
  await page.getByRole("button", { name: "Restore old.txt" }).click();
  await page.getByRole("button", { name: "Empty the trash…" }).click();
  await page
    .getByRole("heading", { name: "Trash" })
    .waitFor({ state: "detached" });
  assert.deepEqual(asked, ["d9"]);
  await close();
});

test("a report has the name that is typed", async () => {
  let query = "";
  const table = server({
    "POST /api/compare": (request) => {
      query = new URL(request.url()).search;
      return json(COMPARED, 202);
    },
  });
  const { page, close } = await visitService(browser, table);
  await page.getByText("Handed-out code, past years").click();
  await page.getByLabel("Name of the report").fill("Midterm");
  await page
    .getByLabel("Submissions", { exact: true })
    .setInputFiles({ name: "hw.zip", mimeType: "", buffer: Buffer.from("PK") });
  await page.locator("iframe").waitFor();
  assert.equal(query, "?name=Midterm");
  await close();
});
