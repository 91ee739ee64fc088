import type { Plugin } from "vite";

// The writer of reports puts the data where this comment stands.
export const DATA_MARKER = "<!--whorl-data-->";

// Text that stands inside <script> or <style> must not end the element. The replacements
// mean the same in JavaScript strings and in style sheets.
const closeTag = /<\/(script|style)/gi;
const comment = /<!--/g;

function inlined(code: string): string {
  return code.replace(closeTag, "<\\/$1").replace(comment, "<\\!--");
}

// Folds the script and the style sheet into index.html, so that the page is one file.
export function onePage(): Plugin {
  return {
    name: "one-page",
    enforce: "post",
    apply: "build",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("index.html is missing from the bundle");
      let styles = "";
      let script = "";
      for (const [name, item] of Object.entries(bundle)) {
        if (name === "index.html") continue;
        if (item.type === "chunk") script += item.code;
        else if (name.endsWith(".css")) styles += String(item.source);
        else throw new Error(`${name} would have to be fetched`);
        delete bundle[name];
      }
      page.source = String(page.source)
        .replace(/\s*<script type="module"[^>]*><\/script>/, "")
        .replace(/\s*<link rel="stylesheet"[^>]*>/, "")
        .replace("</head>", () => `<style>${inlined(styles.trim())}</style>\n  </head>`)
        .replace(
          "</body>",
          () => `<script type="module">${inlined(script.trim())}</script>\n  </body>`,
        );
      if (page.source.split(DATA_MARKER).length !== 2) throw new Error("one data marker is needed");
    },
  };
}
