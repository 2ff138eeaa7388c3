// Changes that an answer offers, as buttons that make them.

import type { Offer } from "./types";

export function Offers(props: { offers: Offer[]; apply: (offer: Offer) => void }) {
  const groups = [...new Set(props.offers.map((o) => o.group))];
  return (
    <>
      {groups.map((group) => (
        <section class="offers" aria-label={group} key={group}>
          <h3>{group}</h3>
          <ul>
            {props.offers
              .filter((o) => o.group === group)
              .map((offer) => (
                <li key={offer.label}>
                  <button type="button" onClick={() => props.apply(offer)}>
                    <b>{offer.effect}</b> {offer.label}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
