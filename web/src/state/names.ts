import { computed, signal } from "@preact/signals";
import type { Pair, Report, Submission } from "../report/report";
import { type SharedEnds, sharedEnds, withoutEnds } from "../text/shared-ends";
import { pseudonymsOf } from "./pseudonyms";
import { readStored, writeStored } from "./storage";

export const anonymous = signal(readStored("anonymous") === "yes");

export function setAnonymous(on: boolean): void {
  anonymous.value = on;
  writeStored("anonymous", on ? "yes" : "no");
}

// People who are hidden individually.
const hiddenPeople = signal<ReadonlySet<string>>(new Set());

// Changes whenever a displayed name changes.
export const namesVersion = computed(
  () => `${anonymous.value} ${[...hiddenPeople.value].join("\0")}`,
);

// Paths in a command may contain hidden names.
export const someHidden = computed(() => anonymous.value || hiddenPeople.value.size > 0);

export function isHidden(submission: Submission): boolean {
  return anonymous.value || hiddenPeople.value.has(personOf(submission));
}

export function toggleHidden(submission: Submission): void {
  const next = new Set(hiddenPeople.value);
  if (!next.delete(personOf(submission))) next.add(personOf(submission));
  hiddenPeople.value = next;
}

// The names of submissions and files on the page: real names or pseudonyms.
export class Names {
  private readonly pseudonyms: Map<string, string>;
  private readonly shared: SharedEnds;

  constructor(private readonly report: Report) {
    this.pseudonyms = pseudonymsOf(report.submissions.map(personOf));
    this.shared = sharedEnds(report.submissions.map(knownAs));
  }

  submission(submission: Submission): string {
    return isHidden(submission) ? this.pseudonym(submission) : knownAs(submission);
  }

  // Leaves out what all names share; for tables and graphs.
  short(submission: Submission): string {
    const name = this.submission(submission);
    return isHidden(submission) ? name : withoutEnds(name, this.shared);
  }

  // Adds the path where it was found, if the name comes from an export.
  whole(submission: Submission): string {
    const name = this.submission(submission);
    const { path } = submission;
    return path && !isHidden(submission) ? `${name}\n${path}` : name;
  }

  // Both names of a pair.
  pair({ ai, bi }: Pair): string {
    const [a, b] = [this.report.submissions[ai], this.report.submissions[bi]];
    return a && b ? `${this.submission(a)} ↔ ${this.submission(b)}` : "";
  }

  // A file's path without the part that repeats the submission's name.
  file(submission: Submission, path: string): string {
    const inner = innerPath(submission.name, path);
    if (inner !== null) return inner;
    if (!isHidden(submission)) return path;
    const position = submission.files.findIndex((f) => f.path === path) + 1;
    return `file ${position}${extensionOf(path)}`;
  }

  // A path that may belong to no submission, such as a skipped one.
  path(path: string): string {
    if (!anonymous.value && hiddenPeople.value.size === 0) return path;
    const owner = this.report.submissions.find((s) => innerPath(s.name, path) !== null);
    if (!owner) return anonymous.value ? `a file${extensionOf(path)}` : path;
    if (!isHidden(owner)) return path;
    return `${this.pseudonym(owner)}/${this.file(owner, path)}`;
  }

  private pseudonym(submission: Submission): string {
    const person = this.pseudonyms.get(personOf(submission)) ?? "";
    const named = submission.student && submission.student !== submission.name;
    if (!named) return person;
    return submission.attempt ? `${person}, ${submission.attempt}` : person;
  }
}

// The person is added before the name of the files if that does not identify the person. The year
// is added before the name for a past year.
function knownAs({ name, student }: Submission): string {
  const person = student.slice(student.lastIndexOf("/") + 1);
  return name.includes(person) ? name : `${student} (${name})`;
}

function personOf(submission: Submission): string {
  return submission.student ? submission.student : submission.name;
}

// Null if the path is not inside the submission.
export function innerPath(submission: string, path: string): string | null {
  return path.startsWith(`${submission}/`) ? path.slice(submission.length + 1) : null;
}

function extensionOf(path: string): string {
  return /\.[A-Za-z0-9]{1,8}$/.exec(path)?.[0] ?? "";
}
