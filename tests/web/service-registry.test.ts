// The pages of `whorl serve` for registries and collections: what each shows for the answers.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { json, visitService } from "./service-page";
import { DOCUMENT, server } from "./service-sample";
import { browser, texts } from "./service-texts";

test("a folder is verified, the most known first", async () => {
  const { page, close } = await visitService(browser, server(), "verify");
  await texts.give(page, "Texts to verify");
  await page.getByText("1 of 3 texts known").waitFor();
  const names = await page.locator(".verified summary").allInnerTexts();
  assert.deepEqual(
    names.map((name) => name.split(" ")[0]),
    ["e.bin", "essay.txt", "new.txt"],
  );
  // An edge between a text and a registered document opens the text.
  assert.equal(await page.locator(".node").count(), 3);
  await page.locator(".edge").first().dispatchEvent("click");
  await page.locator(".verified[open]").getByText("thesis.txt").waitFor();
  await close();
});

test("what is known of a text is marked in it", async () => {
  const { page, close } = await visitService(browser, server(), "verify");
  const text = "some text\nof several lines\nand more";
  await page.getByLabel("Text", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Search" }).click();
  const marks = page.locator(".known-text .passage");
  await marks.first().waitFor();
  assert.deepEqual(await marks.allInnerTexts(), ["some", "of several"]);
  const from = page.getByLabel("Marked: parts that are also in");
  await from.selectOption({ index: 2 });
  await marks.first().waitFor({ state: "detached" });
  await close();
});

test("a text is registered under its codes", async () => {
  let query = "";
  const table = server({
    "POST /api/documents": (request) => {
      query = new URL(request.url()).search;
      return json({ added: 1, replaced: 0, unchanged: 0, too_short: 0 }, 201);
    },
  });
  const { page, close } = await visitService(browser, table, "register");
  for (const [name, value] of [
    ["Owner", "physics"],
    ["Group", "2026"],
    ["Date", "2026-01-31"],
    ["URL", "https://example.org/a"],
    ["Contact", "a@example.org"],
  ] as const) {
    await page.getByLabel(name, { exact: true }).fill(value);
  }
  await page
    .getByLabel("Texts to register", { exact: true })
    .setInputFiles(join(texts.folder, "texts/a.txt"));
  await page.getByText("1 document registered").waitFor();
  const given = Object.fromEntries(new URLSearchParams(query));
  assert.deepEqual(given, {
    owner: "physics",
    group: "2026",
    date: "2026-01-31",
    url: "https://example.org/a",
    contact: "a@example.org",
    name: "a.txt",
  });
  await close();
});

test("documents are looked up by their codes and taken out", async () => {
  const removed: string[] = [];
  let query = "";
  const table = server({
    "GET /api/documents": (request) => {
      query = new URL(request.url()).search;
      const documents = [DOCUMENT, { ...DOCUMENT, id: "d2", name: "two.txt" }];
      return json({
        documents: documents.filter(({ id }) => !removed.includes(id)),
        count: 2 - removed.length,
        next: null,
      });
    },
    "DELETE /api/documents/{id}": (_request, id) => {
      removed.push(id);
      return json({ removed: 1 });
    },
  });
  const { page, close } = await visitService(browser, table, "documents");
  await page.getByText("2 documents", { exact: true }).waitFor();
  let keep = true;
  page.on("dialog", (dialog) =>
    keep ? dialog.dismiss() : void dialog.accept(),
  );
  const remove = page.getByRole("button", { name: "Remove thesis.txt" });
  await remove.click();
  assert.deepEqual(removed, []);
  keep = false;
  await remove.click();
  await page.getByText("thesis.txt").waitFor({ state: "detached" });
  await page.getByText("1 document", { exact: true }).waitFor();
  removed.length = 0;
  await page.getByLabel("Title contains").fill("thesis");
  await page.getByLabel("Owner").fill("physics");
  await page.getByRole("button", { name: "Look up" }).click();
  await page.getByRole("button", { name: "Remove 2 documents…" }).click();
  await page.getByText("You may see no document").waitFor();
  assert.match(query, /title=thesis&owner=physics&count=true/);
  assert.deepEqual(removed, ["d1", "d2"]);
  await close();
});

test("a URL of data is followed only where it is one of the web", async () => {
  const { page, close } = await visitService(browser, server(), "verify");
  await page.getByLabel("Text", { exact: true }).fill("some text");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("javascript:alert(1)").waitFor();
  const links = await page
    .locator(".hits a")
    .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
  assert.deepEqual(links, ["https://example.org/thesis"]);
  await close();
});

test("a document's cluster, its alternatives, and its life", async () => {
  const { page, close } = await visitService(browser, server(), "collections");
  await page.getByLabel("URL or id of a document").fill("http://a.example/one");
  await page.getByRole("button", { name: "Look up" }).click();
  await page.getByText("Cluster 7, 2 documents").waitFor();
  const members = page.getByRole("list", { name: "Other members" });
  assert.deepEqual(await members.locator("li").count(), 1);
  const others = page.getByRole("list", { name: "Alternatives" });
  assert.deepEqual(await others.locator("li").count(), 1);
  await others.getByRole("link", { name: "Its life in crawls" }).click();
  await page.getByText("No longer exists").waitFor();
  await page.getByLabel("Found in 2 of 3 sweeps").waitFor();
  await page.getByRole("link", { name: "http://d.example/four" }).waitFor();
  await close();
});

test("a ranked list is grouped", async () => {
  const { page, close } = await visitService(browser, server(), "collections");
  await page.getByLabel("Ranked list").check({ force: true });
  await page
    .getByLabel("Ids or URLs in the order of rank")
    .fill("http://a.example/one\nnowhere");
  await page.getByRole("button", { name: "Look up" }).click();
  await page.getByText("not in this collection").waitFor();
  await close();
});
