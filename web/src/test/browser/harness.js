// Starts 'busbar serve' and a browser; one of each for all tests.

import { execFileSync, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
const busbar = process.env.BUSBAR ?? join(root, "busbar");
export const WAIT = 15_000;

/** A running server: its link, and how it ends. */
export async function serve(port = 0, tokenFile = "") {
  const started = performance.now();
  const child = spawn(busbar, ["serve", ...(port ? ["--port", String(port)] : []), ...(tokenFile ? ["--token-file", tokenFile] : [])], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const link = await new Promise((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (data) => {
      out += data;
      const line = /http:\S+/.exec(out);
      if (line) resolve(line[0]);
    });
    child.on("exit", (code) => reject(new Error(`busbar serve ended with ${code}: ${out}`)));
  });
  const url = new URL(link);
  return {
    link,
    origin: url.origin,
    port: Number(url.port),
    token: new URLSearchParams(url.hash.slice(1)).get("token"),
    pid: child.pid,
    startMs: performance.now() - started,
    end: () =>
      new Promise((resolve) => {
        child.removeAllListeners("exit");
        child.on("exit", resolve);
        child.kill("SIGTERM");
      }),
    kill: () =>
      new Promise((resolve) => {
        child.removeAllListeners("exit");
        child.on("exit", resolve);
        child.kill("SIGKILL");
      }),
  };
}

export function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** What the command line prints as JSON. */
export function json(...args) {
  const out = execFileSync(busbar, [...args, "--format", "json"], { maxBuffer: 64 << 20 });
  return JSON.parse(out);
}

/** A page of a fresh context; errors of its console are collected. */
export async function open(chrome, link, options = {}) {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  page.errors = [];
  page.on("console", (m) => {
    if (m.type() === "error") page.errors.push(m.text());
  });
  page.on("pageerror", (e) => page.errors.push(e.message));
  await page.goto(link);
  await page.waitForSelector(".report section");
  return page;
}

/** The link of a state, as the page makes it. */
export function linkOf(origin, view, values, pins) {
  const state = { v: 1, view, values, ...(pins ? { pins } : {}) };
  return `${origin}/#s=${Buffer.from(JSON.stringify(state)).toString("base64url")}`;
}

/** Fills a field by its label. */
export async function fill(page, label, text) {
  await page.getByLabel(label, { exact: true }).fill(text);
}

/** The first figure of the answer, as text: the step of a plan. */
export function step(page) {
  return page.locator(".report .value").first().innerText();
}

/** Waits until the step is another one than before. */
export async function changed(page, before) {
  await page.waitForFunction(
    (old) => {
      const value = document.querySelector(".report .value");
      return value && value.textContent !== old && document.querySelector("main").ariaBusy !== "true";
    },
    before,
  );
  return step(page);
}
