// The answers of a simulated server: a comparison, a pairwise test and a registry.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { homework } from "../../web/scripts/sample/homework";
import { pageOf } from "../../web/scripts/sample/page";
import { events, json, type Reply, type Table } from "./service-page";

const RECIPES = ["code:java/k=12/winnow:w=8/seed=1"];
const CREATED = "2026-03-02T10:00:00Z";

const files = (id: string, ...names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => [name, `/api/jobs/${id}/${name}?key=k`]),
  );

export const COMPARED = {
  id: "c1",
  kind: "compare",
  state: "done",
  created: CREATED,
  name: "Homework 2",
  files: files("c1", "report.html", "report.json", "pairs.csv"),
};

export const ME = {
  name: "ann",
  owner: "cs101",
  roles: ["search", "submit", "judge"],
  limits: { body: 1 << 24, upload: 1 << 29, keep_days: 30 },
};

export const FAILED = {
  id: "c0",
  kind: "compare",
  state: "failed",
  created: "2026-03-01T10:00:00Z",
  message: "The archive is damaged; pack it again.",
};

function begun(id: string, kind: string): Reply {
  return json({ id, kind, state: "waiting", created: CREATED }, 202);
}

function ended(id: string, kind: string, name: string): Reply {
  const running = { id, kind, state: "running", created: CREATED };
  return events(
    { ...running, phase: "reading", done: 1, total: 2 },
    { ...running, state: "done", files: files(id, name) },
  );
}

export const DOCUMENT = {
  id: "d1",
  owner: "physics",
  group: "2026",
  name: "thesis.txt",
  date: "2026-01-31",
  url: "https://example.org/thesis",
  contact: "office@example.org",
  bytes: 12000,
  fingerprints: 400,
  added: CREATED,
};

const UNTIL = "2026-03-03T10:00:00Z";

export const TRASH = {
  reports: [
    {
      ...{ id: "c9", kind: "compare", state: "done", created: CREATED },
      ...{ name: "Homework 1 of the whole department", until: UNTIL },
      erased: CREATED,
    },
  ],
  documents: [
    { ...DOCUMENT, id: "d9", name: "old.txt", removed: CREATED, until: UNTIL },
  ],
};

const share = (value: number) => ({
  value,
  low: Math.max(0, value - 0.1),
  high: Math.min(1, value + 0.1),
});

// Ranges of "some text" and the text after it.
const RANGES = [
  { lines: [1, 1], bytes: [0, 4] },
  { lines: [2, 3], bytes: [10, 20] },
];

export const ANSWER = {
  query: "",
  too_short: false,
  global: share(0.37),
  ranges: RANGES,
  hits: [
    {
      ...DOCUMENT,
      contained: share(0.37),
      contains: share(0.53),
      shared: 10,
      symmetric: 0.44,
      sizes_differ: false,
      ranges: RANGES,
    },
    {
      ...DOCUMENT,
      id: "d2",
      name: "a/very/long/path/of/a/document/that/goes/on/and/on.txt",
      url: "javascript:alert(1)",
      contained: share(0.1),
      contains: share(0.05),
      shared: 3,
      symmetric: 0.07,
      sizes_differ: true,
      ranges: [],
    },
  ],
};

const NOTHING = {
  query: "",
  too_short: false,
  global: share(0),
  ranges: [],
  hits: [],
};

// Documents a and b are the same text; c has half of it, and d a little of c.
export const PAIRS = {
  recipe: "se",
  documents: ["a.txt", "b.txt", "c.txt", "d.txt"].map((name) => ({
    name,
    fingerprints: 100,
    global: 0.5,
  })),
  sharing: 4,
  pairs: [
    ["a.txt", "b.txt", 1],
    ["a.txt", "c.txt", 0.5],
    ["b.txt", "c.txt", 0.5],
    ["c.txt", "d.txt", 0.2],
  ].map(([a, b, symmetric]) => ({
    a,
    b,
    a_in_b: symmetric,
    b_in_a: symmetric,
    symmetric,
    overlap_a: a === "c.txt" ? null : symmetric,
    overlap_b: a === "c.txt" ? null : symmetric,
  })),
  skipped: [{ path: "e.bin", reason: "a binary file, not text" }],
};

function report(): Reply {
  const template = readFileSync(
    join(process.env["WHORL_WEB"] ?? ".", "dist/index.html"),
    "utf8",
  );
  return {
    type: "text/html; charset=utf-8",
    body: pageOf(template, homework().toSample(RECIPES)),
  };
}

const lines = (...values: unknown[]): Reply => ({
  type: "application/x-ndjson",
  body: values.map((value) => `${JSON.stringify(value)}\n`).join(""),
});

const COLLECTIONS = [
  { name: "web", kind: "clusters", documents: 8000, clusters: 512 },
  { name: "crawls", kind: "sweeps", sweeps: ["2026-01", "2026-02", "2026-03"] },
];

function compared(url: string, resemblance: number, cluster: number | null) {
  return {
    id: url,
    url,
    date: "2026-01-31",
    bytes: 4000,
    kind: resemblance === 1 ? "identical" : "similar",
    resemblance,
    contained: resemblance,
    contains: resemblance,
    cluster,
    size: 2,
  };
}

const SEEN = { first_seen: "2026-01", last_seen: "2026-01" };

const MOVED = {
  url: "http://a.example/one",
  living: false,
  ...SEEN,
  content_of: "2026-01",
  places: [
    {
      url: "http://d.example/four",
      living: true,
      resemblance: 0.9,
      low: 0.85,
      high: 0.95,
      first_seen: "2026-02",
      last_seen: "2026-03",
    },
  ],
  cut: false,
};

const LIFE = {
  url: "http://a.example/one",
  living: false,
  sweeps: ["2026-01", "2026-02", "2026-03"],
  versions: [
    { ...SEEN, bytes: 4000, resemblance: 0, low: 0, high: 0 },
    {
      first_seen: "2026-02",
      last_seen: "2026-02",
      bytes: 4100,
      resemblance: 0.7,
      low: 0.6,
      high: 0.8,
    },
  ],
};

// A server that supports everything. `rows` replaces some of its answers.
export function server(rows: Table = {}): Table {
  const table: Table = {
    "GET /health": () => json({ status: "ok" }),
    "GET /api/me": () => json(ME),
    "POST /api/attachments": () =>
      json({ id: "a1", bytes: 3, expires: CREATED }, 201),
    "DELETE /api/attachments/{id}": () => json({ removed: 1 }),
    "POST /api/compare": () => begun("c1", "compare"),
    "POST /api/pairs": () => begun("p1", "pairs"),
    "GET /api/jobs": () => json({ jobs: [COMPARED, FAILED] }),
    "GET /api/jobs/{id}": () => json(COMPARED),
    "DELETE /api/jobs/{id}": () => json({ removed: 1 }),
    "GET /api/jobs/{id}/events": (_request, id) =>
      ({
        c1: () =>
          events(
            { ...COMPARED, state: "running", phase: "aligning" },
            COMPARED,
          ),
        p1: () => ended("p1", "pairs", "pairs.json"),
        s1: () => ended("s1", "search", "answers.jsonl"),
        r1: () => ended("r1", "register", "added.json"),
      })[id]!(),
    "GET /api/jobs/{id}/report.html": report,
    "GET /api/jobs/{id}/pairs.json": () => json(PAIRS),
    "GET /api/jobs/{id}/answers.jsonl": () =>
      lines(
        { ...NOTHING, query: "new.txt" },
        { ...ANSWER, query: "essay.txt" },
        { name: "e.bin", skipped: "a binary file, not text" },
      ),
    "GET /api/jobs/{id}/added.json": () =>
      json({
        added: 2,
        replaced: 1,
        unchanged: 0,
        too_short: 1,
        skipped: [{ path: "e.bin", reason: "a binary file, not text" }],
      }),
    "GET /api/jobs/{id}/review": () => json({ version: 1, verdicts: [] }),
    "PUT /api/jobs/{id}/review": (request) =>
      json(JSON.parse(request.postData() ?? "")),
    "POST /api/search": (request) =>
      isArchive(request.headers()["content-type"])
        ? begun("s1", "search")
        : json(ANSWER),
    "GET /api/documents": () =>
      json({ documents: [DOCUMENT], next: null, count: 1 }),
    "POST /api/documents/{id}/restore": () => json(DOCUMENT),
    "POST /api/jobs/{id}/restore": () => json(COMPARED),
    "GET /api/trash": () => json(TRASH),
    "DELETE /api/trash": () => json({ reports: 1, documents: 1 }),
    "POST /api/documents": (request) =>
      isArchive(request.headers()["content-type"])
        ? begun("r1", "register")
        : json({ added: 1, replaced: 0, unchanged: 0, too_short: 0 }, 201),
    "DELETE /api/documents/{id}": () => json({ removed: 1 }),
    "GET /api/collections": () => json({ collections: COLLECTIONS }),
    "GET /api/collections/{name}/clusters": () =>
      json({
        clusters: [
          {
            cluster: 7,
            survivor: "http://a.example/one",
            size: 2,
            members: [
              compared("http://a.example/one", 1, 7),
              compared("http://b.example/two", 0.8, 7),
            ],
          },
        ],
      }),
    "GET /api/collections/{name}/similar": () =>
      json({
        documents: [
          compared("http://b.example/two", 0.8, 7),
          compared("http://c.example/three", 0.3, null),
        ],
      }),
    "POST /api/collections/{name}/similar": () =>
      json({ documents: [compared("http://a.example/one", 1, 7)] }),
    "POST /api/collections/{name}/group": (request) =>
      json({
        groups: [
          {
            cluster: 7,
            names: (request.postData() ?? "").split("\n").map((name, at) => ({
              name,
              rank: at + 1,
              known: name.startsWith("http"),
            })),
          },
        ],
      }),
    "GET /api/collections/{name}/moved": () => json(MOVED),
    "GET /api/collections/{name}/life": () => json(LIFE),
  };
  return { ...table, ...rows };
}

function isArchive(type: string | undefined): boolean {
  return type?.startsWith("application/") ?? false;
}
