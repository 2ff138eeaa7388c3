// What the page shows, kept in the address so that a link restores it. Undo is its history.

import type { Call, Values } from "./types";

export interface State {
  view: string;
  /** Values of each view, so that a tab keeps what was typed. */
  values: Record<string, Values>;
  /** Answers pinned for comparison. */
  pins: Call[];
}

const VERSION = 1;
const MOST_LINK = 4096;
const MOST_PINS = 4;
const MOST_UNDO = 200;

function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  bytes.forEach((b) => (binary += String.fromCharCode(b)));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
}

function sorted(values: Values): Values {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The part of the address that restores a state: the shown view, and what is pinned. */
export function linkOf(state: State): string {
  const kept = {
    v: VERSION,
    view: state.view,
    values: sorted(state.values[state.view] ?? {}),
    ...(state.pins.length > 0 ? { pins: state.pins } : {}),
  };
  return "s=" + toBase64Url(JSON.stringify(kept));
}

/** The state of an address; null when it has none, a sentence when it cannot be read. */
export function fromLink(hash: string): State | string | null {
  const text = new URLSearchParams(hash.replace(/^#/, "")).get("s");
  if (!text) return null;
  try {
    const kept = JSON.parse(fromBase64Url(text)) as {
      v: number;
      view: string;
      values: Values;
      pins?: Call[];
    };
    if (kept.v !== VERSION) return "This link is of another version of the workbench.";
    const pins = (kept.pins ?? []).slice(0, MOST_PINS);
    return { view: String(kept.view), values: { [kept.view]: kept.values ?? {} }, pins };
  } catch {
    return "This link is damaged: it does not restore anything.";
  }
}

export function tooLongForLink(state: State): boolean {
  return linkOf(state).length > MOST_LINK;
}

/** A state with its past and future. */
export class History {
  private past: State[] = [];
  private future: State[] = [];
  private lastKey = "";

  constructor(public now: State) {}

  /**
   * Goes on to a state.
   *
   * @param key what was changed; a run of changes of one thing is undone together
   */
  to(state: State, key: string): void {
    if (key === "" || key !== this.lastKey) {
      this.past.push(this.now);
      if (this.past.length > MOST_UNDO) this.past.shift();
    }
    this.lastKey = key;
    this.future = [];
    this.now = state;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  undo(): void {
    const before = this.past.pop();
    if (before) {
      this.future.push(this.now);
      this.now = before;
      this.lastKey = "";
    }
  }

  redo(): void {
    const after = this.future.pop();
    if (after) {
      this.past.push(this.now);
      this.now = after;
      this.lastKey = "";
    }
  }
}

export { MOST_PINS };
