// The server's endpoints and their answers: one function an endpoint.
import { computed, signal } from "@preact/signals";
import { address, ask, askLines, events, send, type Query, type Sending } from "./http";
import type { Description } from "./open-api";

export interface Job {
  id: string;
  kind?: "compare" | "pairs" | "search" | "register"; // missing: a comparison
  state: "waiting" | "running" | "done" | "failed" | "lost" | "removed";
  created: string;
  name?: string; // that its caller gave it
  phase?: string;
  done?: number;
  total?: number;
  message?: string;
  files?: Record<string, string>;
}

export interface Share {
  value: number;
  low: number;
  high: number;
}

export interface Codes {
  owner: string;
  group: string;
  name: string;
  date: string;
  url: string;
  contact: string;
}

export interface Document extends Codes {
  id: string;
  bytes: number;
  fingerprints: number;
  added: string;
}

export interface Hit extends Document {
  contained: Share;
  contains: Share;
  shared: number;
  symmetric: number;
  sizes_differ?: boolean;
  ranges: KnownRange[];
}

// Of the searched text.
export interface KnownRange {
  lines: [first: number, last: number];
  bytes: [begin: number, end: number];
}

export interface Answer {
  too_short: boolean;
  global: Share;
  ranges: KnownRange[]; // of any document
  hits: Hit[];
  hidden: number; // documents that share a single fingerprint, which may be chance
}

// Of an archive: one line a document, or the reason why it was left out or how it was read.
export type ArchiveAnswer =
  (Answer & { query: string }) | { name: string; skipped?: string; fallback?: string };

export interface Page {
  documents: Document[];
  next: number | null;
  count?: number; // on all pages
}

// What was erased, and until when it can be restored.
export interface Trash {
  reports: (Job & { erased: string; until: string })[];
  documents: (Document & { removed: string; until: string })[];
}

export interface Added {
  added: number;
  replaced: number;
  unchanged: number;
  too_short: number;
  skipped?: { path: string; reason: string }[];
}

export interface PairwisePair {
  a: string;
  b: string;
  a_in_b: number;
  b_in_a: number;
  symmetric: number; // twice that of SE, so that identical documents have 1
  overlap_a: number | null;
  overlap_b: number | null;
}

export interface Pairwise {
  recipe: string;
  documents: { name: string; fingerprints: number; global: number }[];
  sharing: number;
  pairs: PairwisePair[];
  skipped: { path: string; reason: string }[];
}

export interface Me {
  name: string;
  owner: string;
  roles: string[];
  limits: { body: number; upload: number; keep_days: number }; // bytes, bytes, days
}

export const description = signal<Description | null>(null);
export const me = signal<Me | null>(null);

// Loads the server's description and the caller.
export async function describe(): Promise<void> {
  description.value ??= await ask<Description>("GET", "/openapi.json");
  me.value = null;
  me.value = await ask<Me>("GET", "/api/me");
}

// True if this server has an endpoint that the reader may use; others are not shown.
export function offers(method: string, path: string): boolean {
  const operation = description.value?.paths[path]?.[method.toLowerCase()];
  const roles = operation?.["x-roles"];
  const has = (role: string): boolean => me.value?.roles.includes(role) ?? true;
  return operation !== undefined && (!roles || roles.some(has));
}

// Options of a comparison that need another endpoint too.
const BEYOND: Readonly<Record<string, [method: string, path: string]>> = {
  against: ["POST", "/api/search"],
  exclude_owner: ["POST", "/api/search"],
  review: ["GET", "/api/jobs/{id}/review"],
};

export const compareParameters = computed(() => {
  const all = description.value?.paths["/api/compare"]?.["post"]?.parameters ?? [];
  return all.filter(({ name }) => !BEYOND[name] || offers(...BEYOND[name]));
});

// Refuses at once what the server would refuse after the upload.
function fitting(archive: Blob): Blob {
  const most = me.value?.limits.upload ?? Infinity;
  if (archive.size <= most) return archive;
  const mib = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;
  throw new Error(`It has ${mib(archive.size)}; this server takes ${mib(most)}. Send it in parts.`);
}

function fileUrl({ files }: Job, name: string): string {
  const url = files?.[name];
  if (!url) throw new Error("The server has lost the result. Send it again.");
  return url;
}

const jobUrl = (id: string, part = ""): string => `/api/jobs/${encodeURIComponent(id)}${part}`;

export const jobs = async (): Promise<Job[]> =>
  (await ask<{ jobs: Job[] }>("GET", "/api/jobs")).jobs;
export const job = (id: string): Promise<Job> => ask("GET", jobUrl(id));
export const removeJob = (id: string): Promise<unknown> => ask("DELETE", jobUrl(id));
export const restoreJob = (id: string): Promise<Job> => ask("POST", jobUrl(id, "/restore"));
export const trash = (): Promise<Trash> => ask("GET", "/api/trash");
export const emptyTrash = (): Promise<unknown> => ask("DELETE", "/api/trash");
export const jobEvents = (id: string, signal?: AbortSignal): AsyncGenerator<Job> =>
  events(jobUrl(id, "/events"), signal);
export const compare = (archive: Blob, options: Query, sending: Sending): Promise<Job> =>
  send(address("/api/compare", options), fitting(archive), sending);

export const attach = async (file: Blob, name: string, sending: Sending): Promise<string> =>
  (await send<{ id: string }>(address("/api/attachments", { name }), fitting(file), sending)).id;
export const detach = (id: string): Promise<unknown> =>
  ask("DELETE", `/api/attachments/${encodeURIComponent(id)}`);

export const review = (id: string): Promise<unknown> => ask("GET", jobUrl(id, "/review"));
export const keepReview = (id: string, text: string): Promise<unknown> =>
  ask("PUT", jobUrl(id, "/review"), new Blob([text], { type: "application/json" }));

export const search = (text: Blob, query: Query): Promise<Answer> =>
  ask("POST", address("/api/search", query), text);
export const searchAll = (archive: Blob, query: Query, sending: Sending): Promise<Job> =>
  send(address("/api/search", query), fitting(archive), sending);
export const answers = (job: Job): Promise<ArchiveAnswer[]> =>
  askLines(fileUrl(job, "answers.jsonl"));

export const documents = (query: Query): Promise<Page> =>
  ask("GET", address("/api/documents", query));
export const register = (text: Blob, codes: Query): Promise<Added> =>
  ask("POST", address("/api/documents", codes), text);
export const registerAll = (archive: Blob, codes: Query, sending: Sending): Promise<Job> =>
  send(address("/api/documents", codes), fitting(archive), sending);
export const added = (job: Job): Promise<Added> => ask("GET", fileUrl(job, "added.json"));
export const removeDocument = (id: string): Promise<unknown> =>
  ask("DELETE", `/api/documents/${encodeURIComponent(id)}`);
export const restoreDocument = (id: string): Promise<unknown> =>
  ask("POST", `/api/documents/${encodeURIComponent(id)}/restore`);

export const testPairs = (archive: Blob, query: Query, sending: Sending): Promise<Job> =>
  send(address("/api/pairs", query), fitting(archive), sending);
export const pairs = (job: Job): Promise<Pairwise> => ask("GET", fileUrl(job, "pairs.json"));

export interface Collection {
  name: string;
  kind: "clusters" | "sweeps";
  documents?: number;
  clusters?: number;
  sweeps?: string[]; // dates
}

export interface Compared {
  id: string;
  url: string;
  date: string;
  bytes: number;
  kind: "identical" | "lexical" | "sketch" | "similar";
  resemblance: number;
  contained: number; // share of this document in the other
  contains: number;
  cluster: number | null;
  size: number; // of its cluster
}

export interface Cluster {
  cluster: number | null;
  survivor: string;
  size: number;
  members: Compared[]; // each compared with the kept document, which is one of them
}

export interface Group {
  cluster: number | null;
  names: { name: string; rank: number; known: boolean }[];
}

export interface Moved {
  url: string;
  living: boolean;
  first_seen: string;
  last_seen: string;
  content_of: string;
  places: {
    url: string;
    living: boolean;
    resemblance: number;
    low: number;
    high: number;
    first_seen: string;
    last_seen: string;
  }[];
  cut: boolean;
}

export interface Life {
  url: string;
  living: boolean;
  sweeps: string[];
  versions: {
    first_seen: string;
    last_seen: string;
    bytes: number;
    resemblance: number;
    low: number;
    high: number;
  }[];
}

const collectionUrl = (name: string, part: string): string =>
  `/api/collections/${encodeURIComponent(name)}/${part}`;

export const collections = async (): Promise<Collection[]> =>
  (await ask<{ collections: Collection[] }>("GET", "/api/collections")).collections;
export const clustersOf = async (name: string, document: string): Promise<Cluster[]> =>
  (
    await ask<{ clusters: Cluster[] }>(
      "GET",
      address(collectionUrl(name, "clusters"), { document }),
    )
  ).clusters;
export const similarTo = async (name: string, document: string): Promise<Compared[]> =>
  (
    await ask<{ documents: Compared[] }>(
      "GET",
      address(collectionUrl(name, "similar"), { document, limit: "20" }),
    )
  ).documents;
export const similar = async (name: string, text: Blob): Promise<Compared[]> =>
  (
    await ask<{ documents: Compared[] }>(
      "POST",
      address(collectionUrl(name, "similar"), { limit: "20" }),
      text,
    )
  ).documents;
export const group = async (name: string, list: string): Promise<Group[]> =>
  (await ask<{ groups: Group[] }>("POST", collectionUrl(name, "group"), new Blob([list]))).groups;
export const moved = (name: string, url: string): Promise<Moved> =>
  ask("GET", address(collectionUrl(name, "moved"), { url }));
export const life = (name: string, url: string): Promise<Life> =>
  ask("GET", address(collectionUrl(name, "life"), { url }));
