import { signal } from "@preact/signals";
import type { Pair, Report, Submission } from "../report/report";
import { pseudonymsOf } from "./pseudonyms";
import { readStored, writeStored } from "./storage";

export const anonymous = signal(readStored("anonymous") === "yes");

export function setAnonymous(on: boolean): void {
  anonymous.value = on;
  writeStored("anonymous", on ? "yes" : "no");
}

// What submissions and files are called on the page: by name, or by pseudonym.
export class Names {
  private readonly pseudonyms: Map<string, string>;

  constructor(private readonly report: Report) {
    this.pseudonyms = pseudonymsOf(report.submissions.map(personOf));
  }

  submission(submission: Submission): string {
    return anonymous.value ? this.pseudonym(submission) : submission.name;
  }

  // Both names of a pair.
  pair({ ai, bi }: Pair): string {
    const [a, b] = [this.report.submissions[ai], this.report.submissions[bi]];
    return a && b ? `${this.submission(a)} ↔ ${this.submission(b)}` : "";
  }

  // A file's path without what the submission's own name already says.
  file(submission: Submission, path: string): string {
    const inner = innerPath(submission.name, path);
    if (inner !== null) return inner;
    if (!anonymous.value) return path;
    const position = submission.files.findIndex((f) => f.path === path) + 1;
    return `file ${position}${extensionOf(path)}`;
  }

  // A path that need not belong to a submission, such as one that was skipped.
  path(path: string): string {
    if (!anonymous.value) return path;
    const owner = this.report.submissions.find((s) => innerPath(s.name, path) !== null);
    if (!owner) return `a file${extensionOf(path)}`;
    return `${this.pseudonym(owner)}/${this.file(owner, path)}`;
  }

  private pseudonym(submission: Submission): string {
    const person = this.pseudonyms.get(personOf(submission)) ?? "";
    const named = submission.student && submission.student !== submission.name;
    if (!named) return person;
    return submission.attempt ? `${person}, ${submission.attempt}` : person;
  }
}

function personOf(submission: Submission): string {
  return submission.student ? submission.student : submission.name;
}

// Null when the path is not inside the submission.
export function innerPath(submission: string, path: string): string | null {
  return path.startsWith(`${submission}/`) ? path.slice(submission.length + 1) : null;
}

function extensionOf(path: string): string {
  return /\.[A-Za-z0-9]{1,8}$/.exec(path)?.[0] ?? "";
}
