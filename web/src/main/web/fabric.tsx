// The fabric with its load, on a canvas: pan, zoom, hover, and parts that can be broken.

import { Component, createRef } from "preact";
import type { Picture, Run } from "./types";

interface Props {
  picture: Picture;
  broken: string[];
  onBreak: (names: string[]) => void;
}

interface State {
  run: number;
  hovered: Hit | null;
  picked: Hit | null;
}

/** A bundle of cables, or a node. */
interface Hit {
  link: number;
  node: number;
}

const ROW = 150;
const TOP = 46;
const LEAST_STEP = 3;
const BOX_HEIGHT = 20;
const CLASSES = ["load0", "load1", "load2", "load3", "load4"];
const REACH = 7;
const IDLE_MS = 120;

/** Draws a fabric; knows nothing of what it means but loads, names and which parts are broken. */
export class Fabric extends Component<Props, State> {
  override state: State = { run: 0, hovered: null, picked: null };
  private canvas = createRef<HTMLCanvasElement>();
  /** Screen x = x · scale + shift, in CSS pixels. */
  private scale = 1;
  private shift = 0;
  private width = 800;
  private drawn: { bitmap: HTMLCanvasElement; scale: number; shift: number } | null = null;
  private timer = 0;
  private frame = 0;
  private dragging: { x: number; shift: number; moved: boolean } | null = null;
  private tierOf: Int8Array = new Int8Array(0);
  private observer: ResizeObserver | null = null;
  private dark = matchMedia("(prefers-color-scheme: dark)");

  override componentDidMount() {
    const canvas = this.canvas.current!;
    canvas.addEventListener("wheel", this.wheel, { passive: false });
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(canvas.parentElement!);
    this.dark.addEventListener("change", this.redraw);
    this.fit();
  }

  override componentWillUnmount() {
    this.observer?.disconnect();
    this.dark.removeEventListener("change", this.redraw);
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  override componentDidUpdate(before: Props) {
    if (before.picture !== this.props.picture) {
      if (this.state.run >= this.props.picture.runs.length) this.setState({ run: 0 });
      this.index();
    }
    this.redraw();
  }

  private get run(): Run {
    return this.props.picture.runs[Math.min(this.state.run, this.props.picture.runs.length - 1)]!;
  }

  private index() {
    const { tiers } = this.props.picture;
    const last = Math.max(...tiers.map((t) => t.first + t.count));
    this.tierOf = new Int8Array(last).fill(-1);
    tiers.forEach((tier, row) => this.tierOf.fill(row, tier.first, tier.first + tier.count));
  }

  private fit() {
    const canvas = this.canvas.current;
    if (!canvas) return;
    this.width = canvas.parentElement!.clientWidth;
    const height = this.height();
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(this.width * ratio);
    canvas.height = Math.round(height * ratio);
    this.index();
    this.redraw();
  }

  private height(): number {
    return TOP + (this.props.picture.tiers.length - 1) * ROW + BOX_HEIGHT + 18;
  }

  /** Draws anew at the present zoom; while something moves the last drawing is stretched. */
  private redraw = () => {
    this.drawn = null;
    this.show();
  };

  private show() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.paint());
  }

  private moved() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.redraw, IDLE_MS);
    this.show();
  }

  private paint() {
    const canvas = this.canvas.current;
    if (!canvas) return;
    const ratio = devicePixelRatio || 1;
    if (!this.drawn) {
      const bitmap = document.createElement("canvas");
      bitmap.width = canvas.width;
      bitmap.height = canvas.height;
      const pen = bitmap.getContext("2d")!;
      pen.scale(ratio, ratio);
      this.draw(pen);
      this.drawn = { bitmap, scale: this.scale, shift: this.shift };
    }
    const pen = canvas.getContext("2d")!;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    const stretch = this.scale / this.drawn.scale;
    const offset = (this.shift - this.drawn.shift * stretch) * ratio;
    pen.drawImage(this.drawn.bitmap, offset, 0, canvas.width * stretch, canvas.height);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.mark(pen, this.state.hovered, 3);
    this.mark(pen, this.state.picked, 4);
    canvas.dataset["painted"] = String(Number(canvas.dataset["painted"] ?? 0) + 1);
  }

  private colour(name: string): string {
    const probe = this.canvas.current!.parentElement!.querySelector<HTMLElement>(`.k-${name}`)!;
    return getComputedStyle(probe).getPropertyValue("--k").trim();
  }

  /** Where a node is on the screen. */
  private x(node: number): number {
    const tier = this.props.picture.tiers[this.tierOf[node]!]!;
    return ((node - tier.first + 0.5) / tier.count) * (this.width - 24) * this.scale + this.shift + 12;
  }

  private y(node: number): number {
    return TOP + this.tierOf[node]! * ROW;
  }

  private step(row: number): number {
    return ((this.width - 24) * this.scale) / this.props.picture.tiers[row]!.count;
  }

  /** Tiers too dense to tell nodes apart are drawn as one band until one zooms in. */
  private isBand(row: number): boolean {
    return this.step(row) < LEAST_STEP;
  }

  private classOf(link: number): number {
    const { busiest_s, up_s, down_s } = this.run;
    const most = Math.max(up_s[link]!, down_s[link]!);
    if (most === 0 || busiest_s === 0) return 0;
    return Math.max(1, Math.min(4, Math.ceil((4 * most) / busiest_s)));
  }

  private draw(pen: CanvasRenderingContext2D) {
    this.links(pen);
    const { tiers } = this.props.picture;
    tiers.forEach((_, row) => this.nodes(pen, row));
  }

  private links(pen: CanvasRenderingContext2D) {
    const { links } = this.props.picture;
    const paths = CLASSES.map(() => new Path2D());
    const cut = new Path2D();
    const counts = CLASSES.map(() => 0);
    const bandLoad = new Map<number, number>();
    for (let i = 0; i < links.lower.length; i++) {
      const lower = links.lower[i]!;
      const upper = links.upper[i]!;
      const row = this.tierOf[lower]!;
      const x1 = this.x(lower);
      const x2 = this.x(upper);
      if (Math.max(x1, x2) < 0 || Math.min(x1, x2) > this.width) continue;
      const load = this.classOf(i);
      if (this.isBand(row) && links.broken[i] === 0) {
        // One line for each pixel of the band: the busiest of those that end there.
        const key = Math.round(x1) * 100_000 + Math.round(x2);
        const before = bandLoad.get(key);
        if (before !== undefined && before >= load) continue;
        bandLoad.set(key, load);
      }
      const path = links.broken[i]! >= links.cables[i]! ? cut : paths[load]!;
      counts[load]!++;
      path.moveTo(x1, TOP + row * ROW);
      path.lineTo(x2, this.y(upper) + BOX_HEIGHT);
    }
    const many = counts.reduce((a, b) => a + b, 0);
    const thin = many > 4000 ? 0.35 : many > 800 ? 0.6 : 1;
    CLASSES.forEach((name, c) => {
      pen.globalAlpha = c === 0 ? 0.5 * thin : Math.min(1, thin + 0.15 * c);
      pen.lineWidth = 0.6 + 0.45 * c * (many > 4000 ? 0.6 : 1);
      pen.strokeStyle = this.colour(name);
      pen.stroke(paths[c]!);
    });
    pen.globalAlpha = 1;
    pen.setLineDash([4, 3]);
    pen.lineWidth = 1.5;
    pen.strokeStyle = this.colour("text");
    pen.stroke(cut);
    pen.setLineDash([]);
  }

  private nodes(pen: CanvasRenderingContext2D, row: number) {
    const tier = this.props.picture.tiers[row]!;
    const step = this.step(row);
    const y = TOP + row * ROW;
    const kind = tier.kind === "GPU" ? "gpu" : tier.kind.toLowerCase();
    pen.fillStyle = this.colour(kind);
    if (this.isBand(row)) {
      const left = Math.max(0, this.shift + 12);
      const right = Math.min(this.width, this.shift + 12 + (this.width - 24) * this.scale);
      pen.fillRect(left, y, Math.max(0, right - left), BOX_HEIGHT);
    } else {
      const wide = Math.min(64, Math.max(1.5, step - (step > 8 ? 3 : 0.8)));
      for (let i = 0; i < tier.count; i++) {
        const x = this.x(tier.first + i);
        if (x + wide < 0 || x - wide > this.width) continue;
        pen.fillRect(x - wide / 2, y, wide, BOX_HEIGHT);
      }
      if (step > 26) {
        pen.fillStyle = "#ffffff";
        pen.font = "11px system-ui, sans-serif";
        pen.textAlign = "center";
        for (let i = 0; i < tier.count; i++) {
          const x = this.x(tier.first + i);
          if (x > -20 && x < this.width + 20) pen.fillText(String(i), x, y + 14);
        }
      }
    }
    const label = `${tier.count.toLocaleString("en")} ${plural(tier.kind, tier.count)}`;
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "start";
    pen.fillStyle = getComputedStyle(document.body).getPropertyValue("--bg");
    pen.fillRect(10, y - 18, pen.measureText(label).width + 6, 16);
    pen.fillStyle = this.colour("text");
    pen.fillText(label, 12, y - 6);
  }

  private mark(pen: CanvasRenderingContext2D, hit: Hit | null, width: number) {
    if (!hit) return;
    const { links } = this.props.picture;
    pen.strokeStyle = this.colour("text");
    pen.lineWidth = width;
    if (hit.link >= 0) {
      pen.beginPath();
      pen.moveTo(this.x(links.lower[hit.link]!), this.y(links.lower[hit.link]!));
      pen.lineTo(this.x(links.upper[hit.link]!), this.y(links.upper[hit.link]!) + BOX_HEIGHT);
      pen.stroke();
    } else if (hit.node >= 0) {
      pen.strokeRect(this.x(hit.node) - 12, this.y(hit.node) - 2, 24, BOX_HEIGHT + 4);
    }
  }

  private find(x: number, y: number): Hit | null {
    const { tiers, links } = this.props.picture;
    for (let row = 0; row < tiers.length; row++) {
      const top = TOP + row * ROW;
      if (y >= top - 3 && y <= top + BOX_HEIGHT + 3) {
        const tier = tiers[row]!;
        const place = (x - 12 - this.shift) / this.step(row);
        const i = Math.floor(place);
        if (i >= 0 && i < tier.count) return { link: -1, node: tier.first + i };
      }
    }
    let nearest = -1;
    let least = REACH;
    for (let i = 0; i < links.lower.length; i++) {
      const y1 = this.y(links.lower[i]!);
      const y2 = this.y(links.upper[i]!) + BOX_HEIGHT;
      if (y > y1 || y < y2) continue;
      const x1 = this.x(links.lower[i]!);
      const x2 = this.x(links.upper[i]!);
      const at = x1 + ((x2 - x1) * (y - y1)) / (y2 - y1);
      const slope = (x2 - x1) / (y2 - y1);
      const distance = Math.abs(x - at) / Math.sqrt(1 + slope * slope);
      if (distance < least) {
        least = distance;
        nearest = i;
      }
    }
    return nearest < 0 ? null : { link: nearest, node: -1 };
  }

  private wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      this.pan(-event.deltaX);
    } else if (event.ctrlKey || event.shiftKey || document.activeElement === this.canvas.current) {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), event.offsetX);
    }
  };

  private pan(by: number) {
    const least = Math.min(0, -(this.width - 24) * (this.scale - 1));
    this.shift = Math.min(0, Math.max(least, this.shift + by));
    this.moved();
  }

  private zoom(by: number, at: number) {
    const scale = Math.min(400, Math.max(1, this.scale * by));
    this.shift = at - 12 - ((at - 12 - this.shift) * scale) / this.scale;
    this.scale = scale;
    this.pan(0);
  }

  private key = (event: KeyboardEvent) => {
    const middle = this.width / 2;
    const actions: Record<string, () => void> = {
      "+": () => this.zoom(1.5, middle),
      "=": () => this.zoom(1.5, middle),
      "-": () => this.zoom(1 / 1.5, middle),
      "0": () => this.zoom(1e-6, middle),
      ArrowLeft: () => this.pan(60),
      ArrowRight: () => this.pan(-60),
      Enter: () => this.state.picked && this.toggle(this.state.picked),
    };
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  };

  private nodeName(node: number): string {
    const tier = this.props.picture.tiers[this.tierOf[node]!]!;
    return `${tier.word}${node - tier.first}`;
  }

  private name(hit: Hit): string {
    const { links } = this.props.picture;
    return hit.link >= 0
      ? `${this.nodeName(links.lower[hit.link]!)}-${this.nodeName(links.upper[hit.link]!)}`
      : this.nodeName(hit.node);
  }

  private toggle(hit: Hit) {
    const name = this.name(hit);
    const { broken } = this.props;
    this.props.onBreak(broken.includes(name) ? broken.filter((b) => b !== name) : [...broken, name]);
  }

  private about(hit: Hit): string {
    const { links } = this.props.picture;
    if (hit.link < 0) return this.name(hit);
    const { bytes, connections, up_s, down_s } = this.run;
    const cables = links.cables[hit.link]!;
    return (
      `${this.name(hit)}${cables > 1 ? ` (${cables} cables, the busiest of them)` : ""}: ` +
      `${size(bytes[hit.link]!)} one way, ${connections[hit.link]} connections, busy ` +
      `${time(up_s[hit.link]!)} up, ${time(down_s[hit.link]!)} down`
    );
  }

  override render() {
    const { picture, broken } = this.props;
    const { picked, hovered } = this.state;
    const shown = hovered ?? picked;
    return (
      <section class="fabric" aria-label="The fabric and its load">
        <div class="legend-row">
          {picture.runs.length > 1 ? (
            <span role="group" aria-label="Routing">
              {picture.runs.map((run, i) => (
                <button
                  type="button"
                  key={run.routing}
                  aria-pressed={i === this.state.run}
                  onClick={() => this.setState({ run: i })}
                >
                  {run.routing}
                </button>
              ))}
            </span>
          ) : null}
          <ul class="legend">
            {["unused", "to 25 %", "to 50 %", "to 75 %", "to 100 %"].map((text, c) => (
              <li key={text}>
                <span class={`swatch k-load${c}`} />
                {text}
              </li>
            ))}
            <li>of the busiest link's {time(this.run.busiest_s)}</li>
          </ul>
          <span class="zoom">
            <button type="button" aria-label="Zoom in" onClick={() => this.zoom(1.6, this.width / 2)}>
              +
            </button>
            <button type="button" aria-label="Zoom out" onClick={() => this.zoom(1 / 1.6, this.width / 2)}>
              −
            </button>
          </span>
        </div>
        <div class="canvas">
          {[...CLASSES, "text", "core", "spine", "leaf", "nic", "gpu"].map((k) => (
            <i key={k} class={`k-${k}`} hidden />
          ))}
          <canvas
            ref={this.canvas}
           
            tabIndex={0}
            role="img"
            aria-label={`Fabric of ${picture.tiers.map((t) => `${t.count} ${plural(t.kind, t.count)}`).join(", ")}. The tables below say what each tier carries; the arrow keys move, + and − zoom.`}
            height={this.height()}
            onKeyDown={this.key}
            onPointerDown={(e) => {
              this.dragging = { x: e.offsetX, shift: this.shift, moved: false };
              this.canvas.current!.setPointerCapture(e.pointerId);
            }}
            onPointerMove={(e) => {
              if (this.dragging) {
                if (Math.abs(e.offsetX - this.dragging.x) > 3) this.dragging.moved = true;
                this.shift = this.dragging.shift;
                this.pan(e.offsetX - this.dragging.x);
              } else {
                const hit = this.find(e.offsetX, e.offsetY);
                if (hit?.link !== hovered?.link || hit?.node !== hovered?.node) this.setState({ hovered: hit });
              }
            }}
            onPointerUp={(e) => {
              const clicked = this.dragging && !this.dragging.moved;
              this.dragging = null;
              if (clicked) this.setState({ picked: this.find(e.offsetX, e.offsetY) });
            }}
            onPointerLeave={() => this.setState({ hovered: null })}
          />
        </div>
        <p class="about-link" aria-live="polite">
          {shown ? this.about(shown) : "Point at a link for what it carries; click it to break it. Drag and the wheel move and zoom."}
        </p>
        <p class="breaks">
          {picked ? (
            <button type="button" onClick={() => this.toggle(picked)}>
              {broken.includes(this.name(picked)) ? "Repair" : "Break"} {this.name(picked)}
            </button>
          ) : null}
          {broken.map((name) => (
            <button type="button" class="broken" key={name} onClick={() => this.props.onBreak(broken.filter((b) => b !== name))}>
              Repair {name}
            </button>
          ))}
        </p>
      </section>
    );
  }
}

function plural(kind: string, count: number): string {
  if (count === 1) return kind;
  return kind === "leaf" ? "leaves" : `${kind}s`;
}

/** Bytes with a decimal prefix, as the reports print them. */
function size(bytes: number): string {
  return prefixed(bytes, "B");
}

function time(seconds: number): string {
  return seconds === 0 ? "0 s" : prefixed(seconds, "s");
}

function prefixed(value: number, unit: string): string {
  const steps: [number, string][] = [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
    [1, ""],
    [1e-3, "m"],
    [1e-6, "µ"],
    [0, "n"],
  ];
  const usable = unit === "s" ? steps.filter(([f]) => f <= 1) : steps.filter(([f]) => f >= 1);
  const [factor, prefix] = usable.find(([f]) => value >= f) ?? usable[usable.length - 1]!;
  return `${Number((value / (factor || 1e-9)).toPrecision(4))} ${prefix}${unit}`;
}
