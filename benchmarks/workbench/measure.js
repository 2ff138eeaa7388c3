// Times of the workbench in a real browser: benchmarks/workbench/run [ticks | fabric | memory]. Prints a
// table, asserts nothing.

import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browser, linkOf, open, serve } from "../../web/src/test/browser/harness.js";

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, "../../web/target/classes/io/busbar/web");
const FIXED = { "--model": ["llama3-70b"], "--cluster": ["dgx-h100:128"], "--tp": ["8"], "--pp": ["4"] };
const OPEN = { "--model": ["llama3-70b"], "--cluster": ["dgx-h100:128"] };

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)];
}

function line(what, value, asked) {
  console.log(`${what.padEnd(62)} ${value.padStart(12)}   ${asked}`);
}

/** Milliseconds from an input to the frame after its answer, many times. */
async function ticks(page, label, texts, count) {
  return page.evaluate(
    async ({ label, texts, count }) => {
      const input = [...document.querySelectorAll(".field")]
        .find((f) => f.querySelector("label").textContent === label)
        .querySelector("input[type=text]");
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
      const times = [];
      for (let i = 0; i < count; i++) {
        const began = performance.now();
        const painted = new Promise((resolve, reject) => {
          const main = document.querySelector("main");
          let asked = false;
          // Not the report's own changes: what lies below the screen of the answer before comes late.
          const observer = new MutationObserver(() => {
            const busy = main.getAttribute("aria-busy") === "true";
            if (asked && !busy) {
              observer.disconnect();
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
            }
            asked ||= busy;
          });
          observer.observe(main, { attributeFilter: ["aria-busy"] });
          setTimeout(() => reject(new Error(`${label} ${texts[i % texts.length]}: no answer in 20 s`)), 20000);
        });
        set.call(input, texts[i % texts.length]);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        times.push((await painted) - began);
      }
      return times;
    },
    { label, texts, count },
  );
}

/** Frames per second while the fabric is zoomed and moved. */
async function frames(page) {
  return page.evaluate(async () => {
    const canvas = document.querySelector(".canvas canvas");
    canvas.focus();
    let count = 0;
    const began = performance.now();
    while (performance.now() - began < 3000) {
      const keys = ["+", "ArrowRight", "ArrowRight", "ArrowLeft", "-", "+", "ArrowLeft", "-"];
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key: keys[count % keys.length], bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      count++;
    }
    return (1000 * count) / (performance.now() - began);
  });
}

const part = process.argv[2] ?? "";
const wanted = (name) => part === "" || part === name;

const server = await serve();
const chrome = await browser();
try {
  line("start of 'busbar serve' to its link", `${Math.round(server.startMs)} ms`, "1,500 ms");
  const size = ["app.js", "app.css"].reduce((sum, name) => sum + statSync(join(bundle, name)).size, 0);
  line("bundle: script and rules", `${(size / 1e3).toFixed(1)} kB`, "150 kB");
  readFileSync(join(bundle, "index.html"));

  const page = await open(chrome, server.link);
  if (wanted("ticks")) await measureTicks(page);
  if (wanted("fabric")) await measureFabric(page);
  if (wanted("memory")) await measureMemory(page);
} finally {
  await chrome.close();
  await server.end();
}

async function measureTicks(page) {
  await page.goto(linkOf(server.origin, "plan", FIXED));
  await page.waitForSelector(".report section");
  await ticks(page, "micro batch", ["1", "2", "4"], 60);
  const fixed = await ticks(page, "micro batch", ["1", "2", "4"], 100);
  line("slider tick to painted, layout fixed: median", `${quantile(fixed, 0.5).toFixed(0)} ms`, "");
  line("slider tick to painted, layout fixed: p95", `${quantile(fixed, 0.95).toFixed(0)} ms`, "100 ms");

  await page.goto(linkOf(server.origin, "plan", OPEN));
  await page.reload();
  await page.waitForSelector(".report section");
  await ticks(page, "global batch", ["256", "512", "1024"], 20);
  const searched = await ticks(page, "global batch", ["256", "512", "1024"], 60);
  line("slider tick to painted, layout left open: median", `${quantile(searched, 0.5).toFixed(0)} ms`, "");
  line("slider tick to painted, layout left open: p95", `${quantile(searched, 0.95).toFixed(0)} ms`, "250 ms");
}

async function measureFabric(page) {
  await page.goto(linkOf(server.origin, "fabric", { "--cluster": ["dgx-h100:256"] }));
  await page.reload();
  await page.waitForSelector(".canvas canvas");
  const first = await page.evaluate(async () => {
    const input = [...document.querySelectorAll(".field")]
      .find((f) => f.querySelector("label").textContent === "cluster")
      .querySelector("input[type=text]");
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    const began = performance.now();
    set.call(input, "dgx-h100:1280");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    const wanted = () => /over 10240 GPUs/.test(document.querySelector(".title")?.textContent ?? "");
    while (!wanted()) await new Promise((resolve) => requestAnimationFrame(resolve));
    const canvas = document.querySelector(".canvas canvas");
    const before = canvas.dataset.painted;
    while (canvas.dataset.painted === before) await new Promise((r) => requestAnimationFrame(r));
    return performance.now() - began;
  });
  line("fabric of 10,240 GPUs: first paint", `${first.toFixed(0)} ms`, "1,000 ms");
  line("fabric of 10,240 GPUs: pan and zoom", `${(await frames(page)).toFixed(0)} frames/s`, "30 frames/s");
}

async function measureMemory(page) {
  await page.goto(linkOf(server.origin, "plan", FIXED));
  await page.reload();
  await page.waitForSelector(".report section");
  const heap = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1e3;
  await ticks(page, "micro batch", ["1", "2", "4"], 500);
  const before = heap();
  await ticks(page, "micro batch", ["1", "2", "4"], 500);
  const after = heap();
  line("memory of the server, 500 ticks and another 500", `${before.toFixed(0)} → ${after.toFixed(0)} MB`, "no growth");
}
