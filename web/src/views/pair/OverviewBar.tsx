import type { PassageData } from "../../report/types";
import type { PaneModel } from "./pane-model";
import { hiddenKinds, selectedPassage } from "./selection";
import type { Side } from "./side-files";

interface Props {
  side: Side;
  model: PaneModel;
  passages: readonly PassageData[];
  onPick: (passage: number) => void;
}

const SMALLEST_SHARE = 0.004;

// The marker of the visible part is drawn again after every scroll; the marks around it are not.
function Sight({ model, total }: { model: PaneModel; total: number }) {
  const share = (px: number): string => `${(px / total) * 100}%`;
  const [top, height] = [share(model.scrollTop.value), share(model.viewHeight.value)];
  return <span class="overview-sight" style={{ top, height }} />;
}

// The whole text as a narrow bar: its passages, and the visible part.
export function OverviewBar({ side, model, passages, onPick }: Props) {
  void model.layout.value;
  const total = Math.max(model.heights.total, model.viewHeight.value, 1);
  const share = (px: number): string => `${(px / total) * 100}%`;
  const jump = (event: MouseEvent): void => {
    const bar = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const at = (event.clientY - bar.top) / bar.height;
    model.scrollTo(at * total - model.viewHeight.value / 2);
  };
  return (
    <div class={`overview-bar overview-bar-${side}`} aria-hidden="true" onClick={jump}>
      {passages.map((data, passage) => {
        const extent = model.extent(passage);
        if (!extent || hiddenKinds.value.has(data.kind)) return null;
        const height = Math.max(extent.bottom - extent.top, SMALLEST_SHARE * total);
        const selected = passage === selectedPassage.value ? "selected" : "";
        return (
          <span
            key={passage}
            class={`overview-mark ${data.kind} ${selected}`}
            style={{ top: share(extent.top), height: share(height) }}
            onClick={(event) => {
              event.stopPropagation();
              onPick(passage);
            }}
          />
        );
      })}
      <Sight model={model} total={total} />
    </div>
  );
}
