// Changes that an answer offers, as buttons that make them.

import type { Offer } from "./types";

export function Offers(props: { offers: Offer[]; apply: (offer: Offer) => void }) {
  if (props.offers.length === 0) return null;
  return (
    <section class="offers" aria-label="Changes to try">
      <h3>Try</h3>
      <ul>
        {props.offers.map((offer) => (
          <li key={offer.label}>
            <button type="button" onClick={() => props.apply(offer)}>
              <b>{offer.effect}</b> {offer.label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
