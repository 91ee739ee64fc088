import { Name } from "../../components/Name";

// A URL from data: a link only if it leads to a web page.
export function ExternalLink({ url, words }: { url: string; words?: string }) {
  if (!/^https?:\/\//i.test(url)) return <Name text={url} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {words ?? <Name text={url} />}
    </a>
  );
}
