// What can be done with an answer: undo, keep, copy, download.

import { useRef } from "preact/hooks";
import type { App } from "./app";
import type { Want } from "./api";
import { save } from "./save";

export function Actions({ app }: { app: App }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const done = () => menu.current?.removeAttribute("open");
  const ready = Boolean(app.state.answer?.sections);
  const planned = app.now.view === "plan";
  return (
    <div class="actions">
      <button type="button" onClick={() => app.undo()} disabled={!app.history.canUndo} title="Undo (Ctrl+Z)">
        Undo
      </button>
      <button type="button" onClick={() => app.redo()} disabled={!app.history.canRedo} title="Redo (Ctrl+Y)">
        Redo
      </button>
      <button type="button" onClick={() => app.pin()} disabled={!ready || app.now.view === "compare"} title="Keep for comparison (P)">
        Pin
      </button>
      <details class="menu" ref={menu}>
        <summary>Share</summary>
        <div class="choices">
          <button type="button" onClick={() => (done(), void copyLink(app))}>
            Copy link
          </button>
          <button type="button" disabled={!ready} onClick={() => (done(), void copyCommand(app))}>
            Copy as command
          </button>
          {planned ? (
            <button type="button" disabled={!ready} onClick={() => (done(), void copyText(app, "yaml", "plan file"))}>
              Copy as YAML
            </button>
          ) : null}
          {(["html", "json", "text"] as Want[]).map((want) => (
            <button type="button" key={want} disabled={!ready} onClick={() => (done(), void download(app, want))}>
              Download {want === "text" ? "text" : want.toUpperCase()}
            </button>
          ))}
        </div>
      </details>
      <button type="button" onClick={() => app.setState({ help: true })} title="Keys (?)" aria-label="Keys">
        ?
      </button>
    </div>
  );
}

async function copy(app: App, text: string, what: string) {
  try {
    await navigator.clipboard.writeText(text);
    app.notify(`Copied the ${what}.`);
  } catch {
    app.notify(`Could not reach the clipboard: ${text}`);
  }
}

export async function copyLink(app: App) {
  await copy(app, location.href, "link; it opens on this machine while the server runs");
}

export async function copyCommand(app: App) {
  if (app.state.answer?.command) await copy(app, app.state.answer.command, "command");
}

async function copyText(app: App, want: Want, what: string) {
  await copy(app, await app.asking.text(want), what);
}

const TYPES: Record<string, [string, string]> = {
  html: ["text/html", "html"],
  json: ["application/json", "json"],
  text: ["text/plain", "txt"],
};

async function download(app: App, want: Want) {
  const [type, ending] = TYPES[want]!;
  save(await app.asking.text(want), type, `busbar-${app.now.view}.${ending}`);
}
