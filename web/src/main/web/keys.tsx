// Keys that do what buttons do, and the list of them.

import { useEffect, useRef } from "preact/hooks";
import { copyCommand, copyLink } from "./actions";
import type { App } from "./app";

const LIST: [string, string][] = [
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["/", "go to the first field"],
  ["↑ ↓ in a degree", "next valid value"],
  ["A", "go to the answer"],
  ["P", "pin for comparison"],
  ["L, C", "copy the link, the command"],
  ["1 to 9", "open a view"],
  ["Ctrl+Enter", "run"],
  ["?", "this list; Escape closes it"],
];

/** Acts on a key. Plain letters count only outside of fields. */
export function shortcuts(event: KeyboardEvent, app: App): void {
  const held = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (held && key === "z") {
    event.preventDefault();
    if (event.shiftKey) app.redo();
    else app.undo();
  } else if (held && key === "y") {
    event.preventDefault();
    app.redo();
  } else if (held && key === "enter") {
    event.preventDefault();
    void app.asking.run();
  } else if (key === "escape") {
    app.setState({ help: false });
    document.querySelector(".menu[open]")?.removeAttribute("open");
  } else if (!held && !event.altKey && !typing(event.target as Element)) {
    plain(key, event, app);
  }
}

function plain(key: string, event: KeyboardEvent, app: App): void {
  if (/^[1-9]$/.test(key)) {
    document.querySelectorAll<HTMLButtonElement>(".tabs button")[Number(key) - 1]?.click();
  } else if (key === "/") {
    event.preventDefault();
    document.querySelector<HTMLElement>(".form input, .form select")?.focus();
  } else if (key === "a") {
    document.getElementById("answer")?.focus();
  } else if (key === "p") {
    app.pin();
  } else if (key === "l") {
    void copyLink(app);
  } else if (key === "c") {
    void copyCommand(app);
  } else if (key === "?") {
    app.setState({ help: true });
  }
}

function typing(target: Element): boolean {
  return target.matches("input:not([type=range]):not([type=checkbox]), select, textarea");
}

export function Keys({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={close} aria-label="Keys">
      <h2>Keys</h2>
      <dl class="keys">
        {LIST.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
