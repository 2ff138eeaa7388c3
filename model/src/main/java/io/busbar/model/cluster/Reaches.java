package io.busbar.model.cluster;

/** Says how far the communicators of a layout reach, wherever its ranks are. */
@FunctionalInterface
public interface Reaches {
  /** How far the communicators of a kind reach, the worst of them. */
  Reach reach(GroupKind kind);
}
