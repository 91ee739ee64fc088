import type { PassageData } from "../../report/types";
import type { PaneModel } from "./pane-model";
import { hiddenKinds, hoveredPassage, selectedPassage } from "./selection";

interface Props {
  left: PaneModel;
  right: PaneModel;
  passages: readonly PassageData[];
  onPick: (passage: number) => void;
}

const WIDTH = 52;
// The texts of the panes begin below their file bar.
const BAR = 34;

function ribbon(
  leftTop: number,
  leftBottom: number,
  rightTop: number,
  rightBottom: number,
): string {
  const half = WIDTH / 2;
  const curve = (from: number, to: number, x: number): string =>
    `C${half} ${from} ${half} ${to} ${x} ${to}`;
  return (
    `M0 ${leftTop}${curve(leftTop, rightTop, WIDTH)}` +
    `V${rightBottom}${curve(rightBottom, leftBottom, 0)}Z`
  );
}

interface Drawn {
  passage: number;
  path: string;
}

function drawn({ left, right, passages }: Props): Drawn[] {
  void left.layout.value;
  void right.layout.value;
  const result: Drawn[] = [];
  passages.forEach((data, passage) => {
    if (hiddenKinds.value.has(data.kind)) return;
    const [l, r] = [left.extent(passage), right.extent(passage)];
    if (!l || !r) return;
    const [dl, dr] = [BAR - left.scrollTop.value, BAR - right.scrollTop.value];
    const inSight = (top: number, bottom: number, model: PaneModel): boolean =>
      bottom > BAR && top < model.viewHeight.value + BAR;
    if (!inSight(l.top + dl, l.bottom + dl, left) && !inSight(r.top + dr, r.bottom + dr, right))
      return;
    result.push({
      passage,
      path: ribbon(l.top + dl, l.bottom + dl, r.top + dr, r.bottom + dr),
    });
  });
  // The picked one is drawn last, over the others.
  const picked = selectedPassage.value;
  return result.sort((x, y) => Number(x.passage === picked) - Number(y.passage === picked));
}

// Bands between the two texts that join the two sides of each passage.
export function Ribbons(props: Props) {
  return (
    <svg class="ribbons" width={WIDTH} aria-hidden="true">
      <defs>
        <clipPath id="below-bar">
          <rect x="0" y={BAR} width={WIDTH} height="10000" />
        </clipPath>
      </defs>
      <g clip-path="url(#below-bar)">
        {drawn(props).map(({ passage, path }) => {
          const classes = ["ribbon", props.passages[passage]?.kind ?? ""];
          if (passage === selectedPassage.value) classes.push("selected");
          if (passage === hoveredPassage.value) classes.push("hovered");
          return (
            <path
              key={passage}
              class={classes.join(" ")}
              d={path}
              onClick={() => props.onPick(passage)}
              onMouseEnter={() => (hoveredPassage.value = passage)}
              onMouseLeave={() => (hoveredPassage.value = null)}
            />
          );
        })}
      </g>
    </svg>
  );
}
