package io.busbar.model.fabric;

/** What of a request cannot be had. */
public enum Aspect {
  NODE,
  TOPOLOGY,
  SWITCH,
  SPINE_SWITCH,
  UPLINK,
  CORE_LINK,
  OVERSUBSCRIPTION,
  SPARES,
  RAILS
}
