import type { PassageKind } from "../report/types";
import "./kind-mark.css";

// A swatch with the colour and pattern of a kind of passage.
export function KindMark({ kind }: { kind: PassageKind }) {
  return <span class={`kind-mark ${kind}`} aria-hidden="true" />;
}
