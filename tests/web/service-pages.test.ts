// The pages of `whorl serve` that compare texts: what each shows for the answers of a server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { events, json, problem, visitService } from "./service-page";
import { ANSWER, COMPARED, ME, server } from "./service-sample";
import { DEEP, browser, texts } from "./service-texts";

test("a folder is sent as a tar that tar reads", async () => {
  let sent: Buffer | null = null;
  let query = "";
  const table = server({
    "POST /api/compare": (request) => {
      sent = request.postDataBuffer();
      query = new URL(request.url()).search;
      return problem(415, "this is no archive: send a zip");
    },
  });
  const { page, close } = await visitService(browser, table);
  await page.getByText("Handed-out code, past years").click();
  await page.getByLabel("Ignore what many share").fill(" 10 ");
  await texts.give(page, "Submissions");
  await page.getByText("This is no archive: send a zip.").waitFor();
  assert.equal(query, "?name=texts&max_share=10");
  writeFileSync(join(texts.folder, "sent.tar"), sent!);
  const listed = execFileSync("tar", ["-tf", join(texts.folder, "sent.tar")]);
  const names = listed.toString().trim().split("\n");
  assert.deepEqual(names, ["a.txt", "b.txt", "c.txt", DEEP]);
  const words = ["-xOf", join(texts.folder, "sent.tar"), DEEP];
  assert.equal(execFileSync("tar", words).toString(), "Ünïcode");
  await close();
});

test("base code and names go along, and are erased where nothing comes of it", async () => {
  const sent: string[] = [];
  let query = "";
  let refuse = true;
  const table = server({
    "POST /api/attachments": (request) => {
      const { searchParams } = new URL(request.url());
      const bytes = request.postDataBuffer()!;
      const tar = bytes.subarray(257, 262).toString() === "ustar";
      sent.push(`${searchParams.get("name")} ${tar ? "tar" : `${bytes}`}`);
      return json({ id: `a${sent.length}` }, 201);
    },
    "DELETE /api/attachments/{id}": (_request, id) => {
      sent.push(`erased ${id}`);
      return json({ removed: 1 });
    },
    "POST /api/compare": (request) => {
      query = new URL(request.url()).search;
      return refuse ? problem(503, "too many jobs wait") : json(COMPARED, 202);
    },
  });
  const { page, close } = await visitService(browser, table);
  await page.getByText("Handed-out code, past years").click();
  await page
    .locator("input[aria-label='Code that was handed out']")
    .setInputFiles(join(texts.folder, "texts/a.txt"));
  await page.locator("input[aria-label='Names of students']").setInputFiles({
    name: "info.csv",
    mimeType: "",
    buffer: Buffer.from("x"),
  });
  await page.getByText("· with a.txt, info.csv").waitFor();
  await texts.give(page, "Submissions");
  await page.getByText("Too many jobs wait.").waitFor();
  assert.equal(query, "?name=texts&base=a1&metadata=a2");
  assert.deepEqual(sent, ["null tar", "info.csv x", "erased a1", "erased a2"]);
  refuse = false;
  await page.getByRole("button", { name: "Remove Names of students" }).click();
  await texts.give(page, "Submissions");
  await page.locator("iframe").waitFor();
  assert.equal(query, "?name=texts&base=a5");
  assert.equal(sent.length, 5);
  await close();
});

test("what a token may not do is not shown", async () => {
  const table = server({
    "GET /api/me": () => json({ ...ME, roles: ["search"] }),
  });
  const { page, close } = await visitService(browser, table);
  await page.getByRole("heading", { name: "Is a text registered?" }).waitFor();
  const tabs = await page
    .getByRole("navigation")
    .getByRole("link")
    .allInnerTexts();
  assert.deepEqual(tabs, ["Verify", "Documents", "Collections", "API"]);
  await page.getByRole("link", { name: "Documents" }).click();
  await page.getByText("thesis.txt").waitFor();
  assert.equal(await page.getByRole("button", { name: /Remove/ }).count(), 0);
  assert.equal(await page.getByRole("link", { name: "Register" }).count(), 0);
  await close();
});

test("what is too large is not sent", async () => {
  const limits = { ...ME.limits, upload: 10 };
  const table = server({ "GET /api/me": () => json({ ...ME, limits }) });
  const { page, close } = await visitService(browser, table);
  await texts.give(page, "Submissions");
  await page.getByText("this server takes 1 MiB").waitFor();
  await close();
});

test("a dropped text is looked up as it is", async () => {
  const asked: string[] = [];
  const table = server({
    "POST /api/search": (request) => {
      asked.push(request.postData() ?? "");
      assert.equal(request.headers()["content-type"], "text/plain");
      return json(ANSWER);
    },
  });
  const { page, close } = await visitService(browser, table, "verify");
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    const type = "application/json";
    data.items.add(new File(["a dropped text"], "dropped.json", { type }));
    return data;
  });
  await page.dispatchEvent(".drop", "drop", { dataTransfer: transfer });
  await page.getByText("37.0 % of this text is in it").waitFor();
  assert.deepEqual(asked, ["a dropped text"]);
  await close();
});

test("a comparison opens its report, and its verdicts are kept", async () => {
  let kept = "";
  const table = server({
    "GET /api/jobs": () => json({ jobs: [] }),
    "PUT /api/jobs/{id}/review": (request) => {
      kept = request.postData() ?? "";
      return json({});
    },
  });
  const { page, close } = await visitService(browser, table);
  await texts.give(page, "Submissions");
  const report = page.frameLocator("iframe");
  await report.getByText("88 pairs share a passage").waitFor();
  await page.getByText("Verdicts are saved on the server.").waitFor();
  assert.equal(kept, "", "nothing is kept before a verdict is given");
  await report.getByRole("link", { name: "All 27 pairs" }).click();
  await report
    .getByRole("link", { name: /castillo/ })
    .first()
    .click();
  await report.getByLabel("unclear").first().check({ force: true });
  await page.getByText("Saving the verdict…").waitFor();
  await page.getByText("Verdicts are saved on the server.").waitFor();
  assert.match(kept, /"verdict": "unclear"/);
  await close();
});

test("a report is shown in the colours of the page around it", async () => {
  const { page, close } = await visitService(browser, server(), "compare");
  const colours = page.getByRole("button", { name: "Colours" });
  await colours.click();
  await colours.click();
  await page.getByRole("link", { name: "Homework 2" }).click();
  const report = page.frameLocator("iframe");
  await report.locator("html[data-theme=dark]").waitFor();
  await close();
});

test("who may not judge is told that verdicts stay here", async () => {
  const table = server({
    "GET /api/jobs/{id}/review": () =>
      problem(403, "this needs the role judge"),
  });
  const { page, close } = await visitService(browser, table, "report/c1");
  await page.getByText("This needs the role judge.").waitFor();
  await close();
});

test("identical texts lie together, and a pair is read side by side", async () => {
  const { page, close } = await visitService(browser, server(), "pairs");
  await texts.give(page, "Texts");
  await page.locator(".pair-graph").waitFor();
  const [a, b, c] = await page.locator(".node").evaluateAll((nodes) =>
    nodes.map((node) => ({
      x: Number(node.getAttribute("cx")),
      y: Number(node.getAttribute("cy")),
    })),
  );
  const far = (p: typeof a, q: typeof a) =>
    Math.hypot(p!.x - q!.x, p!.y - q!.y);
  assert.ok(far(a, b) < 2, "a and b are one text");
  assert.ok(Math.abs(far(a, c) - 70) < 3, "⌈-100 ln 0.5⌉ pixels");

  await page.getByRole("button", { name: "a.txt ↔ c.txt" }).click();
  await page.locator(".pane-b .passage").first().waitFor();
  await page.getByText("1 common run of 45 letters and more.").waitFor();
  const marked = await page.locator(".pane-b .passage").allInnerTexts();
  assert.ok(!marked.join("").includes("Before"));

  await page.getByLabel("Minimum similarity").fill("60");
  assert.equal(await page.locator(".node").count(), 2);
  await close();
});

test("a phone shows one text of a pair at a time", async () => {
  const viewport = { width: 390, height: 844 };
  const { page, close } = await visitService(browser, server(), "pairs", {
    viewport,
  });
  await texts.give(page, "Texts");
  await page.getByRole("button", { name: "a.txt ↔ c.txt" }).click();
  await page.locator(".pane-b .passage").first().waitFor();
  const inSight = (side: string): Promise<boolean> =>
    page.locator(`.pane-${side}`).evaluate((pane) => {
      const { left, right } = pane.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && right - left > 300;
    });
  assert.deepEqual([await inSight("a"), await inSight("b")], [true, false]);
  await page.getByRole("radio", { name: "B" }).check({ force: true });
  await page.waitForTimeout(200);
  assert.deepEqual([await inSight("a"), await inSight("b")], [false, true]);
  await close();
});

test("texts of a zip archive are read side by side, those of others not", async () => {
  const zip = join(texts.folder, "texts.zip");
  execFileSync("zip", ["-qr", zip, "."], { cwd: join(texts.folder, "texts") });
  const { page, close } = await visitService(browser, server(), "pairs");
  const input = page.getByLabel("Texts", { exact: true });
  await input.setInputFiles(zip);
  await page.getByRole("button", { name: "a.txt ↔ c.txt" }).click();
  await page.locator(".pane-b .passage").first().waitFor();
  const name = "texts.7z";
  await input.setInputFiles({ name, mimeType: "", buffer: Buffer.from("7z") });
  await page.getByRole("button", { name: "a.txt ↔ c.txt" }).click();
  await page.getByText("Drop the folder, or a zip archive of it.").waitFor();
  await close();
});

test("a document of the graph is dragged", async () => {
  const { page, close } = await visitService(browser, server(), "pairs");
  await texts.give(page, "Texts");
  const node = page.locator(".node").nth(2);
  const before = await node.boundingBox();
  await node.hover();
  await page.mouse.down();
  await page.mouse.move(before!.x + 80, before!.y + 40, { steps: 4 });
  await page.mouse.up();
  const moved = await node.boundingBox();
  assert.ok(moved!.x - before!.x > 60);
  await close();
});

test("what a server does not offer is not shown", async () => {
  const { "POST /api/pairs": _pairs, ...table } = server();
  const { page, close } = await visitService(browser, table, "pairs");
  await page.getByText("There is no such page").waitFor();
  const tabs = await page
    .getByRole("navigation")
    .getByRole("link")
    .allInnerTexts();
  assert.ok(tabs.includes("Verify") && !tabs.includes("Pairs"));
  await close();
});

test("keys lead from page to page", async () => {
  const { page, close } = await visitService(browser, server());
  await page.keyboard.press("3");
  await page.getByRole("heading", { name: "Is a text registered?" }).waitFor();
  await close();
});

test("a job that goes on is cancelled, and one that was cut off is asked for", async () => {
  const removed: string[] = [];
  let asked = 0;
  const running = { ...COMPARED, state: "running", phase: "aligning" };
  const table = server({
    "GET /api/jobs": () => json({ jobs: [running] }),
    "GET /api/jobs/{id}/events": () => events(running),
    "GET /api/jobs/{id}": () => json(asked++ < 1 ? running : COMPARED),
    "DELETE /api/jobs/{id}": (_request, id) => {
      removed.push(id);
      return json({ removed: 1 });
    },
  });
  const { page, close } = await visitService(browser, table);
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  await page.getByRole("link", { name: "Homework 2" }).waitFor();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Erase" }).click();
  await page.getByText("None yet.").waitFor();
  assert.deepEqual(removed, ["c1"]);
  await close();
});

test("an upload is stopped", async () => {
  const { page, close } = await visitService(browser, server(), "pairs");
  await page.route("**/api/pairs?*", () => new Promise(() => {}));
  await texts.give(page, "Texts");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".progress").waitFor({ state: "detached" });
  assert.equal(await page.locator(".failure").count(), 0);
  await close();
});
