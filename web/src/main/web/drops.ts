// Dropped files: where each kind belongs, and how it gets there.

import { send } from "./api";
import type { App } from "./app";
import type { Field, FileValue, Values } from "./types";
import { isFile } from "./types";

const SCRIPT = /\.(sh|bash|slurm|sbatch|toml)$/i;
const PLAN = /\.ya?ml$/i;
const MODEL_KEYS = /"(model_type|architectures|num_hidden_layers)"\s*:/;
const ENOUGH = 65_536;

/** Sends files and makes them the value of a field. */
export async function drop(app: App, field: Field, list: Iterable<File>): Promise<void> {
  const sent = await sendAll(app, [...list]);
  if (!sent) return;
  const many = field.repeated || field.name === "PATH";
  const before = many ? (app.call.values[field.name] ?? []).filter(isFile) : [];
  app.set(field.name, many ? [...before, ...sent] : sent.slice(0, 1));
  if (!app.view?.live) void app.asking.run();
}

/** Files that were dropped beside every field go where their kind is read. */
export async function dropAnywhere(app: App, files: File[]): Promise<void> {
  const view = app.view;
  if (view?.name === "plan" && (await dropPlan(app, files))) return;
  const own = view?.fields.find((f) => f.kind === "file" && view.main.includes(f.name));
  if (own && view?.name !== "plan") return drop(app, own, files);
  app.open("diagnose");
  const path = app.view?.fields.find((f) => f.name === "PATH");
  if (path) return drop(app, path, files);
}

/**
 * A model's config.json replaces the model. A plan or what a training is started with replaces the
 * whole plan; of the form only the kind of node stays, which scripts do not name. Files beside a
 * script are sent along, because it may read them.
 */
async function dropPlan(app: App, files: File[]): Promise<boolean> {
  const kinds = await Promise.all(files.map(kindOf));
  const starts = kinds.some((k) => k === "script" || k === "plan" || k === "settings");
  if (!starts && !kinds.includes("model")) return false;
  const sent = await sendAll(app, files);
  if (!sent) return true;
  const of = (...wanted: Kind[]) => sent.filter((_, i) => wanted.includes(kinds[i]!));
  const model = of("model");
  if (!starts) {
    app.setAll({ ...app.call.values, "--model": model.slice(0, 1) }, "");
    return true;
  }
  const scripts = of("script");
  const values: Values = { FILE: scripts.length > 0 ? scripts : of("plan", "settings") };
  const cluster = app.call.values["--cluster"]?.[0];
  if (!kinds.includes("plan") && typeof cluster === "string") {
    values["--cluster"] = [cluster.replace(/:\d+$/, "")];
  }
  if (model.length > 0 && scripts.length === 0) values["--model"] = model.slice(0, 1);
  app.setAll(values, "");
  return true;
}

type Kind = "script" | "plan" | "settings" | "model" | "other";

async function kindOf(file: File): Promise<Kind> {
  if (SCRIPT.test(file.name)) return "script";
  if (PLAN.test(file.name)) return "plan";
  if (!/\.json$/i.test(file.name)) return "other";
  return MODEL_KEYS.test(await file.slice(0, ENOUGH).text()) ? "model" : "settings";
}

/** Sends files one after another; null when one could not be, which is said. */
async function sendAll(app: App, files: File[]): Promise<FileValue[] | null> {
  const total = files.reduce((sum, f) => sum + f.size, 0);
  if (total > (app.state.hello?.most_file_bytes ?? 0)) {
    app.notify(`That is ${Math.round(total / 1e6)} MB: too much to drop. Use 'busbar ${app.now.view}'.`);
    return null;
  }
  const sent: FileValue[] = [];
  try {
    for (const file of files) {
      const name = file.webkitRelativePath || file.name;
      const told = (share: number) =>
        app.setState({ progress: `${name}: ${Math.round(100 * share)} %`, busy: true });
      sent.push(await send(file, name, told));
    }
    app.setState({ progress: "", busy: false });
    return sent;
  } catch (e) {
    app.asking.fail(e);
    return null;
  }
}
