// The pages of `whorl serve` in a real browser, with a simulated server: the test determines its
// options and answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type {
  Browser,
  BrowserContextOptions,
  Page,
  Request,
  Route,
} from "playwright-core";

const WEB = process.env["WHORL_WEB"] ?? ".";
export const HOST = "http://whorl.test";

// As apps/serve sends it.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' " +
  "data:; font-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";
const REPORT_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:; " +
  "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox " +
  "allow-scripts allow-downloads allow-modals";

export interface Reply {
  status?: number;
  type?: string;
  body: string;
}

export type Answer = (request: Request, id: string) => Reply;

export function json(value: unknown, status = 200): Reply {
  return { status, type: "application/json", body: JSON.stringify(value) };
}

export function problem(status: number, detail: string): Reply {
  return json({ type: "about:blank", title: "No", status, detail }, status);
}

export function events(...jobs: unknown[]): Reply {
  const body = jobs.map(
    (job) => `event: job\ndata: ${JSON.stringify(job)}\n\n`,
  );
  return { type: "text/event-stream", body: body.join("") };
}

// "POST /api/jobs/{id}/review": what is answered.
export type Table = Record<string, Answer>;

function describe(table: Table): Reply {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const row of ["GET /openapi.json", ...Object.keys(table)]) {
    const [method = "", path = ""] = row.split(" ");
    const query = path === "/api/compare" ? OPTIONS : [];
    (paths[path] ??= {})[method.toLowerCase()] = {
      summary: `What ${path} does`,
      description: "Needs the role submit.",
      ...(ROLES[row] ? { "x-roles": [ROLES[row]] } : {}),
      parameters: query.map((name) => ({
        name,
        in: "query",
        description: `What ${name} says.`,
        schema: { type: name === "anonymize" ? "boolean" : "string" },
      })),
      responses: {
        "200": { description: "Done", content: { "application/json": {} } },
      },
    };
  }
  const info = { title: "whorl", version: "0.1.0", description: "Texts." };
  return json({ openapi: "3.1.0", info, paths });
}

const OPTIONS = [
  ...["base", "archive", "metadata", "by", "layout", "max_share", "against"],
  ...["name", "sort", "anonymize", "review", "shiny"],
];

const ROLES: Record<string, string> = {
  "POST /api/compare": "submit",
  "POST /api/pairs": "submit",
  "POST /api/search": "search",
  "GET /api/documents": "search",
  "POST /api/documents": "submit",
  "DELETE /api/documents/{id}": "submit",
  "GET /api/trash": "submit",
  "DELETE /api/trash": "admin",
  "GET /api/jobs/{id}/review": "judge",
  "PUT /api/jobs/{id}/review": "judge",
};

function matched(row: string, method: string, path: string): string | null {
  const [asked, form = ""] = row.split(" ");
  const pattern = form.replace(/\{[^}]*\}/g, "([^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(path);
  return asked === method && found ? (found[1] ?? "") : null;
}

const FILES: Record<string, string> = {
  "/": "text/html; charset=utf-8",
  "/service.js": "text/javascript; charset=utf-8",
  "/service.css": "text/css; charset=utf-8",
};

function fileReply(path: string): Reply | null {
  const type = FILES[path];
  if (!type) return null;
  const name = path === "/" ? "/service.html" : path;
  return { type, body: readFileSync(join(WEB, "dist", name), "utf8") };
}

function replyTo(table: Table, request: Request): Reply {
  const path = new URL(request.url()).pathname;
  const file = fileReply(path);
  if (file) return file;
  if (path === "/openapi.json") return describe(table);
  for (const [row, answer] of Object.entries(table)) {
    const id = matched(row, request.method(), path);
    if (id !== null) return answer(request, decodeURIComponent(id));
  }
  return problem(404, `there is no ${request.method()} ${path}`);
}

export interface Visited {
  page: Page;
  // Fails where the page threw, logged an error or asked another host.
  close: () => Promise<void>;
}

export async function visitService(
  browser: Browser,
  table: Table,
  view = "",
  options: BrowserContextOptions = {},
): Promise<Visited> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 900 },
    ...options,
  });
  const complaints: string[] = [];
  await context.route("**", async (route: Route) => {
    const request = route.request();
    if (!request.url().startsWith(HOST)) {
      complaints.push(request.url());
      return route.abort();
    }
    const { status = 200, type = "text/plain", body } = replyTo(table, request);
    const policy = request.url().includes("report.html")
      ? REPORT_POLICY
      : POLICY;
    const headers = { "content-security-policy": policy, "content-type": type };
    return route.fulfill({ status, headers, body });
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const refused = message.text().includes("Failed to load resource");
    if (message.type() === "error" && !refused) complaints.push(message.text());
  });
  await page.goto(`${HOST}/#/${view}`);
  await page.waitForSelector("main h1, main iframe");
  const close = async (): Promise<void> => {
    await context.close();
    assert.deepEqual(complaints, []);
  };
  return { page, close };
}

export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [
      document.documentElement,
      ...document.querySelectorAll(".table-scroll, .pane-text"),
    ];
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth));
  });
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

// What axe finds, also in what is folded up. The policy of the pages lets no script of a test in,
// so that the context must be opened with bypassCSP.
export async function violations(page: Page): Promise<string[]> {
  const path = createRequire(join(WEB, "package.json")).resolve(
    "axe-core/axe.min.js",
  );
  await page
    .locator("details")
    .evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
  await page.addScriptTag({ path });
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          context: unknown,
          options: unknown,
        ) => Promise<{ violations: Violation[] }>;
      };
    };
    const found = await axe.run(document, { iframes: false });
    return found.violations.map(
      ({ id, nodes }) => `${id} ${nodes.length}: ${nodes[0]?.html}`,
    );
  });
}
