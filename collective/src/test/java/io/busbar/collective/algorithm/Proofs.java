package io.busbar.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Contract;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.verify.Hold;
import io.busbar.collective.verify.Traffic;
import io.busbar.collective.verify.Verification;
import io.busbar.collective.verify.Verifier;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What the tests of algorithms share. */
final class Proofs {
  private Proofs() {}

  static Schedule schedule(Algorithm algorithm, CollectiveOp op, Locality locality) {
    return Schedules.of(ScheduleRequest.of(op, algorithm, locality));
  }

  static Verification proved(Algorithm algorithm, CollectiveOp op, Locality locality) {
    return proved(ScheduleRequest.of(op, algorithm, locality));
  }

  static Verification proved(ScheduleRequest request) {
    Verification verification = Verifier.verify(Schedules.of(request));
    assertThat(verification.fault()).as(name(request)).isNull();
    return verification;
  }

  /** As {@link #proved}, and with messages that stay in one of two slots while they wait. */
  static Verification provedBothWays(ScheduleRequest request) {
    Verification strict = Verifier.verify(Schedules.of(request), 2, Hold.SLOT);
    assertThat(strict.fault()).as(name(request) + ", slot to slot").isNull();
    return proved(request);
  }

  private static String name(ScheduleRequest request) {
    Locality locality = request.locality();
    return "%s %s, %d ranks on %d nodes, root %d, %d channels, %d pieces, aggregate %d, radix %s"
        .formatted(
            request.algorithm().id(),
            request.op(),
            locality.ranks(),
            locality.nodes(),
            request.root(),
            request.channels(),
            request.pieces(),
            request.aggregate(),
            request.radix());
  }

  static boolean offered(Algorithm algorithm, CollectiveOp op, Locality locality) {
    return Schedules.refusal(algorithm, op, locality) == null;
  }

  /**
   * Equal nodes, for every way to write n as nodes times ranks per node; one where the algorithm
   * does not look at nodes.
   */
  static List<Locality> shapes(Algorithm algorithm, int ranks) {
    List<Locality> shapes = new ArrayList<>();
    boolean blind =
        switch (algorithm) {
          case DIRECT, PAIRWISE, PAT, BINOMIAL, RECURSIVE_DOUBLING, HALVING_DOUBLING -> true;
          default -> false;
        };
    if (blind) {
      return List.of(Locality.oneNode(ranks));
    }
    for (int perNode = 1; perNode <= ranks; perNode++) {
      if (ranks % perNode == 0) {
        shapes.add(Locality.uniform(ranks / perNode, perNode));
      }
    }
    return shapes;
  }

  /** Unequal nodes, ranks and rails in no order. */
  static Locality ragged(int ranks, int nodes, SplittableRandom random) {
    int[] node = new int[ranks];
    int[] rail = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      node[rank] = rank < nodes ? rank : random.nextInt(nodes);
      rail[rank] = random.nextInt(4);
    }
    for (int i = ranks - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = node[i];
      node[i] = node[j];
      node[j] = swap;
    }
    return new Locality(node, rail);
  }

  static boolean rooted(CollectiveOp op) {
    return Contract.rooted(op);
  }

  /** Chunks that a rank sends to ranks of other nodes, or to switches of the network. */
  static long sentOut(Traffic traffic, Locality locality, int rank) {
    long chunks = 0;
    for (int edge = 0; edge < traffic.edges(); edge++) {
      int to = traffic.to(edge);
      boolean out = to >= locality.ranks() || locality.node(to) != locality.node(rank);
      if (traffic.from(edge) == rank && out) {
        chunks += traffic.chunks(edge);
      }
    }
    return chunks;
  }

  static int log2Up(int n) {
    return 32 - Integer.numberOfLeadingZeros(n - 1);
  }
}
