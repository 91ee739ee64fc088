export type Scale = "linear" | "log";

// The height of a bar, from 0 to 1. On the logarithmic scale even a single pair is visible.
export function barHeight(value: number, largest: number, scale: Scale): number {
  if (value <= 0 || largest <= 0) return 0;
  return scale === "linear" ? value / largest : Math.log1p(value) / Math.log1p(largest);
}

const MOST_TICKS = 4;

function linearTicks(largest: number): number[] {
  const rough = Math.max(1, largest / MOST_TICKS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10);
  return Array.from({ length: Math.floor(largest / step) }, (_, i) => (i + 1) * step);
}

function logTicks(largest: number): number[] {
  if (largest < 30) return [1, 2, 5, 10, 20].filter((tick) => tick <= largest);
  const powers = Array.from({ length: Math.floor(Math.log10(largest)) + 1 }, (_, i) => 10 ** i);
  const stride = Math.ceil(powers.length / MOST_TICKS);
  return powers.filter((_, i) => (powers.length - 1 - i) % stride === 0);
}

// The least distance of two labels, as a share of the axis.
const ROOM = 0.1;

// Round values for the axis of counts, and the largest bar if there is space for its label.
export function ticksOf(largest: number, scale: Scale): number[] {
  if (largest <= 0) return [];
  const ticks = scale === "linear" ? linearTicks(largest) : logTicks(largest);
  const highest = barHeight(ticks[ticks.length - 1] ?? 0, largest, scale);
  return highest <= 1 - ROOM ? [...ticks, largest] : ticks;
}
