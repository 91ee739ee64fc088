// The Chromium that takes pictures.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PROGRAMS = [
  process.env["WHORL_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export const launch = () =>
  chromium.launch({
    executablePath: PROGRAMS.find((path) => path && existsSync(path)),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
