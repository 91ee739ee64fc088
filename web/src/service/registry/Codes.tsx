import { Name } from "../../components/Name";
import type { Codes as CodesData } from "../api";
import { ExternalLink } from "../components/ExternalLink";

// The codes of a registered document, next to its name.
export function Codes({ codes }: { codes: Partial<CodesData> }) {
  const { owner, group, date, contact, url } = codes;
  const words = [owner, group, date, contact].filter((word): word is string => !!word);
  return (
    <span class="codes muted">
      {words.map((word, at) => (
        <>
          {at > 0 && " · "}
          <Name key={word} text={word} />
        </>
      ))}
      {url && words.length > 0 && " · "}
      {url && <ExternalLink url={url} />}
    </span>
  );
}
