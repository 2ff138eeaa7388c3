package io.busbar.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.verify.Hold;
import io.busbar.collective.verify.Verification;
import io.busbar.collective.verify.Verifier;
import java.util.ArrayList;
import java.util.List;

/** What every test of an algorithm asks for. */
final class Proofs {
  private Proofs() {}

  static Schedule schedule(Algorithm algorithm, CollectiveOp op, int ranks) {
    return Schedules.of(ScheduleRequest.of(op, algorithm, Locality.oneNode(ranks)));
  }

  static Schedule schedule(Algorithm algorithm, CollectiveOp op, Locality locality) {
    return Schedules.of(ScheduleRequest.of(op, algorithm, locality));
  }

  /** One slot with the message in hand, and two with the message in its slot. */
  static Verification proved(Schedule schedule) {
    Verification strict = Verifier.verify(schedule, 2, Hold.SLOT);
    assertThat(strict.fault()).as(name(schedule) + ", slot to slot").isNull();
    Verification verification = Verifier.verify(schedule);
    assertThat(verification.fault()).as(name(schedule)).isNull();
    return verification;
  }

  private static String name(Schedule schedule) {
    return schedule.getClass().getSimpleName() + " " + schedule.op() + " n=" + schedule.ranks();
  }

  /** Equal nodes, for every way to write n as nodes times ranks per node. */
  static List<Locality> shapes(int ranks) {
    List<Locality> shapes = new ArrayList<>();
    for (int perNode = 1; perNode <= ranks; perNode++) {
      if (ranks % perNode == 0) {
        shapes.add(Locality.uniform(ranks / perNode, perNode));
      }
    }
    return shapes;
  }
}
