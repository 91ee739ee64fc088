// Requests to the server of this page. A failure is an Error whose message is a sentence for the
// reader.
import { signal } from "@preact/signals";

// Until the window is closed, because a token should not stay on the machine.
const KEPT = "whorl-token";
const UNREACHABLE = "The server cannot be reached. Is it running, and is there a network?";

export const token = signal(sessionStorage.getItem(KEPT) ?? "");
// The server answered that it does not know the caller.
export const refused = signal(false);

export function setToken(text: string): void {
  token.value = text.trim();
  refused.value = false;
  sessionStorage.setItem(KEPT, token.value);
}

export type Query = Record<string, string>;

export function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

function headers(): Record<string, string> {
  return token.value === "" ? {} : { Authorization: `Bearer ${token.value}` };
}

// "no archive: send one" as a sentence.
function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

// The message of a problem document, or that there was none.
function problemOf(status: number, body: string): Error {
  if (status === 401) refused.value = true;
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown };
    if (typeof detail === "string" && detail !== "") return new Error(sentence(detail));
  } catch {
    // No JSON: the answer is from a proxy, not from whorl.
  }
  return new Error(
    `The server answered with status ${status} and gave no reason. Try again later.`,
  );
}

export class Stopped extends Error {}

async function fetched(url: string, init: RequestInit = {}): Promise<Response> {
  const reply = await fetch(url, { ...init, headers: headers() }).catch(() => null);
  if (init.signal?.aborted) throw new Stopped();
  if (!reply) throw new Error(UNREACHABLE);
  if (!reply.ok) throw problemOf(reply.status, await reply.text());
  return reply;
}

export async function ask<T>(method: string, url: string, body?: BodyInit): Promise<T> {
  const reply = await fetched(url, { method, ...(body ? { body } : {}) });
  return (await reply.json()) as T;
}

// Of a file with one JSON value a line.
export async function askLines<T>(url: string): Promise<T[]> {
  const text = await (await fetched(url)).text();
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as T);
}

export interface Sending {
  sent: (share: number) => void; // 0 … 1
  signal?: AbortSignal;
}

// Like ask(), and reports the share that has been sent, which fetch() does not.
export function send<T>(url: string, body: Blob, { sent, signal }: Sending): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => sent(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new Error(UNREACHABLE));
    request.onabort = () => reject(new Stopped());
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as T);
      else reject(problemOf(request.status, request.responseText));
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

// The messages of a stream of events, one after the other. EventSource could not send a token.
export async function* events<T>(url: string, signal?: AbortSignal): AsyncGenerator<T> {
  const { body } = await fetched(url, signal ? { signal } : {});
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal?.aborted ? new Stopped() : error;
    });
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const data = part.split("\n").find((line) => line.startsWith("data: "));
      if (data) yield JSON.parse(data.slice(6)) as T;
    }
  }
}
