// The views as tabs.

import { useEffect, useRef } from "preact/hooks";
import type { View } from "./types";

export const COMPARE = "compare";

export function Tabs(props: { views: View[]; now: string; pins: number; open: (view: string) => void }) {
  const list = useRef<HTMLUListElement>(null);
  const known = props.views.length > 0;
  // On a narrow screen the tabs scroll; the shown one is always to be seen.
  useEffect(() => {
    const shown = list.current?.querySelector("[aria-current]");
    shown?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [props.now, known]);
  const named = props.views.map((v) => ({ name: v.name, title: v.title }));
  const compare = { name: COMPARE, title: props.pins > 0 ? `Compare (${props.pins})` : "Compare" };
  return (
    <nav class="tabs" aria-label="Views">
      <ul ref={list}>
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
