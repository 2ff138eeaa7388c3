package io.busbar.design.place;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.design.place.PlaceAnswer.Confirmed;
import io.busbar.plan.step.StepCost;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays a step's communication on the fabric with the flow engine: of each dimension all
 * communicators at once, rings in their steady state, every rank's bytes of a step. The engine
 * shares links max-min fairly and knows nothing of the formulas by which the search judges.
 */
final class Confirm {
  private static final int MOST_MESSAGES = 400_000;

  private final Objective objective;

  Confirm(Objective objective) {
    this.objective = objective;
  }

  /**
   * Dimensions that leave nodes; one with too many messages to play is left out.
   *
   * @throws InputException when the site's switches cannot be built with the plan's kind of switch
   */
  List<Confirmed> of(int[] naive, int[] placed) {
    SiteFabric before;
    SiteFabric after;
    try {
      before = new SiteFabric(objective.site(), naive);
      after = new SiteFabric(objective.site(), placed);
    } catch (IllegalArgumentException e) {
      throw new InputException(
          new Problem(
              Position.of("--confirm"),
              "",
              "",
              "a fabric that can be built: " + e.getMessage(),
              ""));
    }
    StepCost cost = objective.cost(naive);
    List<Confirmed> confirmed = new ArrayList<>();
    for (Judged.Axis axis : Judged.Axis.values()) {
      StepCost.Traffic traffic = axis.of(cost);
      List<Groups> kinds =
          objective.groups().stream()
              .filter(g -> axis.kinds().contains(g.kind()) && g.mostSlots() > 1)
              .toList();
      if (kinds.isEmpty() || traffic.total() <= 0) {
        continue;
      }
      double naiveSeconds = 0;
      double placedSeconds = 0;
      boolean all = true;
      for (Groups kind : kinds) {
        boolean data = axis == Judged.Axis.DATA;
        double part = data ? objective.dataShare(kind.kind()) : 1;
        Messages messages = messages(kind, part * traffic.bytes());
        all &= messages.size() <= MOST_MESSAGES;
        naiveSeconds += all ? play(before, messages, naive) : 0;
        placedSeconds += all ? play(after, messages, placed) : 0;
      }
      if (all) {
        double exposed = traffic.exposed() / traffic.total();
        confirmed.add(new Confirmed(axis.word(), naiveSeconds, placedSeconds, exposed));
      }
    }
    return confirmed;
  }

  private double play(SiteFabric fabric, Messages messages, int[] order) {
    Traffic traffic = messages.on(fabric, order);
    TrafficRun run = new TrafficRun(new FlowNetwork(fabric.paths()), traffic);
    RunEnd end = run.run(Long.MAX_VALUE, Cancel.NEVER);
    if (!end.done()) {
      throw new IllegalStateException("the flow engine ended with " + end.reason());
    }
    return SimTime.seconds(run.lastPs());
  }

  private Messages messages(Groups kind, double bytesOfRank) {
    Messages messages = new Messages(objective.slots(), objective.cluster().node().gpus());
    for (Groups.Group group : kind.groups()) {
      switch (kind.pattern()) {
        case RING -> ring(kind, group, bytesOfRank, messages);
        case CHAIN -> chain(group, bytesOfRank, messages);
        case EXCHANGE -> exchange(kind, group, bytesOfRank, messages);
      }
    }
    return messages;
  }

  /** The rings of a node's ranks leave it side by side, each with its part of the bytes. */
  private static void ring(Groups kind, Groups.Group group, double bytesOfRank, Messages messages) {
    int[] slots = group.slots();
    int streams = kind.together() * group.communicators();
    for (int i = 0; i < slots.length; i++) {
      int to = slots[i + 1 == slots.length ? 0 : i + 1];
      messages.add(slots[i], to, streams, bytesOfRank / kind.together());
    }
  }

  /** Activations one way and gradients back, half the bytes each. */
  private static void chain(Groups.Group group, double bytesOfRank, Messages messages) {
    int[] slots = group.slots();
    for (int i = 0; i + 1 < slots.length; i++) {
      messages.add(slots[i], slots[i + 1], group.communicators(), bytesOfRank / 2);
      messages.add(slots[i + 1], slots[i], group.communicators(), bytesOfRank / 2);
    }
  }

  private static void exchange(
      Groups kind, Groups.Group group, double bytesOfRank, Messages messages) {
    int[] slots = group.slots();
    for (int i = 0; i < slots.length; i++) {
      for (int j = 0; j < slots.length; j++) {
        int away = (i + j) % slots.length;
        if (away != i) {
          double bytes = bytesOfRank * group.ranks()[away] / (kind.size() - 1);
          messages.add(slots[i], slots[away], group.ranks()[i] * group.communicators(), bytes);
        }
      }
    }
  }
}
