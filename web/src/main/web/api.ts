// Questions to the server. Nothing else in the page talks to anything.

import type { Answer, Call, FileValue, Hello, Value } from "./types";

const TOKEN = "busbar-token";
let session = "";
let token = "";
let pieceBytes = 4 << 20;

/** What the server says when it refuses, or that it is gone. */
export class Trouble extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The token comes with the printed link and leaves the address at once. */
export function takeToken(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    // By origin, so by port as well: another server on this machine does not see it.
    localStorage.setItem(TOKEN, given);
    history.replaceState(null, "", location.pathname);
  }
  token = localStorage.getItem(TOKEN) ?? "";
}

async function post(path: string, body: BodyInit, more: HeadersInit = {}, signal?: AbortSignal) {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      body,
      signal: signal ?? null,
      headers: { "X-Busbar-Token": token, "X-Busbar-Session": session, ...more },
    });
  } catch (e) {
    if (signal?.aborted) throw e;
    throw new Trouble("The server is gone. Start it again with 'busbar serve'.", 0);
  }
  if (!response.ok) {
    let why = response.statusText;
    try {
      why = ((await response.json()) as { error: string }).error;
    } catch {
      // the status has to do
    }
    throw new Trouble(why, response.status);
  }
  return response;
}

export async function hello(): Promise<Hello> {
  const answer = (await (await post("/api/hello", "")).json()) as Hello;
  session = answer.session;
  pieceBytes = answer.most_piece_bytes;
  return answer;
}

/** What is wanted of an answer. */
export type Want = "page" | "json" | "html" | "text" | "yaml";

/**
 * Asks. A newer question for the same slot stops this one.
 *
 * @param screen for which drawings are made: wide, narrow or any
 * @param onProgress told how far it is
 */
export async function ask(
  slot: string,
  calls: Call[],
  want: Want,
  screen: string,
  signal: AbortSignal,
  onProgress: (line: string) => void,
): Promise<Answer> {
  const body = JSON.stringify({ slot, want, screen, prefix: "a", calls });
  const response = await post("/api/ask", body, {}, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let answering = false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
    while (!answering) {
      const end = text.indexOf("\n");
      if (end < 0) break;
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      if (line === "answer") answering = true;
      else if (line.startsWith("progress ")) onProgress(line.slice("progress ".length));
    }
  }
  if (!answering) throw new Trouble("The server broke off. Ask again.", 0);
  return JSON.parse(text) as Answer;
}

/** The call that a command line makes; null when no view answers it. */
export async function callOf(command: string): Promise<Call | null> {
  const answer = (await (await post("/api/call", JSON.stringify({ command }))).json()) as Partial<Call>;
  return answer.view ? { view: answer.view, values: answer.values ?? {} } : null;
}

export function stop(slot: string): void {
  void post("/api/stop", JSON.stringify({ slot })).catch(() => undefined);
}

/** Ends the session: what was dropped is deleted. */
export function bye(): void {
  void fetch("/api/bye", {
    method: "POST",
    keepalive: true,
    headers: { "X-Busbar-Token": token, "X-Busbar-Session": session },
  }).catch(() => undefined);
}

let uploads = 0;

/** Sends a file in pieces. */
export async function send(
  file: File,
  name: string,
  onProgress: (share: number) => void,
): Promise<FileValue> {
  uploads++;
  const upload = String(uploads);
  let at = 0;
  for (;;) {
    const piece = file.slice(at, at + pieceBytes);
    const response = await post("/api/file", piece, {
      "X-File-Name": encodeURIComponent(name),
      "X-File-Upload": upload,
      "X-File-At": String(at),
      "X-File-Size": String(file.size),
    });
    at += piece.size;
    onProgress(file.size === 0 ? 1 : at / file.size);
    const hash = ((await response.json()) as { file: string | null }).file;
    if (hash) return { file: hash, name };
  }
}

/** A value as a command line shows it. */
export function shown(value: Value): string {
  return typeof value === "string" ? value : value.name;
}
