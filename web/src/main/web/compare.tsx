// Pinned answers beside each other.

import type { App } from "./app";
import { shown } from "./api";

export function Compare({ app }: { app: App }) {
  const pins = app.now.pins;
  if (pins.length === 0) {
    return <p class="empty">Nothing is pinned. Pin an answer in another view, change it, pin it again.</p>;
  }
  return (
    <ul class="pins">
      {pins.map((pin) => (
        <li key={pin.name}>
          <b>{pin.name}</b>
          <span>
            {pin.view}{" "}
            {Object.entries(pin.values)
              .map(([field, values]) => `${field.replace(/^--/, "")} ${values.map(shown).join(" ")}`)
              .join(", ")}
          </span>
          <button type="button" onClick={() => app.follow({ view: pin.view, values: pin.values })}>
            Open
          </button>
          <button type="button" aria-label={`Remove ${pin.name}`} onClick={() => app.unpin(pin.name!)}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
