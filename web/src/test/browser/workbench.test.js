// The workbench in a real browser, as somebody uses it.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, changed, fill, json, linkOf, open, serve, step } from "./harness.js";

const PLAN = ["plan", "--model", "llama3-70b", "--cluster", "dgx-h100:128"];
const VALUES = { "--model": ["llama3-70b"], "--cluster": ["dgx-h100:128"], "--tp": ["8"], "--pp": ["4"] };

let server;
let chrome;

before(async () => {
  [server, chrome] = await Promise.all([serve(), browser()]);
});

after(async () => {
  await chrome?.close();
  await server?.end();
});

/** A step as the page prints it. */
function printed(seconds) {
  return `${Number(seconds.toPrecision(4))} s`;
}

test("a slider moves the answer to the figure of the command line", async () => {
  const page = await open(chrome, server.link);
  const first = await step(page);
  assert.equal(first, printed(json(...PLAN, "--tp", "8", "--pp", "4").step_s));

  const slider = page.getByLabel("pp: valid values");
  await slider.focus();
  await page.keyboard.press("ArrowRight");

  const second = await changed(page, first);
  assert.equal(await page.getByLabel("pp", { exact: true }).inputValue(), "8");
  assert.equal(second, printed(json(...PLAN, "--tp", "8", "--pp", "8").step_s));
  assert.ok(!page.url().includes("token"), page.url());
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("an offer makes its change, undo takes it back", async () => {
  const page = await open(chrome, server.link);
  const first = await step(page);

  await page.locator(".offers button").first().click();
  const second = await changed(page, first);
  assert.ok(parseFloat(second) < parseFloat(first), `${second} < ${first}`);

  await page.keyboard.press("Control+z");
  assert.equal(await changed(page, second), first);
  await page.keyboard.press("Control+y");
  assert.equal(await changed(page, first), second);
  await page.context().close();
});

test("a link restores what was seen, here and on the command line", async () => {
  const page = await open(chrome, server.link);
  const first = await step(page);
  await fill(page, "micro batch", "1");
  const second = await changed(page, first);
  const link = page.url();

  const again = await page.context().newPage();
  await again.goto(link);
  await again.waitForSelector(".report section");
  assert.equal(await again.getByLabel("micro batch", { exact: true }).inputValue(), "1");
  assert.equal(await step(again), second);
  assert.equal(printed(json("plan", "--from-link", link).step_s), second);
  await page.context().close();
});

test("two pinned plans are compared, and what differs is said", async () => {
  const page = await open(chrome, server.link);
  const first = await step(page);
  await page.click("text=Pin");
  await fill(page, "pp", "8");
  const second = await changed(page, first);
  await page.click("text=Pin");
  await page.click("[data-view=compare]");
  await page.waitForSelector(".pins li:nth-child(2)");
  await page.waitForFunction(() => /B takes/.test(document.querySelector(".report")?.textContent ?? ""));
  const report = await page.locator(".report").innerText();
  const a = json(...PLAN, "--tp", "8", "--pp", "4").step_s;
  const b = json(...PLAN, "--tp", "8", "--pp", "8").step_s;
  assert.match(report, b > a ? /B takes .* longer than A/ : /B takes .* less than A/);
  for (const text of [first, second, "Time for", "--pp"]) {
    assert.ok(report.includes(text), text);
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("what is wrong stands at its field, and the last answer stays", async () => {
  const page = await open(chrome, server.link);
  await fill(page, "model", "llama3-70");
  const error = page.locator(".field.wrong .error");
  await error.waitFor();
  assert.match(await error.innerText(), /did you mean 'llama3-70b'\?/);
  assert.equal(await page.locator(".stale .report section").count() > 0, true);
  await fill(page, "model", "llama3-70b");
  await page.waitForSelector(".field.wrong", { state: "detached" });
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a dropped config.json is planned", async () => {
  const config = {
    model_type: "llama",
    architectures: ["LlamaForCausalLM"],
    hidden_size: 4096,
    intermediate_size: 14336,
    num_hidden_layers: 32,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    vocab_size: 128256,
    max_position_embeddings: 8192,
    tie_word_embeddings: false,
  };
  const file = join(mkdtempSync(join(tmpdir(), "busbar-")), "config.json");
  writeFileSync(file, JSON.stringify(config));
  const page = await open(chrome, server.link);
  await page.evaluate(async (text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "config.json", { type: "application/json" }));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, JSON.stringify(config));
  await page.waitForFunction(() => document.querySelector(".files")?.textContent === "config.json");
  await fill(page, "tp", "1");
  await fill(page, "pp", "1");
  await fill(page, "cluster", "dgx-h100:2");
  const expected = printed(
    json("plan", "--model", file, "--cluster", "dgx-h100:2", "--tp", "1", "--pp", "1").step_s,
  );
  await page.waitForFunction(
    (text) => document.querySelector(".report .value")?.textContent === text,
    expected,
  );
  await page.context().close();
});

test("a dropped launch script is planned", async () => {
  const script = [
    "#!/bin/bash",
    "#SBATCH --nodes=4",
    "torchrun --nnodes 4 --nproc-per-node 8 pretrain_gpt.py \\",
    "  --num-layers 32 --hidden-size 4096 --num-attention-heads 32 --group-query-attention --num-query-groups 8 \\",
    "  --ffn-hidden-size 14336 --swiglu --untie-embeddings-and-output-weights --vocab-size 128256 \\",
    "  --seq-length 8192 --max-position-embeddings 8192 --micro-batch-size 1 --global-batch-size 128 \\",
    "  --tensor-model-parallel-size 2 --pipeline-model-parallel-size 2 --bf16",
    "",
  ].join("\n");
  const file = join(mkdtempSync(join(tmpdir(), "busbar-")), "job.sh");
  writeFileSync(file, script);
  const page = await open(chrome, server.link);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "job.sh"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, script);
  const expected = printed(json("plan", file, "--cluster", "dgx-h100").step_s);
  await page.waitForFunction(
    (text) => document.querySelector(".report .value")?.textContent === text,
    expected,
  );
  assert.equal(await page.getByLabel("tp", { exact: true }).inputValue(), "");
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("what does not fit offers what does", async () => {
  const page = await open(chrome, server.link);
  await page.goto(linkOf(server.origin, "plan", { ...VALUES, "--cluster": ["dgx-h100:4"], "--tp": ["1"], "--pp": ["1"] }));
  await page.waitForFunction(() => /does not fit/.test(document.querySelector(".report").textContent));
  const fit = page.getByRole("region", { name: "The nearest that fit" }).getByRole("button").first();
  const said = /^[\d.]+ m?s/.exec(await fit.innerText())[0];
  await fit.click();
  await page.waitForFunction(() => !document.querySelector(".report .finding.k-critical"));
  assert.equal(await step(page), said);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a table is kept as CSV", async () => {
  const page = await open(chrome, server.link);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download as CSV: Scaling", exact: true }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "scaling.csv");
  const rows = readFileSync(await download.path(), "utf8").trim().split("\r\n");
  assert.match(rows[0], /nodes|GPUs/);
  assert.ok(rows.length > 3, rows.join("\n"));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a dropped log gives a finding", async () => {
  const page = await open(chrome, server.link);
  await page.click("[data-view=diagnose]");
  const log = [
    "node1:100:100 [0] NCCL INFO NCCL version 2.21.5+cuda12.4",
    "node1:100:200 [0] transport/net_ib.cc:1295 NCCL WARN NET/IB: Got completion from peer 10.0.0.2<4791> with status=12 opcode=0 len=0 vendor err 129 (Recv)",
    "",
  ].join("\n");
  await page.locator("input[type=file]").first().setInputFiles({
    name: "nccl.log",
    mimeType: "text/plain",
    buffer: Buffer.from(log.repeat(3)),
  });
  await page.waitForSelector(".report .finding");
  assert.match(await page.locator(".report").innerText(), /nccl\.log/);
  assert.doesNotMatch(await page.locator(".report").innerText(), /busbar-serve-/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a measured table and a claim lead to the view that shows what holds", async () => {
  const page = await open(chrome, server.link);
  await page.goto(linkOf(server.origin, "diagnose", { "--cluster": ["dgx-h100:4"] }));
  const head = "#       size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n";
  const unit = "#        (B)  (elements)  (us)  (GB/s)  (GB/s)  (us)  (GB/s)  (GB/s)\n";
  const row = (size, us) => {
    const algbw = (size / us / 1e3).toFixed(2);
    const busbw = ((size / us / 1e3) * (2 * 31 / 32)).toFixed(2);
    const half = `${us} ${algbw} ${busbw} 0`;
    return `${size} ${size / 4} float sum -1 ${half} ${half}\n`;
  };
  const ranks = Array.from({ length: 32 }, (_, i) => `#  Rank ${i} Group 0 Pid 1 on n${i >> 3} device ${i % 8} [0x1b] NVIDIA H100 80GB HBM3\n`).join("");
  await page.locator("input[type=file]").first().setInputFiles({
    name: "all_reduce_perf.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(`# nThread 1 nGpus 1\n${ranks}${head}${unit}${row(67108864, 640)}${row(268435456, 1720)}${row(1073741824, 5900)}`),
  });
  await page.locator(".report button.command", { hasText: "busbar collective" }).first().click();
  await page.waitForFunction(() => document.title.startsWith("Collective"));
  await page.waitForFunction(() => /^all_reduce on/.test(document.querySelector(".title")?.textContent ?? ""));

  await page.click("[data-view=textbook]");
  await page.getByRole("button", { name: "D3", exact: true }).click();
  await page.waitForFunction(() => /Shown by/.test(document.querySelector(".report").textContent));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a broken fabric makes the step slower, and repairing it takes that back", async () => {
  const page = await open(chrome, server.link);
  await page.goto(
    linkOf(server.origin, "fabric", { ...VALUES, "--break": ["spine0", "spine1", "spine2"] }),
  );
  await page.waitForSelector(".canvas canvas");
  const stepOf = () =>
    page.evaluate(() => {
      const label = [...document.querySelectorAll(".report dt")].find((d) => d.textContent === "training step");
      return parseFloat(label?.nextElementSibling?.textContent ?? "NaN");
    });
  const few = await stepOf();
  const many = Array.from({ length: 13 }, (_, i) => `spine${i}`).join(" ");
  await fill(page, "break", many);
  await page.waitForFunction(() => /spine12 broken/.test(document.querySelector(".report").textContent));
  const slower = await stepOf();
  assert.ok(slower > few, `${slower} > ${few}`);

  await fill(page, "break", "");
  await page.waitForFunction(() => !/broken/.test(document.querySelector(".report dl").textContent));
  const whole = await stepOf();
  assert.equal(whole, Number(json(...PLAN, "--tp", "8", "--pp", "4").step_s.toPrecision(4)));
  assert.ok(slower > whole);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a link that is broken with the keyboard makes the step slower", async () => {
  const page = await open(chrome, server.link);
  const values = { ...VALUES, "--cluster": ["dgx-h100:16"], "--pp": ["1"], "--model": ["llama3-8b"] };
  await page.goto(linkOf(server.origin, "fabric", values));
  const drawing = page.locator(".canvas");
  await drawing.locator("svg").waitFor();
  const stepOf = () =>
    page.evaluate(() => {
      const label = [...document.querySelectorAll(".report dt")].find((d) => d.textContent === "training step");
      return label?.nextElementSibling?.textContent ?? "";
    });
  const whole = await stepOf();
  await drawing.focus();
  await page.keyboard.press("n");
  const name = /^([a-z]+\d+-[a-z]+\d+)/.exec(await page.locator(".about-link").innerText())[1];
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Repair ${name}` }).waitFor();
  await page.waitForFunction((n) => document.querySelector(".report dl").textContent.includes(n), name);
  const broken = await stepOf();
  assert.ok(broken === "never" || parseFloat(broken) > parseFloat(whole), `${name}: ${broken} > ${whole}`);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a click on a link says who sends over it", async () => {
  const page = await open(chrome, server.link);
  await page.goto(linkOf(server.origin, "fabric", { "--cluster": ["dgx-h100:16"], "--op": ["alltoall"] }));
  const drawing = page.locator(".canvas");
  await drawing.locator("svg").waitFor();
  await drawing.focus();
  await page.keyboard.press("n");
  const name = /^([a-z]+\d+-[a-z]+\d+)/.exec(await page.locator(".about-link").innerText())[1];
  await page.keyboard.press("w");
  const said = () => page.waitForFunction((n) => document.querySelector(".report").textContent.includes(`Who sends over ${n}`), name);
  await said();
  const box = await drawing.boundingBox();
  await page.mouse.click(box.x + 4, box.y + 4);
  await page.waitForFunction(() => !/Who sends over/.test(document.querySelector(".report").textContent));
  const line = drawing.locator("svg line, svg path").first();
  await line.waitFor({ state: "attached" });
  const [x, y] = await page.evaluate(() => {
    const shape = document.querySelector(".canvas svg line, .canvas svg path");
    const at = shape.getPointAtLength(shape.getTotalLength() / 2).matrixTransform(shape.getScreenCTM());
    return [at.x, at.y];
  });
  await page.mouse.click(x, y);
  await page.waitForFunction(() => /Who sends over/.test(document.querySelector(".report").textContent));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("routings lie side by side, and a run plays over time", async () => {
  const page = await open(chrome, server.link);
  const values = { "--cluster": ["dgx-h100:16"], "--op": ["alltoall"], "--routing": ["ecmp", "adaptive", "rail-aligned"] };
  await page.goto(linkOf(server.origin, "fabric", values));
  await page.getByRole("button", { name: "side by side" }).click();
  assert.deepEqual(await page.locator(".beside figcaption b").allInnerTexts(), values["--routing"]);

  await page.goto(linkOf(server.origin, "simulate", { OPERATION: ["all_reduce"], "--cluster": ["dgx-h100:2"], "--size": ["4MiB"], "--fidelity": ["flow"] }));
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const moment = page.getByLabel("Moment of the run");
  await moment.waitFor();
  assert.ok(Number(await moment.getAttribute("max")) > 30);
  await page.locator(".player button").click();
  await page.waitForFunction(() => Number(document.querySelector(".player input").value) > 2);
  await page.locator(".player button").click();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("what a search finds opens as a plan", async () => {
  const page = await open(chrome, server.link);
  await page.goto(linkOf(server.origin, "search", { "--model": ["llama3-8b"], "--cluster": ["dgx-h100:4,dgx-h100:8"], "--tp": ["1,2"], "--tokens": ["1T"] }));
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.locator(".report button.command", { hasText: "busbar plan" }).first().click();
  await page.waitForFunction(() => document.title.startsWith("Plan"));
  await page.waitForFunction(() => /^llama3-8b on dgx-h100:/.test(document.querySelector(".title")?.textContent ?? ""));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("everything is reached with the keyboard alone", async () => {
  const page = await open(chrome, server.link);
  const first = await step(page);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.value), "llama3-70b");
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => document.activeElement.labels?.[0]?.textContent ?? "");
    if (label === "tp") break;
  }
  await page.keyboard.press("ArrowDown");
  await changed(page, first);
  assert.equal(await page.getByLabel("tp", { exact: true }).inputValue(), "4");
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.keyboard.press("a");
  assert.equal(await page.evaluate(() => document.activeElement.id), "answer");
  await page.context().close();
});

test("at 400 pixels and in the dark nothing is cut off", async () => {
  const page = await open(chrome, server.link, {
    viewport: { width: 400, height: 800 },
    colorScheme: "dark",
  });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 400);
  const top = await page.locator(".report .value").first().boundingBox();
  assert.ok(top.y < 700, `the verdict is on the first screen: ${top.y}`);
  const back = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.equal(back, "rgb(20, 24, 29)");
  await page.goto(linkOf(server.origin, "plan", { ...VALUES, "--tp": ["3"] }));
  await page.locator(".folded").getByText("--tp").first().waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("another page can neither ask nor read", async () => {
  const context = await chrome.newContext();
  const evil = await context.newPage();
  await evil.route("http://evil.test/", (r) => r.fulfill({ contentType: "text/html", body: "<p>evil</p>" }));
  await evil.goto("http://evil.test/");
  const result = await evil.evaluate(async (origin) => {
    try {
      const answer = await fetch(`${origin}/api/hello`, { method: "POST", mode: "no-cors" });
      return answer.type;
    } catch {
      return "failed";
    }
  }, server.origin);
  assert.ok(["failed", "opaque"].includes(result), result);
  const refused = await fetch(`${server.origin}/api/hello`, {
    method: "POST",
    headers: { Origin: "http://evil.test", "X-Busbar-Token": server.token },
  });
  assert.equal(refused.status, 403);
  const without = await fetch(`${server.origin}/api/hello`, { method: "POST" });
  assert.equal(without.status, 401);
  assert.equal(await status("/api/hello", { Host: "evil.test", "X-Busbar-Token": server.token }), 403);
  const page = await open(chrome, server.link);
  const session = await page.evaluate(async (token) => {
    const hello = await fetch("/api/hello", { method: "POST", headers: { "X-Busbar-Token": token } });
    return (await hello.json()).session;
  }, server.token);
  const upload = {
    "X-Busbar-Token": server.token,
    "X-Busbar-Session": session,
    "X-File-Name": "big",
    "X-File-Upload": "1",
    "X-File-At": "0",
    "X-File-Size": "1000000000",
    "Content-Length": "1000000000",
  };
  assert.equal(await status("/api/file", upload), 413);
  await page.context().close();
  await context.close();
});

/** The status of a request whose body never comes. */
function status(path, headers) {
  return new Promise((resolve, reject) => {
    const asked = request({ port: server.port, path, method: "POST", headers }, (answer) => {
      resolve(answer.statusCode);
      asked.destroy();
    });
    asked.on("error", reject);
    asked.flushHeaders();
    if (!headers["Content-Length"]) asked.end();
  });
}

test("a server that was killed is said to be gone, and found again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "busbar-"));
  const token = join(folder, "token");
  writeFileSync(token, "0123456789abcdef0123456789abcdef");
  const own = await serve(0, token);
  const page = await open(chrome, own.link);
  const first = await step(page);
  await own.kill();
  await fill(page, "micro batch", "1");
  await page.waitForSelector(".trouble");
  assert.match(await page.locator(".trouble").innerText(), /server is gone/);

  const again = await serve(own.port, token);
  const second = await changed(page, first);
  assert.notEqual(second, first);
  await page.waitForSelector(".trouble", { state: "detached" });
  await page.context().close();
  await again.end();
});

test("a link to a view opens it", async () => {
  const page = await open(chrome, server.link);
  await page.goto(linkOf(server.origin, "design", { "--gpus": ["256"], "--node": ["dgx-h100"] }));
  await page.waitForFunction(() => document.title.startsWith("Design"));
  await page.waitForSelector(".report section");
  await page.context().close();
});
