import type { RareNameData } from "../report/types";
import { VisibleText } from "./Name";
import "./rare-names.css";

function Told({ who, names }: { who: string; names: readonly RareNameData[] }) {
  return (
    <>
      <span class="muted">{who} have: </span>
      {names.map(({ name }, i) => (
        <>
          {i > 0 && ", "}
          <code key={name}>
            <VisibleText text={name} />
          </code>
        </>
      ))}
    </>
  );
}

// Identifiers that occur in these two submissions and in few others. They are evidence that
// disguises rarely remove.
export function RareNames({ names }: { names: readonly RareNameData[] }) {
  const alone = names.filter(({ shared_by }) => shared_by <= 2);
  const few = names.filter(({ shared_by }) => shared_by > 2);
  if (names.length === 0) return null;
  return (
    <p class="rare-names">
      {alone.length > 0 && <Told who="Names that only these two" names={alone} />}
      {alone.length > 0 && few.length > 0 && <span class="muted">; </span>}
      {few.length > 0 && (
        <Told who={alone.length > 0 ? "that few" : "Names that few"} names={few} />
      )}
    </p>
  );
}
