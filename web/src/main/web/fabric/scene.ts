// Where the parts of a fabric are on the screen, and what lies under a point.

import type { Picture } from "../types";

/** A bundle of cables, or a node; −1 for the one that it is not. */
export interface Hit {
  link: number;
  node: number;
}

/** What each bundle carries upwards and downwards, and what counts as full. */
export interface Load {
  up: ArrayLike<number>;
  down: ArrayLike<number>;
  most: number;
}

export const BOX_HEIGHT = 20;
/** Classes of the style sheet, from unused to full. */
export const CLASSES = ["load0", "load1", "load2", "load3", "load4"];

const ROW = 150;
const TOP = 46;
const MARGIN = 12;
const LEAST_STEP = 3;
const REACH = 7;
const MOST_SCALE = 400;

export class Scene {
  /** Screen x = x · scale + shift, in CSS pixels. */
  scale = 1;
  shift = 0;
  width = 800;
  private readonly tierOf: Int8Array;

  constructor(readonly picture: Picture) {
    const { tiers } = picture;
    this.tierOf = new Int8Array(Math.max(...tiers.map((t) => t.first + t.count))).fill(-1);
    tiers.forEach((tier, row) => this.tierOf.fill(row, tier.first, tier.first + tier.count));
  }

  /** Keeps the look of a scene of the same fabric with other loads. */
  like(before: Scene): this {
    this.width = before.width;
    const same = (t: Picture) => t.tiers.map((x) => x.count).join();
    if (same(before.picture) === same(this.picture)) {
      this.scale = before.scale;
      this.shift = before.shift;
    }
    return this;
  }

  get height(): number {
    return TOP + (this.picture.tiers.length - 1) * ROW + BOX_HEIGHT + 18;
  }

  /** Nodes and bundles together. */
  get shapes(): number {
    return this.picture.links.lower.length + this.picture.tiers.reduce((sum, t) => sum + t.count, 0);
  }

  /** The row of a node, from the top. */
  row(node: number): number {
    return this.tierOf[node]!;
  }

  x(node: number): number {
    const tier = this.picture.tiers[this.tierOf[node]!]!;
    return ((node - tier.first + 0.5) / tier.count) * this.inner * this.scale + this.left;
  }

  y(row: number): number {
    return TOP + row * ROW;
  }

  get left(): number {
    return this.shift + MARGIN;
  }

  private get inner(): number {
    return this.width - 2 * MARGIN;
  }

  /** Right end of a tier that is drawn as a band. */
  get right(): number {
    return this.left + this.inner * this.scale;
  }

  step(row: number): number {
    return (this.inner * this.scale) / this.picture.tiers[row]!.count;
  }

  /** Tiers too dense to tell nodes apart are drawn as one band until one zooms in. */
  isBand(row: number): boolean {
    return this.step(row) < LEAST_STEP;
  }

  /** How wide a node is drawn. */
  boxWidth(row: number): number {
    const step = this.step(row);
    return Math.min(64, Math.max(1.5, step - (step > 8 ? 3 : 0.8)));
  }

  /** Both ends of a bundle. */
  ends(link: number): [number, number, number, number] {
    const lower = this.picture.links.lower[link]!;
    const upper = this.picture.links.upper[link]!;
    return [this.x(lower), this.y(this.row(lower)), this.x(upper), this.y(this.row(upper)) + BOX_HEIGHT];
  }

  isCut(link: number): boolean {
    const { broken, cables } = this.picture.links;
    return broken[link]! >= cables[link]!;
  }

  pan(by: number): void {
    const least = Math.min(0, -this.inner * (this.scale - 1));
    this.shift = Math.min(0, Math.max(least, this.shift + by));
  }

  zoom(by: number, at: number): void {
    const scale = Math.min(MOST_SCALE, Math.max(1, this.scale * by));
    this.shift = at - MARGIN - ((at - MARGIN - this.shift) * scale) / this.scale;
    this.scale = scale;
    this.pan(0);
  }

  find(x: number, y: number): Hit | null {
    const { tiers, links } = this.picture;
    for (let row = 0; row < tiers.length; row++) {
      const top = this.y(row);
      if (y >= top - 3 && y <= top + BOX_HEIGHT + 3) {
        const tier = tiers[row]!;
        const i = Math.floor((x - this.left) / this.step(row));
        if (i >= 0 && i < tier.count) return { link: -1, node: tier.first + i };
      }
    }
    let nearest = -1;
    let least = REACH;
    for (let i = 0; i < links.lower.length; i++) {
      const [x1, y1, x2, y2] = this.ends(i);
      if (y > y1 || y < y2) continue;
      const slope = (x2 - x1) / (y2 - y1);
      const distance = Math.abs(x - (x1 + slope * (y - y1))) / Math.sqrt(1 + slope * slope);
      if (distance < least) {
        least = distance;
        nearest = i;
      }
    }
    return nearest < 0 ? null : { link: nearest, node: -1 };
  }

  nodeName(node: number): string {
    const tier = this.picture.tiers[this.tierOf[node]!]!;
    return `${tier.word}${node - tier.first}`;
  }

  /** As 'fabric load --break' takes it. */
  name(hit: Hit): string {
    const { links } = this.picture;
    return hit.link >= 0
      ? `${this.nodeName(links.lower[hit.link]!)}-${this.nodeName(links.upper[hit.link]!)}`
      : this.nodeName(hit.node);
  }

  /** Bundles by load, the busiest first. */
  byLoad(load: Load): number[] {
    const most = (i: number) => Math.max(load.up[i]!, load.down[i]!);
    return this.picture.links.lower.map((_, i) => i).sort((a, b) => most(b) - most(a) || a - b);
  }

  /** What stands over a tier. */
  title(row: number): string {
    const tier = this.picture.tiers[row]!;
    return `${tier.count.toLocaleString("en")} ${plural(tier.kind, tier.count)}`;
  }
}

/** Index into {@link CLASSES}. */
export function loadClass(load: Load, link: number): number {
  const most = Math.max(load.up[link]!, load.down[link]!);
  if (most === 0 || load.most === 0) return 0;
  return Math.max(1, Math.min(CLASSES.length - 1, Math.ceil(((CLASSES.length - 1) * most) / load.most)));
}

export function plural(kind: string, count: number): string {
  if (count === 1) return kind;
  return kind === "leaf" ? "leaves" : `${kind}s`;
}
