package io.busbar.model.cluster;

/** The levels of the network that two GPUs can be apart, from near to far. */
public enum Level {
  /** The same scale-up (NVLink) domain. */
  SCALE_UP,
  /** Different domains below the same leaf switch (or the same rail leaf). */
  LEAF,
  /** Different leaves below the same spine layer (one pod). */
  SPINE,
  /** Different pods, over the core layer. */
  CORE
}
