// How long a lecturer waits: an archive is chosen on the page of a service that runs, until its report
// is shown. Prints the medians of several times as JSON.
//   node scripts/drop-time.mjs http://127.0.0.1:8080 ARCHIVE [TIMES]
import { launch } from "./browser.mjs";

const [url, archive, times = "5"] = process.argv.slice(2);
if (!url || !archive) {
  console.error("usage: node scripts/drop-time.mjs URL ARCHIVE [TIMES]");
  process.exit(2);
}

const middle = (values) => Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)]);

// Milliseconds until the job exists, until it is done, and until its report is shown.
async function dropped(page) {
  const begin = performance.now();
  const since = () => performance.now() - begin;
  const sent = page.waitForResponse((reply) => reply.url().includes("/api/compare")).then(since);
  const asked = page.waitForRequest((request) => request.url().includes("report.html")).then(since);
  await page.getByLabel("Submissions", { exact: true }).setInputFiles(archive);
  await page.frameLocator("iframe").getByText("share a passage").first().waitFor();
  return { sent: await sent, done: await asked, shown: since() };
}

const browser = await launch();
const rounds = [];
for (let round = 0; round < Number(times); round++) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByLabel("Submissions", { exact: true }).waitFor({ state: "attached" });
  rounds.push(await dropped(page));
  await page.getByRole("button", { name: "Erase" }).click();
  await page.getByText("None yet.").waitFor();
  await page.close();
}
await browser.close();
const median = (name) => middle(rounds.map((round) => round[name]));
console.log(
  JSON.stringify({
    times: rounds.length,
    sent_ms: median("sent"),
    done_ms: median("done"),
    shown_ms: median("shown"),
    slowest_ms: Math.round(Math.max(...rounds.map(({ shown }) => shown))),
  }),
);
