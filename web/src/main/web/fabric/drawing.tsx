// One drawing of a fabric: SVG of up to 2,000 shapes, a canvas beyond; pan, zoom, hover, pick.

import { Component, createRef } from "preact";
import { mark, paint } from "./paint";
import type { Hit, Load, Scene } from "./scene";
import { CLASSES } from "./scene";
import { Vector } from "./vector";

const MOST_SHAPES = 2000;
const IDLE_MS = 120;

interface Props {
  scene: Scene;
  load: Load;
  label: string;
  hovered: Hit | null;
  picked: Hit | null;
  /** Counts changes of pan and zoom, which all drawings of a fabric share. */
  moves: number;
  onWidth: (width: number) => void;
  onMove: () => void;
  onHover: (hit: Hit | null) => void;
  onPick: (hit: Hit | null) => void;
  onKey: (key: string) => boolean;
}

export class Drawing extends Component<Props> {
  private box = createRef<HTMLDivElement>();
  private canvas = createRef<HTMLCanvasElement>();
  /** The last drawing, which is stretched while something moves. */
  private drawn: { bitmap: HTMLCanvasElement; scale: number; shift: number } | null = null;
  private timer = 0;
  private frame = 0;
  private dragging: { x: number; shift: number; moved: boolean } | null = null;
  private observer: ResizeObserver | null = null;
  private dark = matchMedia("(prefers-color-scheme: dark)");

  override componentDidMount() {
    const box = this.box.current!;
    box.addEventListener("wheel", this.wheel, { passive: false });
    this.observer = new ResizeObserver(() => this.props.onWidth(box.clientWidth));
    this.observer.observe(box);
    this.dark.addEventListener("change", this.redraw);
    this.redraw();
  }

  override componentWillUnmount() {
    this.observer?.disconnect();
    this.dark.removeEventListener("change", this.redraw);
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  override componentDidUpdate(before: Props) {
    const { scene, load, moves } = this.props;
    if (before.scene !== scene || before.load !== load) {
      this.redraw();
    } else if (before.moves !== moves) {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(this.redraw, IDLE_MS);
      this.show();
    } else {
      this.show();
    }
  }

  private get isVector(): boolean {
    return this.props.scene.shapes <= MOST_SHAPES;
  }

  private redraw = () => {
    this.drawn = null;
    this.show();
  };

  private show() {
    cancelAnimationFrame(this.frame);
    if (!this.isVector) this.frame = requestAnimationFrame(() => this.paint());
  }

  private paint() {
    const canvas = this.canvas.current;
    if (!canvas) return;
    const { scene, load, hovered, picked } = this.props;
    const ratio = devicePixelRatio || 1;
    const width = Math.round(scene.width * ratio);
    const height = Math.round(scene.height * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      this.drawn = null;
    }
    const colour = (name: string) => this.colour(name);
    if (!this.drawn) {
      const bitmap = document.createElement("canvas");
      bitmap.width = width;
      bitmap.height = height;
      const pen = bitmap.getContext("2d")!;
      pen.scale(ratio, ratio);
      paint(pen, scene, load, colour);
      this.drawn = { bitmap, scale: scene.scale, shift: scene.shift };
    }
    const pen = canvas.getContext("2d")!;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    const stretch = scene.scale / this.drawn.scale;
    const offset = (scene.shift - this.drawn.shift * stretch) * ratio;
    pen.drawImage(this.drawn.bitmap, offset, 0, width * stretch, height);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    mark(pen, scene, hovered, 3, colour);
    mark(pen, scene, picked, 4, colour);
    canvas.dataset["painted"] = String(Number(canvas.dataset["painted"] ?? 0) + 1);
  }

  private colour(name: string): string {
    const probe = this.box.current!.querySelector<HTMLElement>(`i.k-${name}`)!;
    return getComputedStyle(probe).getPropertyValue("--k").trim();
  }

  private wheel = (event: WheelEvent) => {
    const { scene, onMove } = this.props;
    if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      scene.pan(-event.deltaX);
    } else if (event.ctrlKey || event.shiftKey || document.activeElement === this.box.current) {
      scene.zoom(Math.exp(-event.deltaY / 300), event.clientX - this.box.current!.getBoundingClientRect().left);
    } else {
      return;
    }
    event.preventDefault();
    onMove();
  };

  private down = (e: PointerEvent) => {
    this.dragging = { x: e.clientX, shift: this.props.scene.shift, moved: false };
    this.box.current!.setPointerCapture(e.pointerId);
  };

  private move = (e: PointerEvent) => {
    const { scene, hovered, onMove, onHover } = this.props;
    if (this.dragging) {
      const by = e.clientX - this.dragging.x;
      if (Math.abs(by) > 3) this.dragging.moved = true;
      scene.shift = this.dragging.shift;
      scene.pan(by);
      onMove();
      return;
    }
    const hit = this.at(e);
    if (hit?.link !== hovered?.link || hit?.node !== hovered?.node) onHover(hit);
  };

  private up = (e: PointerEvent) => {
    const clicked = this.dragging && !this.dragging.moved;
    this.dragging = null;
    if (clicked) this.props.onPick(this.at(e));
  };

  private at(e: PointerEvent): Hit | null {
    const box = this.box.current!.getBoundingClientRect();
    return this.props.scene.find(e.clientX - box.left, e.clientY - box.top);
  }

  override render() {
    const { scene, load, label, hovered, picked, onHover, onKey } = this.props;
    return (
      <div
        class="canvas"
        ref={this.box}
        tabIndex={0}
        role="img"
        aria-label={label}
        onKeyDown={(e) => {
          if (onKey(e.key)) {
            e.preventDefault();
            e.stopPropagation();
          }
        }}
        onPointerDown={this.down}
        onPointerMove={this.move}
        onPointerUp={this.up}
        onPointerLeave={() => onHover(null)}
      >
        {[...CLASSES, "text", "core", "spine", "leaf", "nic", "gpu"].map((k) => (
          <i key={k} class={`k-${k}`} hidden />
        ))}
        {this.isVector ? (
          <Vector scene={scene} load={load} hovered={hovered} picked={picked} />
        ) : (
          <canvas ref={this.canvas} style={{ height: `${scene.height}px` }} />
        )}
      </div>
    );
  }
}
