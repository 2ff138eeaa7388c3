// The fabric with its load: routings beside each other, played over time, parts that can be broken.

import { Component } from "preact";
import type { Picture } from "../types";
import { size, time } from "../units";
import { Drawing } from "./drawing";
import { Player } from "./player";
import { plural, Scene } from "./scene";
import type { Hit, Load } from "./scene";

interface Props {
  picture: Picture;
  broken: string[];
  /** Of which the tables below say who sends over it; none or one. */
  looked: string[];
  /** Absent where nothing can be broken. */
  onBreak: ((names: string[]) => void) | undefined;
  /** Absent where nobody can be told. */
  onWho: ((names: string[]) => void) | undefined;
  /** Absent where nothing is left to be played. */
  onPlay: (() => void) | undefined;
}

interface State {
  run: number;
  beside: boolean;
  frame: number;
  moves: number;
  hovered: Hit | null;
  picked: Hit | null;
}

const FULL = 100;

export class Fabric extends Component<Props, State> {
  override state: State = { run: 0, beside: false, frame: 0, moves: 0, hovered: null, picked: null };
  private scene = new Scene(this.props.picture);
  private loads = new Map<number, Load>();

  override componentWillReceiveProps(next: Props) {
    if (next.picture === this.props.picture) return;
    this.scene = new Scene(next.picture).like(this.scene);
    this.loads.clear();
    const few = next.picture.links.lower.length;
    const kept = (hit: Hit | null) => (hit && hit.link < few ? hit : null);
    this.setState({
      run: Math.min(this.state.run, Math.max(0, next.picture.runs.length - 1)),
      frame: 0,
      hovered: null,
      picked: kept(this.state.picked),
    });
  }

  private get frames() {
    return this.props.picture.frames;
  }

  /** The load of a routing, or of the shown moment; the same object until it changes. */
  private load(index: number): Load {
    const known = this.loads.get(index);
    if (known) return known;
    const { runs } = this.props.picture;
    const frame = this.frames?.[index];
    const run = runs[index];
    const load: Load = frame
      ? { up: frame.up, down: frame.down, most: FULL }
      : { up: run!.up_s, down: run!.down_s, most: Math.max(...runs.map((r) => r.busiest_s)) };
    this.loads.set(index, load);
    return load;
  }

  private get shownLoad(): Load {
    return this.load(this.frames ? this.state.frame : this.state.run);
  }

  private moved = () => this.setState({ moves: this.state.moves + 1 });

  private resized = (width: number) => {
    if (width === 0 || width === this.scene.width) return;
    this.scene.width = width;
    this.moved();
  };

  private key = (key: string): boolean => {
    const { scene } = this;
    const middle = scene.width / 2;
    const actions: Record<string, () => void> = {
      "+": () => scene.zoom(1.5, middle),
      "=": () => scene.zoom(1.5, middle),
      "-": () => scene.zoom(1 / 1.5, middle),
      "0": () => scene.zoom(1e-6, middle),
      ArrowLeft: () => scene.pan(60),
      ArrowRight: () => scene.pan(-60),
      n: () => this.next(1),
      N: () => this.next(-1),
      w: () => this.state.picked && this.who(this.state.picked),
      Enter: () => this.state.picked && this.toggle(this.state.picked),
    };
    const action = actions[key];
    if (!action) return false;
    action();
    this.moved();
    return true;
  };

  /** Picks the next bundle by load, the busiest first. */
  private next(step: 1 | -1) {
    const order = this.scene.byLoad(this.shownLoad);
    const at = this.state.picked ? order.indexOf(this.state.picked.link) : step > 0 ? -1 : 0;
    const link = order[(at + step + order.length) % order.length]!;
    this.setState({ picked: { link, node: -1 } });
  }

  private toggle(hit: Hit) {
    const name = this.scene.name(hit);
    const { broken, onBreak } = this.props;
    onBreak?.(broken.includes(name) ? broken.filter((b) => b !== name) : [...broken, name]);
  }

  /** Asks who sends over a part. */
  private who(hit: Hit) {
    this.props.onWho?.([this.scene.name(hit)]);
  }

  private pick = (hit: Hit | null) => {
    this.setState({ picked: hit });
    if (hit) this.who(hit);
    else if (this.props.looked.length > 0) this.props.onWho?.([]);
  };

  private about(hit: Hit): string {
    const { scene } = this;
    const { links, runs } = this.props.picture;
    if (hit.link < 0) return scene.name(hit);
    const cables = links.cables[hit.link]!;
    const bundle = `${scene.name(hit)}${cables > 1 ? ` (${cables} cables, the busiest of them)` : ""}`;
    const frame = this.frames?.[this.state.frame];
    if (frame) return `${bundle}: sends ${frame.up[hit.link]} % of the time up, ${frame.down[hit.link]} % down`;
    const carried = (i: number) => {
      const { bytes, connections, up_s, down_s } = runs[i]!;
      return (
        `${size(bytes[hit.link]!)} one way, ${connections[hit.link]} connections, busy ` +
        `${time(up_s[hit.link]!)} up, ${time(down_s[hit.link]!)} down`
      );
    };
    return this.state.beside
      ? `${bundle}: ${runs.map((run, i) => `${run.routing} ${carried(i)}`).join("; ")}`
      : `${bundle}: ${carried(this.state.run)}`;
  }

  override render() {
    const { picture, broken, onBreak, onPlay } = this.props;
    const { picked, hovered, beside, run } = this.state;
    const shown = hovered ?? picked;
    const single = picture.runs.length < 2;
    return (
      <section class="fabric" aria-label="The fabric and its load">
        <div class="legend-row">
          {single ? null : (
            <span role="group" aria-label="Routing">
              {picture.runs.map((r, i) => (
                <button
                  type="button"
                  key={r.routing}
                  aria-pressed={!beside && i === run}
                  onClick={() => this.setState({ run: i, beside: false })}
                >
                  {r.routing}
                </button>
              ))}
              <button type="button" aria-pressed={beside} onClick={() => this.setState({ beside: !beside })}>
                side by side
              </button>
            </span>
          )}
          <Legend of={this.frames ? "of the link's rate" : `of the busiest link's ${time(this.shownLoad.most)}`} />
          <span class="zoom">
            {onPlay ? (
              <button type="button" onClick={onPlay} title="Play it with the flow engine, over time">
                Play
              </button>
            ) : null}
            <button type="button" aria-label="Zoom in" onClick={() => this.key("+")}>
              +
            </button>
            <button type="button" aria-label="Zoom out" onClick={() => this.key("-")}>
              −
            </button>
          </span>
        </div>
        {beside && !single ? (
          <div class="beside">
            {picture.runs.map((r, i) => (
              <figure key={r.routing}>
                <figcaption>
                  <b>{r.routing}</b> {time(r.busiest_s)}
                </figcaption>
                {this.drawing(this.load(i), r.routing)}
              </figure>
            ))}
          </div>
        ) : (
          this.drawing(this.shownLoad, this.frames ? "" : (picture.runs[run]?.routing ?? ""))
        )}
        {this.frames ? (
          <Player
            seconds={this.frames.map((f) => f.at_s)}
            frame={this.state.frame}
            onFrame={(frame) => this.setState({ frame })}
          />
        ) : null}
        <p class="about-link" aria-live="polite">
          {shown
            ? this.about(shown)
            : `Point at a link for what it carries${onBreak ? "; click it for who sends over it, or to break it" : ""}. Drag and the wheel move and zoom.`}
        </p>
        {onBreak ? this.breaks(broken, onBreak) : null}
      </section>
    );
  }

  private drawing(load: Load, routing: string) {
    const { tiers } = this.props.picture;
    const nodes = tiers.map((t) => `${t.count} ${plural(t.kind, t.count)}`).join(", ");
    const keys = "The arrow keys move, + and − zoom, N picks the next busiest link, W says who sends over it, Enter breaks it.";
    return (
      <Drawing
        scene={this.scene}
        load={load}
        label={`Fabric of ${nodes}${routing ? `, ${routing}` : ""}. The tables below say what each tier carries. ${keys}`}
        hovered={this.state.hovered}
        picked={this.state.picked}
        moves={this.state.moves}
        onWidth={this.resized}
        onMove={this.moved}
        onHover={(hit) => this.setState({ hovered: hit })}
        onPick={this.pick}
        onKey={this.key}
      />
    );
  }

  private breaks(broken: string[], onBreak: (names: string[]) => void) {
    const { picked } = this.state;
    const { looked } = this.props;
    const name = picked ? this.scene.name(picked) : "";
    return (
      <p class="breaks">
        {picked && !broken.includes(name) ? (
          <button type="button" onClick={() => this.toggle(picked)}>
            Break {name}
          </button>
        ) : null}
        {picked && !looked.includes(name) ? (
          <button type="button" onClick={() => this.who(picked)}>
            Who sends over {name}
          </button>
        ) : null}
        {broken.map((b) => (
          <button type="button" class="gone" key={b} onClick={() => onBreak(broken.filter((o) => o !== b))}>
            Repair {b}
          </button>
        ))}
      </p>
    );
  }
}

function Legend({ of }: { of: string }) {
  return (
    <ul class="legend">
      {["unused", "to 25 %", "to 50 %", "to 75 %", "to 100 %"].map((text, c) => (
        <li key={text}>
          <span class={`swatch k-load${c}`} />
          {text}
        </li>
      ))}
      <li>{of}</li>
    </ul>
  );
}
