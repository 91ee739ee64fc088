import type { SubmissionData } from "./types";

// "2026-03-01", "2026-03-01T10:00Z" or, as Dolos writes it, "2026-03-01 10:00:00 +0200".
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/;

type Dated = Pick<SubmissionData, "attempt" | "handed_in">;

function writtenTime({ handed_in, attempt }: Dated): string {
  return (handed_in || attempt).trim();
}

// The date as the report has it; empty if there is none.
export function handedIn(submission: Dated): string {
  return timeOf(submission) === null
    ? ""
    : writtenTime(submission).replace(/[T ]00:00(:00)?Z?$/, "");
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
