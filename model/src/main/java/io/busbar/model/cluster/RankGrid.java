package io.busbar.model.cluster;

import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Parallelism;
import java.util.EnumSet;
import java.util.List;

/**
 * The ranks of a layout as a grid: one digit per axis, the first axis of the order varies fastest.
 *
 * <p>Experts have a grid of their own over the same ranks of a stage. ETP takes its factor from the
 * tensor axis, then context, then data; EP takes what is left of those axes in the order's
 * sequence, where the part of the data axis that it needs stands at EP's place. So digits are split
 * in up to three parts: of an expert (ETP), over experts (EP), and copies of experts. Immutable.
 */
final class RankGrid {
  private static final int MAX_DIGITS = 10;
  private static final int TENSOR = 0;
  private static final int CONTEXT = 1;
  private static final int DATA = 2;
  private static final int STAGE = 3;

  /** Role of a part of an axis in the grid of the experts. */
  private static final int OF_EXPERT = 0;

  private static final int OVER_EXPERTS = 1;
  private static final int COPIES = 2;

  private final int[] axes = new int[MAX_DIGITS];
  private final int[] roles = new int[MAX_DIGITS];
  private final int[] strides = new int[MAX_DIGITS];
  private final int[] sizes = new int[MAX_DIGITS];
  private int digits;
  private int ranks = 1;
  private final int shardRanks;

  /**
   * @throws IllegalArgumentException when the order is no permutation of the axes, or the expert or
   *     shard groups do not divide the ranks they are made of
   */
  RankGrid(Parallelism p) {
    List<GroupAxis> order = p.order();
    if (order.size() != GroupAxis.values().length || EnumSet.copyOf(order).size() != order.size()) {
      throw new IllegalArgumentException("the order must name each axis once: " + order);
    }
    int[] rest = {p.tp(), p.cp(), p.dp()};
    int[] ofExpert = new int[rest.length];
    int left = p.etp();
    for (int axis = TENSOR; axis <= DATA; axis++) {
      left = take(axis, left, rest, ofExpert);
    }
    require(left == 1, "etp", p.etp(), "tp·cp·dp");
    int[] overExperts = new int[rest.length];
    left = p.ep();
    for (GroupAxis axis : order) {
      switch (axis) {
        case TP -> left = take(TENSOR, left, rest, overExperts);
        case CP -> left = take(CONTEXT, left, rest, overExperts);
        case EP -> left = take(DATA, left, rest, overExperts);
        default -> {}
      }
    }
    require(left == 1, "ep·etp", p.ep() * p.etp(), "tp·cp·dp");
    for (GroupAxis axis : order) {
      switch (axis) {
        case TP -> addAxis(TENSOR, ofExpert, overExperts, rest);
        case CP -> addAxis(CONTEXT, ofExpert, overExperts, rest);
        case PP -> add(STAGE, COPIES, p.pp());
        case DP -> add(DATA, COPIES, rest[DATA]);
        case EP -> {
          add(DATA, OF_EXPERT, ofExpert[DATA]);
          add(DATA, OVER_EXPERTS, overExperts[DATA]);
        }
      }
    }
    shardRanks = p.shardGroup() == 0 ? p.dp() * p.cp() : p.shardGroup();
    require(p.dp() * p.cp() % shardRanks == 0, "the shard group", shardRanks, "dp·cp");
  }

  /** Moves the common factor of what is wanted and what the axis has left; what is still wanted. */
  private static int take(int axis, int wanted, int[] rest, int[] taken) {
    int factor = Spread.gcd(wanted, rest[axis]);
    rest[axis] /= factor;
    taken[axis] = factor;
    return wanted / factor;
  }

  private static void require(boolean holds, String what, int value, String whole) {
    if (!holds) {
      throw new IllegalArgumentException(what + " = " + value + " does not divide " + whole);
    }
  }

  private void addAxis(int axis, int[] ofExpert, int[] overExperts, int[] copies) {
    add(axis, OF_EXPERT, ofExpert[axis]);
    add(axis, OVER_EXPERTS, overExperts[axis]);
    add(axis, COPIES, copies[axis]);
  }

  private void add(int axis, int role, int size) {
    if (size == 1) {
      return;
    }
    axes[digits] = axis;
    roles[digits] = role;
    strides[digits] = ranks;
    sizes[digits] = size;
    digits++;
    ranks = Math.multiplyExact(ranks, size);
  }

  /** Ranks of the layout. */
  int ranks() {
    return ranks;
  }

  /** The ranks of a communicator; for the pipeline all its stages. */
  Box box(GroupKind kind) {
    Box box = new Box();
    for (int d = 0; d < digits; d++) {
      if (owns(kind, d)) {
        box.add(strides[d], sizes[d]);
      }
    }
    return switch (kind) {
      case SHARD -> box.inner(shardRanks);
      case REPLICA -> box.outer(shardRanks);
      default -> box;
    };
  }

  private boolean owns(GroupKind kind, int digit) {
    int axis = axes[digit];
    int role = roles[digit];
    return switch (kind) {
      case TP -> axis == TENSOR;
      case CP -> axis == CONTEXT;
      case DP -> axis == DATA;
      case PP -> axis == STAGE;
      case ETP -> role == OF_EXPERT;
      case EP -> role == OVER_EXPERTS;
      case EXPERT_DP -> role == COPIES && axis != STAGE;
      case SHARD, REPLICA -> axis == CONTEXT || axis == DATA;
    };
  }

  /** The lowest rank of each group of a kind, ascending, at most {@code max}. */
  int[] bases(GroupKind kind, int max) {
    Box box = box(kind);
    int count = Math.min(max, ranks / box.ranks());
    int[] bases = new int[count];
    int found = 0;
    for (int rank = 0; found < count; rank++) {
      if (isBase(box, rank)) {
        bases[found++] = rank;
      }
    }
    return bases;
  }

  private static boolean isBase(Box box, int rank) {
    for (int d = 0; d < box.digits(); d++) {
      if (rank / box.stride(d) % box.size(d) != 0) {
        return false;
      }
    }
    return true;
  }
}
