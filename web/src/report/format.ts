// Numbers as they are shown. Shares never round up to 100 %, which means exactly 1.

export function percent(share: number): string {
  if (share >= 1) return "100 %";
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

const grouped = new Intl.NumberFormat("en-US");

export function count(n: number): string {
  return grouped.format(n).replace(/,/g, "\u2009");
}

export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

export function decimal(n: number): string {
  return n >= 1000 ? count(Math.round(n)) : n.toFixed(1);
}

export function lineRange(first: number, last: number): string {
  return first === last ? `${first}` : `${first}–${last}`;
}
