// Paints a scene on a canvas.

import { BOX_HEIGHT, CLASSES, loadClass } from "./scene";
import type { Hit, Load, Scene } from "./scene";

/** The colour of a class of the style sheet. */
export type Colour = (name: string) => string;

const MANY = 4000;
const SOME = 800;
const ROOM_FOR_NUMBER = 26;

export function paint(pen: CanvasRenderingContext2D, scene: Scene, load: Load, colour: Colour): void {
  links(pen, scene, load, colour);
  scene.picture.tiers.forEach((_, row) => nodes(pen, scene, row, colour));
}

function links(pen: CanvasRenderingContext2D, scene: Scene, load: Load, colour: Colour): void {
  const { links } = scene.picture;
  const paths = CLASSES.map(() => new Path2D());
  const cut = new Path2D();
  const busiest = new Map<number, number>();
  let many = 0;
  for (let i = 0; i < links.lower.length; i++) {
    const [x1, y1, x2, y2] = scene.ends(i);
    if (Math.max(x1, x2) < 0 || Math.min(x1, x2) > scene.width) continue;
    const c = loadClass(load, i);
    if (scene.isBand(scene.row(links.lower[i]!)) && links.broken[i] === 0) {
      // One line for each pixel of the band: the busiest of those that end there.
      const key = Math.round(x1) * 100_000 + Math.round(x2);
      const before = busiest.get(key);
      if (before !== undefined && before >= c) continue;
      busiest.set(key, c);
    }
    const path = scene.isCut(i) ? cut : paths[c]!;
    many++;
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
  }
  const thin = many > MANY ? 0.35 : many > SOME ? 0.6 : 1;
  CLASSES.forEach((name, c) => {
    pen.globalAlpha = c === 0 ? 0.5 * thin : Math.min(1, thin + 0.15 * c);
    pen.lineWidth = 0.6 + 0.45 * c * (many > MANY ? 0.6 : 1);
    pen.strokeStyle = colour(name);
    pen.stroke(paths[c]!);
  });
  pen.globalAlpha = 1;
  pen.setLineDash([4, 3]);
  pen.lineWidth = 1.5;
  pen.strokeStyle = colour("text");
  pen.stroke(cut);
  pen.setLineDash([]);
}

function nodes(pen: CanvasRenderingContext2D, scene: Scene, row: number, colour: Colour): void {
  const tier = scene.picture.tiers[row]!;
  const y = scene.y(row);
  pen.fillStyle = colour(tier.kind.toLowerCase());
  if (scene.isBand(row)) {
    const left = Math.max(0, scene.left);
    pen.fillRect(left, y, Math.max(0, Math.min(scene.width, scene.right) - left), BOX_HEIGHT);
  } else {
    const wide = scene.boxWidth(row);
    const numbered = scene.step(row) > ROOM_FOR_NUMBER;
    pen.font = "11px system-ui, sans-serif";
    pen.textAlign = "center";
    for (let i = 0; i < tier.count; i++) {
      const x = scene.x(tier.first + i);
      if (x + wide < 0 || x - wide > scene.width) continue;
      pen.fillRect(x - wide / 2, y, wide, BOX_HEIGHT);
      if (numbered) {
        pen.fillStyle = "#ffffff";
        pen.fillText(String(i), x, y + 14);
        pen.fillStyle = colour(tier.kind.toLowerCase());
      }
    }
  }
  pen.font = "12px system-ui, sans-serif";
  pen.textAlign = "start";
  pen.fillStyle = getComputedStyle(document.body).getPropertyValue("--bg");
  pen.fillRect(10, y - 18, pen.measureText(scene.title(row)).width + 6, 16);
  pen.fillStyle = colour("text");
  pen.fillText(scene.title(row), 12, y - 6);
}

/** Marks what is pointed at or picked. */
export function mark(
  pen: CanvasRenderingContext2D,
  scene: Scene,
  hit: Hit | null,
  width: number,
  colour: Colour,
): void {
  if (!hit) return;
  pen.strokeStyle = colour("text");
  pen.lineWidth = width;
  if (hit.link >= 0) {
    const [x1, y1, x2, y2] = scene.ends(hit.link);
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  } else if (hit.node >= 0) {
    pen.strokeRect(scene.x(hit.node) - 12, scene.y(scene.row(hit.node)) - 2, 24, BOX_HEIGHT + 4);
  }
}
