// Questions of the shown view: the newest counts, the server that goes away is found again.

import { ask, hello, stop, Trouble } from "./api";
import type { Want } from "./api";
import type { App } from "./app";
import { COMPARE } from "./tabs";
import type { Answer } from "./types";

const RECONNECT_MS = 1500;
/** Answers that take longer say that they are being worked on. */
const SLOW_MS = 400;
/** Where the style sheet of reports changes to narrow drawings. */
const NARROW = matchMedia("(max-width: 900px)");

export class Asking {
  /** Answer of each view, so that a tab comes back at once. */
  readonly answers = new Map<string, Answer>();
  private now: AbortController | null = null;

  constructor(private readonly app: App) {
    NARROW.addEventListener("change", () => {
      for (const view of this.answers.keys()) if (this.isLive(view)) this.answers.delete(view);
      if (this.isLive()) void this.run();
    });
  }

  /** Whether a view is asked with every change. */
  isLive(view = this.app.now.view): boolean {
    return view === COMPARE || Boolean(this.app.state.hello?.views.find((v) => v.name === view)?.live);
  }

  /** Asks for what is shown now; whatever is still being asked is not wanted any longer. */
  async run(): Promise<void> {
    const { app } = this;
    const view = app.now.view;
    const calls = view === COMPARE ? app.now.pins : [app.call];
    this.now?.abort();
    if (calls.length === 0) {
      app.setState({ answer: null, busy: false });
      return;
    }
    const asking = new AbortController();
    this.now = asking;
    app.setState({ busy: true, slow: false, progress: "" });
    window.setTimeout(() => {
      if (this.now === asking && app.state.busy) app.setState({ slow: true });
    }, SLOW_MS);
    try {
      const answer = await ask("main", calls, "page", this.screen(), asking.signal, (progress) => {
        if (!asking.signal.aborted) app.setState({ progress });
      });
      if (!asking.signal.aborted) this.arrived(view, answer);
    } catch (e) {
      if (!asking.signal.aborted) this.fail(e);
    }
  }

  /** An answer that is not asked for again when the screen turns has drawings for both. */
  private screen(): string {
    return !this.isLive() ? "any" : NARROW.matches ? "narrow" : "wide";
  }

  private arrived(view: string, answer: Answer): void {
    const { app } = this;
    if (answer.complaints) {
      this.answers.set(view, { ...this.answers.get(view), complaints: answer.complaints });
    } else if (!answer.stopped) {
      this.answers.set(view, answer);
    }
    app.setState({
      answer: this.answers.get(app.now.view) ?? null,
      busy: false,
      progress: "",
      trouble: "",
      notice: answer.stopped ? "Stopped." : app.state.notice,
    });
  }

  stop(): void {
    stop("main");
    this.app.setState({ progress: "stopping …" });
  }

  /** Says what went wrong; a server that comes back is found again. */
  fail(e: unknown): void {
    const { app } = this;
    const trouble = e instanceof Error ? e.message : String(e);
    app.setState({ busy: false, progress: "", trouble });
    const gone = e instanceof Trouble && (e.status === 0 || e.status === 410);
    if (!gone) return;
    window.setTimeout(async () => {
      try {
        const greeting = await hello();
        app.setState({ hello: greeting, trouble: "" });
        void this.run();
      } catch (again) {
        this.fail(again);
      }
    }, e.status === 410 ? 0 : RECONNECT_MS);
  }

  /** The shown answer in another form. */
  async text(want: Want): Promise<string> {
    const nobody = new AbortController().signal;
    const answer = await ask("text", [this.app.call], want, "any", nobody, () => undefined);
    return answer.text ?? answer.complaints?.map((c) => c.text).join("\n") ?? "";
  }
}
