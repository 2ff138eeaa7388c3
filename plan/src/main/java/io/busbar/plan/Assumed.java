package io.busbar.plan;

import io.busbar.model.training.Choice;
import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Training;
import io.busbar.model.training.TrainingRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a search chose for what was not given. Stateless. */
final class Assumed {
  private Assumed() {}

  /**
   * {@code schedule interleaved with 8 virtual stages, micro-batch 1}; empty when all was given.
   */
  static String of(TrainingRequest request, Training chosen) {
    LayoutRequest given = request.layout();
    Parallelism p = chosen.parallelism();
    List<String> said = new ArrayList<>();
    degree("tp", given.tp(), p.tp(), said);
    degree("pp", given.pp(), p.pp(), said);
    if (given.isOpen()) {
      degree("cp", given.cp(), p.cp(), said);
    }
    degree("ep", given.ep(), p.ep(), said);
    boolean schedule = given.schedule() == null || given.virtualStages() == null;
    if (p.pp() > 1 && schedule) {
      said.add(
          "schedule "
              + p.schedule().written()
              + (p.virtualStages() > 1 ? " with " + p.virtualStages() + " virtual stages" : ""));
    }
    if (request.microBatch() == null) {
      said.add("micro-batch " + chosen.batch().microBatch());
    }
    boolean experts = request.leftOpen().contains(Choice.EXPERT_OVERLAP) && p.ep() > 1;
    if (experts) {
      said.add(
          chosen.overlap().experts() ? "expert exchange overlapped" : "expert exchange exposed");
    }
    return String.join(", ", said);
  }

  private static void degree(String name, @Nullable Integer given, int chosen, List<String> said) {
    if (given == null && chosen > 1) {
      said.add(name + " " + chosen);
    }
  }
}
