import { useState } from "preact/hooks";
import { Segmented } from "../../components/Segmented";
import { count, counted } from "../../report/format";
import { go, hrefOf } from "../../state/route";
import { useSession } from "../../state/session";
import { barHeight, ticksOf, type Scale } from "./histogram-scale";

const SCALES = [
  { value: "linear", label: "Linear" },
  { value: "log", label: "Log" },
] as const;

const WIDTH = 700;
const HEIGHT = 262;
const LEFT = 44;
const TOP = 8;

interface BarProps {
  bin: number;
  bins: number;
  value: number;
  height: number;
  onPoint: (bin: number | null) => void;
}

function Bar({ bin, bins, value, height, onPoint }: BarProps) {
  const width = WIDTH / bins;
  const range = {
    min: String(bin / bins),
    ...(bin + 1 < bins && { max: String((bin + 1) / bins) }),
  };
  const open = (): void => go(hrefOf(["pairs"], { by: "similarity", ...range }));
  return (
    <g
      class="histogram-bin"
      transform={`translate(${LEFT + bin * width} ${TOP})`}
      onMouseEnter={() => onPoint(bin)}
      onMouseLeave={() => onPoint(null)}
      onClick={open}
    >
      <rect class="histogram-target" width={width} height={HEIGHT} />
      {value > 0 && (
        <rect
          class="histogram-bar"
          x={0.5}
          y={HEIGHT - Math.max(1.5, height * HEIGHT)}
          width={width - 1}
          height={Math.max(1.5, height * HEIGHT)}
        />
      )}
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

// Similarity of all pairs that share a passage, listed or not.
export function Histogram() {
  const { histogram } = useSession().report;
  const [scale, setScale] = useState<Scale>("log");
  const [pointed, setPointed] = useState<number | null>(null);
  const largest = Math.max(...histogram);
  const total = histogram.reduce((sum, value) => sum + value, 0);
  const told =
    pointed === null
      ? `${counted(total, "pair")} with a passage`
      : `${counted(histogram[pointed] ?? 0, "pair")} from ${pointed} to ${pointed + 1} %`;
  return (
    <section class="card histogram" aria-label="Histogram of similarity">
      <header>
        <h2>Similarity</h2>
        <span class="muted" aria-live="polite">
          {told}
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
        role="img"
        aria-label={`${counted(total, "pair")} by similarity`}
      >
        <Axes largest={largest} scale={scale} />
        {histogram.map((value, bin) => (
          <Bar
            key={bin}
            bin={bin}
            bins={histogram.length}
            value={value}
            height={barHeight(value, largest, scale)}
            onPoint={setPointed}
          />
        ))}
      </svg>
    </section>
  );
}
