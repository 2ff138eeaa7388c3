// The workbench: tabs, form, answer, history, links. What is true comes from the server.

import { Component, render } from "preact";
import { ask, bye, callOf, hello, send, shown, stop, takeToken, Trouble } from "./api";
import type { Want } from "./api";
import { Actions } from "./actions";
import { Compare } from "./compare";
import { Fabric } from "./fabric";
import { Form } from "./form";
import { Keys, shortcuts } from "./keys";
import { Offers } from "./offers";
import { Report } from "./report";
import { fromLink, History, linkOf, MOST_PINS, tooLongForLink } from "./state";
import type { State } from "./state";
import type { Answer, Call, Complaint, Field, FileValue, Hello, Value, Values, View } from "./types";
import { isFile } from "./types";

const START: Record<string, Values> = {
  plan: { "--model": ["llama3-70b"], "--cluster": ["dgx-h100:128"], "--tp": ["8"], "--pp": ["4"] },
  fabric: { "--cluster": ["dgx-h100:64"] },
  collective: { OPERATION: ["all_reduce"], "--cluster": ["dgx-h100:4"] },
  measured: { KIND: ["collectives"], "--cluster": ["dgx-h100:4"] },
  design: { "--gpus": ["1024"], "--node": ["dgx-h100"] },
  simulate: { OPERATION: ["all_reduce"], "--cluster": ["dgx-h100:4"] },
  step: { "--model": ["llama3-8b"], "--cluster": ["dgx-h100:4"], "--tp": ["1"], "--pp": ["1"] },
  tune: { "--cluster": ["dgx-h100:16"] },
};

const COMPARE = "compare";
const RECONNECT_MS = 1500;
/** Answers that take longer say that they are being worked on. */
const SLOW_MS = 400;

interface Shown {
  answer: Answer | null;
  busy: boolean;
  slow: boolean;
  progress: string;
  trouble: string;
  notice: string;
  help: boolean;
  formOpen: boolean;
  hello: Hello | null;
}

class App extends Component<object, Shown> {
  override state: Shown = {
    answer: null,
    busy: false,
    slow: false,
    progress: "",
    trouble: "",
    notice: "",
    help: false,
    formOpen: false,
    hello: null,
  };
  history = new History({ view: "plan", values: START, pins: [] });
  /** Answer of each view, so that a tab comes back at once. */
  private shown = new Map<string, Answer>();
  private asking: AbortController | null = null;
  private noticeTimer = 0;

  override async componentDidMount() {
    takeToken();
    window.addEventListener("hashchange", () => this.openLink());
    window.addEventListener("pagehide", () => bye());
    document.addEventListener("keydown", (e) => shortcuts(e, this));
    document.addEventListener("dragover", (e) => e.preventDefault());
    document.addEventListener("drop", (e) => {
      e.preventDefault();
      if (e.dataTransfer?.files.length) void this.dropAnywhere(e.dataTransfer.files);
    });
    await this.connect();
  }

  private async connect() {
    try {
      const greeting = await hello();
      this.setState({ hello: greeting, trouble: "" }, () => {
        if (!this.openLink()) void this.run();
      });
    } catch (e) {
      this.fail(e);
    }
  }

  /** Shows what the address says; true when it said something. */
  private openLink(): boolean {
    const restored = fromLink(location.hash);
    if (restored === null) return false;
    if (typeof restored === "string") {
      this.notify(restored);
      return false;
    }
    if (linkOf(restored) === linkOf(this.history.now)) {
      if (this.shown.has(restored.view)) return true;
    }
    const values = { ...this.history.now.values, ...restored.values };
    this.go({ ...restored, values }, "");
    return true;
  }

  get now(): State {
    return this.history.now;
  }

  get view(): View | undefined {
    return this.state.hello?.views.find((v) => v.name === this.now.view);
  }

  get call(): Call {
    return { view: this.now.view, values: this.now.values[this.now.view] ?? {} };
  }

  /** Goes to a state, and asks when its view answers at once. */
  go(state: State, key: string) {
    const other = state.view !== this.now.view;
    this.history.to(state, key);
    this.arrived(other);
  }

  private arrived(other: boolean) {
    if (tooLongForLink(this.now)) this.notify("This is too much for a link: keep the files instead.");
    history.replaceState(null, "", `#${linkOf(this.now)}`);
    document.title = `${this.title()} · Busbar workbench`;
    if (other) this.setState({ answer: this.shown.get(this.now.view) ?? null, trouble: "" });
    const live = this.now.view === COMPARE || this.view?.live;
    if (live) this.run();
    else this.setState({});
  }

  title(): string {
    return this.now.view === COMPARE ? "Compare" : (this.view?.title ?? "");
  }

  undo() {
    const before = this.now.view;
    this.history.undo();
    this.arrived(before !== this.now.view);
  }

  redo() {
    const before = this.now.view;
    this.history.redo();
    this.arrived(before !== this.now.view);
  }

  open(view: string) {
    if (view !== this.now.view) this.go({ ...this.now, view }, "");
  }

  set(field: string, value: Value[]) {
    const values = { ...this.call.values };
    if (value.length === 0) delete values[field];
    else values[field] = value;
    this.setAll(values, `${this.now.view} ${field}`);
  }

  setAll(values: Values, key: string) {
    this.go({ ...this.now, values: { ...this.now.values, [this.now.view]: values } }, key);
  }

  /** Opens the view that answers a command line, or copies it when none does. */
  async openCommand(command: string) {
    const call = await callOf(command);
    if (call) this.follow(call);
    else this.notify(`For the command line: ${command}`);
  }

  /** Opens another view with values, as an answer offers. */
  follow(call: Call) {
    this.go({ ...this.now, view: call.view, values: { ...this.now.values, [call.view]: call.values } }, "");
    if (!this.view?.live) this.run();
  }

  /** Asks for what is shown now; whatever is still being asked is not wanted any longer. */
  async run() {
    const view = this.now.view;
    const calls = view === COMPARE ? this.now.pins : [this.call];
    this.asking?.abort();
    if (calls.length === 0) {
      this.setState({ answer: null, busy: false });
      return;
    }
    const asking = new AbortController();
    this.asking = asking;
    this.setState({ busy: true, slow: false, progress: "" });
    window.setTimeout(() => {
      if (this.asking === asking && this.state.busy) this.setState({ slow: true });
    }, SLOW_MS);
    try {
      const answer = await ask("main", calls, "page", "a", asking.signal, (progress) => {
        if (!asking.signal.aborted) this.setState({ progress });
      });
      if (asking.signal.aborted) return;
      if (answer.complaints) {
        const before = this.shown.get(view) ?? {};
        this.shown.set(view, { ...before, complaints: answer.complaints });
      } else if (!answer.stopped) {
        this.shown.set(view, answer);
      }
      this.setState({
        answer: this.shown.get(this.now.view) ?? null,
        busy: false,
        progress: "",
        trouble: "",
        notice: answer.stopped ? "Stopped." : this.state.notice,
      });
    } catch (e) {
      if (!asking.signal.aborted) this.fail(e);
    }
  }

  stopRun() {
    stop("main");
    this.setState({ progress: "stopping …" });
  }

  /** Says what went wrong; a server that comes back is found again. */
  private fail(e: unknown) {
    const trouble = e instanceof Error ? e.message : String(e);
    this.setState({ busy: false, progress: "", trouble });
    const gone = e instanceof Trouble && (e.status === 0 || e.status === 410);
    if (gone) {
      window.setTimeout(async () => {
        try {
          const greeting = await hello();
          this.setState({ hello: greeting, trouble: "" });
          this.run();
        } catch (again) {
          this.fail(again);
        }
      }, e.status === 410 ? 0 : RECONNECT_MS);
    }
  }

  notify(notice: string) {
    this.setState({ notice });
    window.clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => this.setState({ notice: "" }), 6000);
  }

  async text(want: Want): Promise<string> {
    const answer = await ask("text", [this.call], want, "t", new AbortController().signal, () => undefined);
    return answer.text ?? answer.complaints?.map((c) => c.text).join("\n") ?? "";
  }

  pin() {
    const pins = this.now.pins;
    if (this.now.view === COMPARE || !this.state.answer?.html) return;
    if (pins.length >= MOST_PINS) {
      this.notify(`At most ${MOST_PINS} can be compared: remove one first.`);
      return;
    }
    const letter = "ABCD".split("").find((l) => !pins.some((p) => p.name === l))!;
    this.go({ ...this.now, pins: [...pins, { ...this.call, name: letter }] }, "");
    this.notify(`Pinned as ${letter}. ${pins.length > 0 ? "See Compare." : "Pin another to compare."}`);
  }

  unpin(name: string) {
    this.go({ ...this.now, pins: this.now.pins.filter((p) => p.name !== name) }, "");
  }

  async drop(field: Field, list: FileList) {
    const files = [...list];
    const total = files.reduce((sum, f) => sum + f.size, 0);
    if (total > (this.state.hello?.most_file_bytes ?? 0)) {
      this.notify(`That is ${Math.round(total / 1e6)} MB: too much to drop. Use 'busbar ${this.now.view}'.`);
      return;
    }
    const sent: FileValue[] = [];
    try {
      for (const file of files) {
        const name = file.webkitRelativePath || file.name;
        const value = await send(file, name, (share) =>
          this.setState({ progress: `${name}: ${Math.round(100 * share)} %`, busy: true }),
        );
        sent.push(value);
      }
      const many = field.repeated || field.name === "PATH";
      const before = many ? (this.call.values[field.name] ?? []).filter(isFile) : [];
      this.setState({ progress: "", busy: false });
      this.set(field.name, many ? [...before, ...sent] : sent.slice(0, 1));
      if (!this.view?.live) this.run();
    } catch (e) {
      this.fail(e);
    }
  }

  /** A file that was dropped on the page goes where its kind is read. */
  private async dropAnywhere(files: FileList) {
    const view = this.view;
    if (!view) return;
    const name = files[0]!.name.toLowerCase();
    const plan = /\.(ya?ml)$/.test(name);
    const config = /\.json$/.test(name);
    if (view.name === "plan" && files.length === 1 && (plan || config)) {
      const field = view.fields.find((f) => f.name === (plan ? "FILE" : "--model"));
      if (field) return this.drop(field, files);
    }
    const own = view.fields.find((f) => f.kind === "file" && view.main.includes(f.name));
    if (own && view.name !== "plan") return this.drop(own, files);
    this.open("diagnose");
    const path = this.view?.fields.find((f) => f.name === "PATH");
    if (path) return this.drop(path, files);
  }

  override render() {
    const { hello: greeting, answer, busy, slow, trouble, notice, progress } = this.state;
    const view = this.view;
    const complaints: Complaint[] = answer?.complaints ?? [];
    const general = complaints.filter((c) => !view?.fields.some((f) => f.name === c.field));
    return (
      <>
        <a class="skip" href="#answer" onClick={(e) => this.skip(e)}>
          Skip to the answer
        </a>
        <header class="top">
          <h1 class="brand">Busbar</h1>
          <Tabs views={greeting?.views ?? []} now={this.now.view} pins={this.now.pins.length} open={(v) => this.open(v)} />
          <Actions app={this} />
        </header>
        {trouble ? (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        ) : null}
        <div class={`desk${view ? "" : " single"}`}>
          {view ? (
            <aside class={`side${this.state.formOpen ? " open" : ""}`} aria-label="Questions">
              <button
                type="button"
                class="unfold"
                aria-expanded={this.state.formOpen}
                onClick={() => this.setState({ formOpen: !this.state.formOpen })}
              >
                <b>{this.state.formOpen ? "Hide the form" : "Change"}</b> {summary(this.call)}
              </button>
              <div class="inner">
              <p class="about">{view.about}</p>
              <Form
                view={view}
                values={this.call.values}
                names={greeting!.names}
                neighbours={answer?.neighbours ?? {}}
                complaints={complaints}
                onChange={(field, value) => this.set(field, value)}
                onDrop={(field, files) => void this.drop(field, files)}
              />
              {view.live ? null : (
                <button type="button" class="run" onClick={() => void this.run()} disabled={busy}>
                  Run
                </button>
              )}
              </div>
            </aside>
          ) : null}
          <main id="answer" tabIndex={-1} aria-busy={busy}>
            <p class="status" role="status">
              {busy && (progress || slow || !view?.live) ? (
                <>
                  {progress || "working …"}{" "}
                  <button type="button" onClick={() => this.stopRun()}>
                    Stop
                  </button>
                </>
              ) : (
                notice
              )}
            </p>
            {general.length > 0 ? (
              <div class="complaints" role="alert">
                {general.map((c) => (
                  <p key={c.text}>{c.text}</p>
                ))}
              </div>
            ) : null}
            {this.now.view === COMPARE ? <Compare app={this} /> : null}
            {answer?.html ? (
              <div class={complaints.length > 0 ? "stale" : ""}>
                {this.now.view !== COMPARE ? <h2 class="title">{answer.title}</h2> : null}
                <Offers offers={answer.offers ?? []} apply={(o) => this.apply(o.values)} />
                {answer.picture ? (
                  <Fabric
                    picture={answer.picture}
                    broken={this.call.values["--break"]?.map(shown) ?? []}
                    onBreak={(names) => this.set("--break", names)}
                  />
                ) : null}
                <Report html={answer.html} css={answer.css ?? ""} onCommand={(c) => void this.openCommand(c)} />
              </div>
            ) : answer?.text ? (
              <pre class="plain">{answer.text}</pre>
            ) : view && !busy && complaints.length === 0 && !trouble ? (
              <p class="empty">{view.live ? "" : "Fill in the form, or drop files here, then run."}</p>
            ) : null}
          </main>
        </div>
        {this.state.help ? <Keys close={() => this.setState({ help: false })} /> : null}
      </>
    );
  }

  apply(changes: Record<string, string>) {
    const values = { ...this.call.values };
    for (const [field, text] of Object.entries(changes)) {
      if (text === "") delete values[field];
      else values[field] = [text];
    }
    this.setAll(values, "");
  }

  private skip(event: Event) {
    event.preventDefault();
    document.getElementById("answer")?.focus();
  }
}

/** What was typed, on one line. */
function summary(call: Call): string {
  return Object.entries(call.values)
    .map(([field, values]) => `${field.replace(/^-+/, "").replace(/^[A-Z]+$/, "")} ${values.map(shown).join(" ")}`.trim())
    .join(", ");
}

function Tabs(props: { views: View[]; now: string; pins: number; open: (view: string) => void }) {
  const names = [
    ...props.views.slice(0, 1).map((v) => ({ name: v.name, title: v.title })),
    { name: COMPARE, title: props.pins > 0 ? `Compare (${props.pins})` : "Compare" },
    ...props.views.slice(1).map((v) => ({ name: v.name, title: v.title })),
  ];
  return (
    <nav class="tabs" aria-label="Views">
      <ul>
        {names.map((v) => (
          <li key={v.name}>
            <button
              type="button"
              data-view={v.name}
              aria-current={v.name === props.now ? "page" : undefined}
              onClick={() => props.open(v.name)}
            >
              {v.title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export type { App };
const root = document.getElementById("app")!;
root.replaceChildren();
render(<App />, root);
