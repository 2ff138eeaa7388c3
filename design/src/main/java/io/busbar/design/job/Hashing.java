package io.busbar.design.job;

import io.busbar.base.stop.Stop;
import io.busbar.design.answer.DesignAnswer.Collisions;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.HashedLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The collisions of a design's leaves as rows of the answer: exact, and beside it the mean of
 * seeded draws. Stateless.
 */
public final class Hashing {
  private static final int[] QUEUE_PAIRS = {1, 4, 16};
  private static final int DRAWS = 400;

  private Hashing() {}

  /** Collisions at a leaf whose NICs all send across; none with one tier. */
  public static List<Collisions> of(FabricDesign design, long seed) {
    List<Collisions> rows = new ArrayList<>();
    int links = design.tree().leafUp();
    if (links < 2) {
      return rows;
    }
    for (int q : QUEUE_PAIRS) {
      long flows = (long) design.tree().leafDown() * q;
      if (flows <= HashedLoad.MOST_FLOWS) {
        rows.add(row(links, (int) flows, q, seed));
      }
    }
    return rows;
  }

  static Collisions row(int links, int balls, int q, long seed) {
    double mean = (double) balls / links;
    return new Collisions(
        q,
        balls,
        links,
        HashedLoad.idleShare(links, balls),
        Math.max(1, HashedLoad.expectedMost(links, balls) / Math.max(1, mean)),
        Math.max(1, drawnMost(links, balls, seed) / Math.max(1, mean)),
        HashedLoad.atMost(links, balls, (int) Math.ceil(mean)));
  }

  private static double drawnMost(int links, int balls, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long sum = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      Stop.check();
      int[] load = new int[links];
      int most = 0;
      for (int ball = 0; ball < balls; ball++) {
        most = Math.max(most, ++load[random.nextInt(links)]);
      }
      sum += most;
    }
    return (double) sum / DRAWS;
  }
}
