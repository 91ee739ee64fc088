import type { SubmissionData } from "./types";

// "2026-03-01", "2026-03-01T10:00Z" or, as Dolos writes it, "2026-03-01 10:00:00 +0200".
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/;

type Dated = Pick<SubmissionData, "attempt" | "handed_in" | "dated_by">;

function writtenTime({ handed_in, attempt }: Dated): string {
  return (handed_in || attempt).trim();
}

// "handed in 2026-03-01 10:11:12 UTC"; empty if the report has no date.
export function handedInWords(submission: Dated): string {
  if (timeOf(submission) === null) return "";
  const written = writtenTime(submission)
    .replace(/(\d)T(\d)/, "$1 $2")
    .replace(/Z$/, " UTC");
  return isOfFiles(submission) ? `newest file of ${written}` : `handed in ${written}`;
}

// The times of files can be later than a submission, or of another machine.
export function isOfFiles({ dated_by }: Dated): boolean {
  return dated_by === "files";
}

export function isWholeDay(submission: Dated): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(writtenTime(submission));
}

// When a submission was handed in, in milliseconds; null if the report does not tell. Times without
// a zone are treated as if they had the same zone.
export function timeOf(submission: Dated): number | null {
  const [, date, clock = "00:00", zone = "Z"] = TIME.exec(writtenTime(submission)) ?? [];
  if (date === undefined) return null;
  const offset = zone === "UTC" ? "Z" : zone.replace(/^([+-]\d\d):?(\d\d)$/, "$1:$2");
  const time = Date.parse(`${date}T${clock}${offset}`);
  return Number.isNaN(time) ? null : time;
}

const UNITS = [
  { name: "day", ms: 86_400_000 },
  { name: "hour", ms: 3_600_000 },
  { name: "minute", ms: 60_000 },
];

// "3 days later": uses the largest unit that the time fills.
export function laterWords(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms);
  if (!unit) return ms > 0 ? "less than a minute later" : "at the same time";
  const many = Math.floor(ms / unit.ms);
  return `${many} ${unit.name}${many === 1 ? "" : "s"} later`;
}
