import { useMemo, useState } from "preact/hooks";
import { Segmented } from "../../components/Segmented";
import { count, counted } from "../../report/format";
import type { Pair } from "../../report/report";
import { COMMON_FROM, hasCommonSource } from "../../report/rank";
import { go, hrefOf } from "../../state/route";
import { useSession } from "../../state/session";
import { barHeight, ticksOf, type Scale } from "./histogram-scale";

const SCALES = [
  { value: "linear", label: "Linear" },
  { value: "log", label: "Log" },
] as const;

const BINS = 100;
const WIDTH = 700;
const HEIGHT = 262;
const LEFT = 44;
const TOP = 8;

interface BarProps {
  bin: number;
  bins: number;
  // Heights from 0 to 1: of the whole bar, and of its pairs without a common source.
  height: number;
  solid: number;
  pointed: boolean;
  onPoint: (bin: number | null) => void;
}

const LEAST_HEIGHT = 1.5;

function Part({ kind, width, height, from = 0 }: PartProps) {
  const shown = (height - from) * HEIGHT;
  if (shown <= 0) return null;
  const px = from === 0 ? Math.max(LEAST_HEIGHT, shown) : shown;
  const y = HEIGHT - from * HEIGHT - px;
  return <rect class={`histogram-${kind}`} x={0.5} y={y} width={width - 1} height={px} />;
}

interface PartProps {
  kind: "bar" | "common";
  width: number;
  height: number;
  from?: number;
}

// Lists the pairs of exactly this bar.
function openBin(bin: number, bins: number): void {
  const range = {
    min: String(bin / bins),
    ...(bin + 1 < bins && { max: String((bin + 1) / bins) }),
  };
  go(hrefOf(["pairs"], { ...range }));
}

// The next bar with pairs; the last one stays.
function nextFilled(histogram: readonly number[], from: number | null, by: number): number | null {
  let bin = from === null ? (by > 0 ? 0 : histogram.length - 1) : from + by;
  while (bin >= 0 && bin < histogram.length && histogram[bin] === 0) bin += by;
  return bin >= 0 && bin < histogram.length ? bin : from;
}

function Bar({ bin, bins, height, solid, pointed, onPoint }: BarProps) {
  const width = WIDTH / bins;
  return (
    <g
      class={pointed ? "histogram-bin pointed" : "histogram-bin"}
      transform={`translate(${LEFT + bin * width} ${TOP})`}
      onMouseEnter={() => onPoint(bin)}
      onMouseLeave={() => onPoint(null)}
      onClick={() => openBin(bin, bins)}
    >
      <rect class="histogram-target" width={width} height={HEIGHT} />
      <Part kind="bar" width={width} height={solid} />
      <Part kind="common" width={width} height={height} from={solid} />
    </g>
  );
}

function Axes({ largest, scale }: { largest: number; scale: Scale }) {
  return (
    <g class="histogram-axes">
      {ticksOf(largest, scale).map((tick) => {
        const y = TOP + HEIGHT * (1 - barHeight(tick, largest, scale));
        return (
          <g key={tick}>
            <line x1={LEFT} x2={LEFT + WIDTH} y1={y} y2={y} />
            <text x={LEFT - 8} y={y + 4} text-anchor="end">
              {count(tick)}
            </text>
          </g>
        );
      })}
      <line
        class="histogram-floor"
        x1={LEFT}
        x2={LEFT + WIDTH}
        y1={TOP + HEIGHT}
        y2={TOP + HEIGHT}
      />
      {[0, 20, 40, 60, 80, 100].map((tick) => (
        <text key={tick} x={LEFT + (tick / 100) * WIDTH} y={TOP + HEIGHT + 18} text-anchor="middle">
          {tick} %
        </text>
      ))}
    </g>
  );
}

function Hatch() {
  return (
    <defs>
      <pattern
        id="histogram-hatch"
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line class="histogram-hatch" x1="0" x2="0" y1="0" y2="4" />
      </pattern>
    </defs>
  );
}

function Note({ common }: { common: number }) {
  const { omittedPairs, pairs } = useSession().report;
  return (
    <p class="histogram-note muted">
      {common > 0 && (
        <>
          <span class="histogram-key" aria-hidden="true" /> Common source: at least {COMMON_FROM}{" "}
          other students have what {common === 1 ? "this pair shares" : "these pairs share"}.{" "}
        </>
      )}
      {omittedPairs > 0 &&
        `The ${count(omittedPairs)} pairs that are not among the ${count(pairs.length)} best are not shown.`}
    </p>
  );
}

function wordsOf(bin: number, pairs: number, common: number): string {
  const range = bin < 99 ? `from ${bin} to under ${bin + 1} %` : "from 99 to 100 %";
  const shared = common > 0 ? `, ${count(common)} with a common source` : "";
  return `${counted(pairs, "pair")} ${range}${shared}`;
}

// The number of pairs of each bar.
function countBins(pairs: readonly Pair[]): number[] {
  const bins = new Array<number>(BINS).fill(0);
  for (const { score } of pairs) bins[Math.min(BINS - 1, Math.floor(score * BINS))]!++;
  return bins;
}

// Scores of the listed pairs.
export function Histogram() {
  const { pairs } = useSession().report;
  const { histogram, shared } = useMemo(
    () => ({ histogram: countBins(pairs), shared: countBins(pairs.filter(hasCommonSource)) }),
    [pairs],
  );
  const [scale, setScale] = useState<Scale>("log");
  const [pointed, setPointed] = useState<number | null>(null);
  const largest = Math.max(...histogram);
  const words =
    pointed === null
      ? counted(pairs.length, "listed pair")
      : wordsOf(pointed, histogram[pointed] ?? 0, shared[pointed] ?? 0);
  return (
    <section class="card histogram" aria-label="Histogram of scores">
      <header>
        <h2>Scores</h2>
        <span class="muted" aria-live="polite">
          {words}
        </span>
        <Segmented
          name="scale"
          label="Scale of counts"
          choices={SCALES}
          value={scale}
          onChange={setScale}
        />
      </header>
      <svg
        viewBox={`0 0 ${LEFT + WIDTH + 16} ${TOP + HEIGHT + 26}`}
        role="slider"
        tabindex={0}
        aria-label={`${counted(pairs.length, "pair")} by score; Enter lists the pairs of a bar`}
        aria-valuemin={0}
        aria-valuemax={histogram.length - 1}
        aria-valuenow={pointed ?? 0}
        aria-valuetext={words}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
          if (event.key === "Enter" && pointed !== null) openBin(pointed, histogram.length);
          else if (by) setPointed(nextFilled(histogram, pointed, by));
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <Hatch />
        <Axes largest={largest} scale={scale} />
        {histogram.map((value, bin) => (
          <Bar
            key={bin}
            bin={bin}
            bins={histogram.length}
            height={barHeight(value, largest, scale)}
            solid={barHeight(value - (shared[bin] ?? 0), largest, scale)}
            pointed={bin === pointed}
            onPoint={setPointed}
          />
        ))}
      </svg>
      <Note common={shared.reduce((sum, value) => sum + value, 0)} />
    </section>
  );
}
