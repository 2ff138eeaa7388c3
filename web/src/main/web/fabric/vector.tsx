// Draws a scene of few shapes as SVG: sharp at every size, on paper too.

import { BOX_HEIGHT, CLASSES, loadClass } from "./scene";
import type { Hit, Load, Scene } from "./scene";

const ROOM_FOR_NUMBER = 26;

/** Lines with the busiest on top, then nodes. */
export function Vector(props: { scene: Scene; load: Load; hovered: Hit | null; picked: Hit | null }) {
  const { scene, load } = props;
  const { tiers, links } = scene.picture;
  const order = links.lower.map((_, i) => i).sort((a, b) => loadClass(load, a) - loadClass(load, b));
  return (
    <svg viewBox={`0 0 ${scene.width} ${scene.height}`} width={scene.width} height={scene.height} aria-hidden="true">
      {order.map((i) => {
        const [x1, y1, x2, y2] = scene.ends(i);
        const c = loadClass(load, i);
        const look = scene.isCut(i) ? "cut k-text" : `k-${CLASSES[c]}`;
        const width = scene.isCut(i) ? 1.5 : 0.8 + 0.6 * c;
        return <line key={i} class={`edge ${look}`} x1={x1} y1={y1} x2={x2} y2={y2} stroke-width={width} />;
      })}
      {tiers.map((tier, row) => (
        <g key={tier.kind} class={`k-${tier.kind.toLowerCase()}`}>
          {Array.from({ length: tier.count }, (_, i) => {
            const wide = scene.boxWidth(row);
            const x = scene.x(tier.first + i);
            return (
              <>
                <rect class="node" x={x - wide / 2} y={scene.y(row)} width={wide} height={BOX_HEIGHT} />
                {scene.step(row) > ROOM_FOR_NUMBER ? (
                  <text class="ts m on" x={x} y={scene.y(row) + 14}>
                    {i}
                  </text>
                ) : null}
              </>
            );
          })}
          <text class="t halo" x={12} y={scene.y(row) - 6}>
            {scene.title(row)}
          </text>
        </g>
      ))}
      <Mark scene={scene} hit={props.hovered} width={3} />
      <Mark scene={scene} hit={props.picked} width={4} />
    </svg>
  );
}

function Mark({ scene, hit, width }: { scene: Scene; hit: Hit | null; width: number }) {
  if (!hit) return null;
  if (hit.link >= 0) {
    const [x1, y1, x2, y2] = scene.ends(hit.link);
    return <line class="edge k-text" x1={x1} y1={y1} x2={x2} y2={y2} stroke-width={width} />;
  }
  return (
    <rect
      class="edge k-text marked"
      x={scene.x(hit.node) - 12}
      y={scene.y(scene.row(hit.node)) - 2}
      width={24}
      height={BOX_HEIGHT + 4}
      stroke-width={width}
    />
  );
}
