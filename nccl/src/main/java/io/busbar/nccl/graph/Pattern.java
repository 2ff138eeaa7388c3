package io.busbar.nccl.graph;

import java.util.List;
import java.util.Optional;

/** Shapes that the search tries to lay over a node; logs print the number. */
public enum Pattern {
  /** Network traffic spread over two GPUs near the NIC. */
  BALANCED_TREE(1),
  /** In through one GPU, out through another. */
  SPLIT_TREE(2),
  /** All network traffic through one GPU; also the chain of CollNet. */
  TREE(3),
  RING(4),
  NVLS(5),
  COLLNET_DIRECT(6);

  private static final List<Pattern> ALL = List.of(values());

  private final int number;

  Pattern(int number) {
    this.number = number;
  }

  /** The number in {@code Pattern 4, crossNic 0, ...}. */
  public int number() {
    return number;
  }

  /** By the number of a log line. */
  public static Optional<Pattern> of(int number) {
    return ALL.stream().filter(p -> p.number == number).findFirst();
  }
}
