import { defineConfig } from "vite";
import { onePage } from "./scripts/one-page";

export default defineConfig({
  base: "./",
  plugins: [onePage()],
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
  build: {
    target: "es2021",
    // Fonts become data: URLs; nothing is ever fetched.
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
});
