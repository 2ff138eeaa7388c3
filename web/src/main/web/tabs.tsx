// The views as tabs.

import type { View } from "./types";

export const COMPARE = "compare";

export function Tabs(props: { views: View[]; now: string; pins: number; open: (view: string) => void }) {
  const named = props.views.map((v) => ({ name: v.name, title: v.title }));
  const compare = { name: COMPARE, title: props.pins > 0 ? `Compare (${props.pins})` : "Compare" };
  return (
    <nav class="tabs" aria-label="Views">
      <ul>
        {[...named.slice(0, 1), compare, ...named.slice(1)].map((v) => (
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
