// The workbench: tabs, form, answer, history, links. What is true comes from the server.

import { Component, render } from "preact";
import { bye, callOf, hello, shown, takeToken } from "./api";
import { Actions } from "./actions";
import { Asking } from "./asking";
import { Compare } from "./compare";
import { drop, dropAnywhere } from "./drops";
import { Fabric } from "./fabric/fabric";
import { Form } from "./form";
import { Keys, shortcuts } from "./keys";
import { Offers } from "./offers";
import { Report } from "./report";
import { fromLink, History, linkOf, MOST_PINS, tooLongForLink } from "./state";
import type { State } from "./state";
import { COMPARE, Tabs } from "./tabs";
import type { Answer, Call, Complaint, Field, Hello, Value, Values, View } from "./types";

const START: Record<string, Values> = {
  plan: { "--model": ["llama3-70b"], "--cluster": ["dgx-h100:128"], "--tp": ["8"], "--pp": ["4"] },
  fabric: { "--cluster": ["dgx-h100:64"], "--routing": ["ecmp", "adaptive"] },
  collective: { OPERATION: ["all_reduce"], "--cluster": ["dgx-h100:4"] },
  measured: { KIND: ["collectives"], "--cluster": ["dgx-h100:4"] },
  design: { "--gpus": ["1024"], "--node": ["dgx-h100"] },
  simulate: { OPERATION: ["all_reduce"], "--cluster": ["dgx-h100:4"] },
  step: { "--model": ["llama3-8b"], "--cluster": ["dgx-h100:4"], "--tp": ["1"], "--pp": ["1"] },
  tune: { "--cluster": ["dgx-h100:16"] },
  search: { "--model": ["llama3-70b"], "--cluster": ["dgx-h100:64..256"], "--tokens": ["2T"], "--deadline": ["60d"] },
  goodput: { "--cluster": ["dgx-h100:2048"], "--work": ["48d"] },
};

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
  readonly asking = new Asking(this);
  private noticeTimer = 0;

  override async componentDidMount() {
    takeToken();
    window.addEventListener("hashchange", () => this.openLink());
    window.addEventListener("pagehide", () => bye());
    document.addEventListener("keydown", (e) => shortcuts(e, this));
    document.addEventListener("dragover", (e) => e.preventDefault());
    document.addEventListener("drop", (e) => {
      e.preventDefault();
      if (e.dataTransfer?.files.length) void dropAnywhere(this, [...e.dataTransfer.files]);
    });
    await this.connect();
  }

  private async connect() {
    try {
      const greeting = await hello();
      this.setState({ hello: greeting, trouble: "" }, () => {
        if (!this.openLink()) void this.asking.run();
      });
    } catch (e) {
      this.asking.fail(e);
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
      if (this.asking.answers.has(restored.view)) return true;
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
    if (other) this.setState({ answer: this.asking.answers.get(this.now.view) ?? null, trouble: "" });
    if (this.asking.isLive()) void this.asking.run();
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

  private change = (field: string, value: Value[]) => this.set(field, value);
  private dropped = (field: Field, files: FileList) => void drop(this, field, files);

  private broke = (names: string[]) => this.set("--break", names);

  private who = (names: string[]) => this.set("--who", names);

  /** Plays what the fabric carries with the flow engine, which has its own view. */
  private play = () => {
    const { "--cluster": cluster, "--op": op, "--size": size, "--routing": routing } = this.call.values;
    const adaptive = routing?.some((r) => shown(r).startsWith("adaptive"));
    this.follow({
      view: "simulate",
      values: {
        OPERATION: op ?? ["all_reduce"],
        ...(cluster ? { "--cluster": cluster } : {}),
        "--size": size ?? ["1GiB"],
        "--fidelity": ["flow"],
        "--routing": [adaptive ? "adaptive" : "ecmp"],
      },
    });
  };

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
    if (!this.view?.live) void this.asking.run();
  }

  notify(notice: string) {
    this.setState({ notice });
    window.clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => this.setState({ notice: "" }), 6000);
  }

  pin() {
    const pins = this.now.pins;
    if (this.now.view === COMPARE || !this.state.answer?.sections) return;
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

  override render() {
    const { hello: greeting, answer, busy, slow, trouble, notice, progress } = this.state;
    const view = this.view;
    const complaints: Complaint[] = answer?.complaints ?? [];
    const general = complaints.filter((c) => !view?.fields.some((f) => f.name === c.field));
    // On a narrow screen the form may be folded, and with it what is wrong in its fields.
    const folded = this.state.formOpen ? [] : complaints.filter((c) => !general.includes(c));
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
              {folded.length > 0 ? (
                <div class="complaints folded">
                  {folded.map((c) => (
                    <p key={c.text}>{c.text}</p>
                  ))}
                </div>
              ) : null}
              <div class="inner">
              <p class="about">{view.about}</p>
              <Form
                key={view.name}
                view={view}
                values={this.call.values}
                names={greeting!.names}
                neighbours={answer?.neighbours ?? {}}
                complaints={complaints}
                onChange={this.change}
                onDrop={this.dropped}
              />
              {view.live ? null : (
                <button type="button" class="run" onClick={() => void this.asking.run()} disabled={busy}>
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
                  <button type="button" onClick={() => this.asking.stop()}>
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
            {answer?.sections ? (
              <div class={`${complaints.length > 0 ? "stale" : ""}${answer.offers?.length ? " told" : ""}`}>
                {this.now.view !== COMPARE ? <h2 class="title">{answer.title}</h2> : null}
                <Offers offers={answer.offers ?? []} apply={(o) => this.apply(o.values)} />
                {answer.picture ? (
                  <Fabric
                    picture={answer.picture}
                    broken={this.call.values["--break"]?.map(shown) ?? []}
                    looked={this.call.values["--who"]?.map(shown) ?? []}
                    onWho={view?.name === "fabric" ? this.who : undefined}
                    onBreak={view?.name === "fabric" ? this.broke : undefined}
                    onPlay={view?.name === "fabric" ? this.play : undefined}
                  />
                ) : null}
                <Report sections={answer.sections} css={answer.css ?? ""} onCommand={(c) => void this.openCommand(c)} />
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

export type { App };
const root = document.getElementById("app")!;
root.replaceChildren();
render(<App />, root);
