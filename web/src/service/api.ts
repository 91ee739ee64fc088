// Asking the server that this page came from, and what it answers.
import { computed, signal } from "@preact/signals";

// Until the window is closed: a token is nothing to leave behind.
const KEPT = "whorl-token";

export const token = signal(sessionStorage.getItem(KEPT) ?? "");
// The server answered that it does not know who asks.
export const refused = signal(false);
export const maySee = computed(() => !refused.value);

export function setToken(text: string): void {
  token.value = text.trim();
  refused.value = false;
  sessionStorage.setItem(KEPT, token.value);
}

export interface Job {
  id: string;
  state: "waiting" | "running" | "done" | "failed" | "lost" | "removed";
  created: string;
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

export interface Document {
  id: string;
  owner: string;
  group: string;
  name: string;
  date: string;
}

export interface Hit extends Document {
  contact: string;
  contained: Share;
  contains: Share;
  shared: number;
  ranges: { lines: [number, number] }[];
}

export interface Answer {
  too_short: boolean;
  global: Share;
  hits: Hit[];
}

type Query = Record<string, string>;

function headers(): Record<string, string> {
  return token.value === "" ? {} : { Authorization: `Bearer ${token.value}` };
}

// What a problem document says, or that there was none.
function problemOf(status: number, body: string): Error {
  if (status === 401) refused.value = true;
  try {
    return new Error((JSON.parse(body) as { detail: string }).detail);
  } catch {
    return new Error(`The server answered ${status}.`);
  }
}

export function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

export async function ask<T>(method: string, url: string, body?: BodyInit): Promise<T> {
  const reply = await fetch(url, { method, headers: headers(), ...(body ? { body } : {}) });
  const text = await reply.text();
  if (!reply.ok) throw problemOf(reply.status, text);
  return JSON.parse(text) as T;
}

// As ask(), and tells the share that has been sent: fetch() does not.
export function send<T>(url: string, body: Blob, sent: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => sent(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new Error("The server cannot be reached."));
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as T);
      else reject(problemOf(request.status, request.responseText));
    };
    request.send(body);
  });
}

// Each state of a job until it ends. EventSource could show no token.
export async function follow(id: string, take: (job: Job) => void): Promise<void> {
  const reply = await fetch(`/api/jobs/${id}/events`, { headers: headers() });
  if (!reply.ok || !reply.body) throw problemOf(reply.status, await reply.text());
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      if (data) take(JSON.parse(data.slice(6)) as Job);
    }
  }
}
