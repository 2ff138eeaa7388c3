package io.busbar.design.place;

import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Parallelism;
import java.util.ArrayList;
import java.util.List;

/** A layout's axes counted in nodes: the sizes whose product is the job, the fastest first. */
final class Axes {
  private Axes() {}

  /**
   * The part of each axis that goes over nodes. Where an axis does not divide a node the whole job
   * is one axis.
   *
   * @param gpus of a node
   */
  static int[] inNodes(Parallelism layout, int gpus) {
    List<Integer> sizes = new ArrayList<>();
    int overExperts = overExperts(layout);
    for (GroupAxis axis : layout.order()) {
      sizes.add(
          switch (axis) {
            case TP -> layout.tp();
            case CP -> layout.cp();
            case EP -> overExperts;
            case PP -> layout.pp();
            case DP -> layout.dp() / overExperts;
          });
    }
    List<Integer> inNodes = new ArrayList<>();
    int left = gpus;
    for (int size : sizes) {
      int inside = gcd(size, left);
      left /= inside;
      if (left > 1 && inside < size) {
        return new int[] {Math.toIntExact(layout.gpus() / gpus)};
      }
      if (size > inside) {
        inNodes.add(size / inside);
      }
    }
    return inNodes.isEmpty() ? new int[] {1} : inNodes.stream().mapToInt(s -> s).toArray();
  }

  /** What experts need of the data axis behind the tensor and context ranks that they use. */
  private static int overExperts(Parallelism layout) {
    int left = layout.ep() * layout.etp();
    left /= gcd(left, layout.tp());
    left /= gcd(left, layout.cp());
    return layout.dp() % left == 0 ? left : 1;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
