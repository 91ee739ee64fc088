import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = process.env["WHORL_WEB"] ?? ".";

type Tokens = Record<string, string>;

function tokensOf(css: string, selector: string): Tokens {
  const block = css.slice(css.indexOf(`${selector} {`)).split("}")[0] ?? "";
  const pairs = block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g);
  return Object.fromEntries([...pairs].map(([, name, color]) => [name, color]));
}

// Relative luminance and contrast as in WCAG 2.
function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * channels[0]! + 0.7152 * channels[1]! + 0.0722 * channels[2]!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

const css = readFileSync(join(root, "src/style/tokens.css"), "utf8");

for (const selector of [":root", '[data-theme="dark"]']) {
  test(`text keeps a contrast of 4.5 in ${selector}`, () => {
    const tokens = tokensOf(css, selector);
    const check = (text: string, ground: string): void => {
      const value = contrast(tokens[text]!, tokens[ground]!);
      assert.ok(value >= 4.5, `${text} on ${ground}: ${value.toFixed(2)}`);
    };
    for (const text of [
      "ink",
      "muted",
      "faint",
      "accent",
      "verbatim",
      "renamed",
      "edited",
    ]) {
      for (const ground of ["paper", "surface", "sunken"]) check(text, ground);
    }
    check("warn", "warn-soft");
    check("on-accent", "accent");
    check("accent", "accent-soft");
    for (const kind of ["verbatim", "renamed", "edited"]) {
      check("ink", `${kind}-fill`);
      check("ink", `${kind}-strong`);
      for (const word of ["keyword", "string", "number", "name", "comment"]) {
        for (const ground of ["surface", `${kind}-fill`, `${kind}-strong`])
          check(`token-${word}`, ground);
      }
    }
  });
}

test("the page is one file of less than 500 KB that names no other", () => {
  const page = readFileSync(join(root, "dist/index.html"), "utf8");
  assert.ok(page.length < 500_000, `${page.length} bytes`);
  assert.equal(page.split("<!--whorl-data-->").length, 2);
  const outside =
    /<link[^>]+href="(?!data:)|<script[^>]+src=|@import|url\((?!data:|"data:|#)/;
  assert.equal(outside.exec(page)?.[0], undefined);
});
