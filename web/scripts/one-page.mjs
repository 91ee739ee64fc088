import { gzipSync } from "node:zlib";

// The writer of reports replaces this comment with the data.
export const DATA_MARKER = "<!--whorl-data-->";

const SCRIPT = '<script type="module" src="/src/main.tsx"></script>';

/**
 * Text inside <script> or <style> must not end the element. Its replacement means the same in
 * strings of JavaScript and in style sheets.
 * @param {string} code
 */
function inlined(code) {
  return code
    .trim()
    .replace(/<\/(script|style)/gi, "<\\/$1")
    .replace(/<!--/g, "<\\!--");
}

/**
 * A part of the page that is unpacked when it is first needed.
 * @param {string} id
 * @param {Uint8Array} bytes
 */
export function embedded(id, bytes) {
  const packed = gzipSync(bytes, { level: 9 }).toString("base64");
  return `<script type="text/plain" id="${id}">${packed}</script>`;
}

/**
 * Folds the script and the styles into the page, so that it is one file.
 * @param {string} page
 * @param {string} script
 * @param {string} styles
 * @param {string} parts elements that the script asks for
 */
export function onePage(page, script, styles, parts) {
  if (page.split(DATA_MARKER).length !== 2) throw new Error("index.html needs one data marker");
  if (!page.includes(SCRIPT)) throw new Error(`index.html needs ${SCRIPT}`);
  return page
    .replace("</head>", () => `<style>${inlined(styles)}</style>\n  </head>`)
    .replace(SCRIPT, () => `${parts}\n    <script type="module">${inlined(script)}</script>`);
}
