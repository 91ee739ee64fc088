import { Name } from "../../components/Name";
import { count, percent } from "../../report/format";
import { hrefOf } from "../../state/route";
import type { Collection, Compared } from "../api";
import { ExternalLink } from "../components/ExternalLink";

const KINDS: Record<Compared["kind"], string> = {
  identical: "the same bytes",
  lexical: "the same text",
  sketch: "the same sketch",
  similar: "",
};

interface Props {
  documents: readonly Compared[];
  label: string;
  name: string; // of the collection
  sweeps: readonly Collection[];
}

function Facts({ one }: { one: Compared }) {
  const facts = [
    one.date,
    `${count(one.bytes)} bytes`,
    KINDS[one.kind],
    one.kind === "similar" && `${percent(one.contained)} of it is in the other`,
    one.kind === "similar" && `${percent(one.contains)} of the other is in it`,
  ];
  return <span class="facts muted">{facts.filter(Boolean).join(" · ")}</span>;
}

// Documents compared with the document of the query, or with a cluster's kept document.
export function ComparedList({ documents, label, name, sweeps }: Props) {
  return (
    <ol class="compared" aria-label={label}>
      {documents.map((one) => (
        <li key={one.id} class="compared-one">
          <span class="numeric resemblance">{percent(one.resemblance)}</span>
          <span>
            <a href={hrefOf(["collections", encodeURIComponent(name)], { document: one.id })}>
              <Name text={one.url || one.id} />
            </a>
            <Facts one={one} />
            <span class="facts">
              {one.url && <ExternalLink url={one.url} words="Open" />}
              {one.url &&
                sweeps.map((sweep) => (
                  <a
                    key={sweep.name}
                    href={hrefOf(["collections", encodeURIComponent(sweep.name)], { url: one.url })}
                  >
                    Its life in <Name text={sweep.name} />
                  </a>
                ))}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
