package io.busbar.app.imported;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.simai.WorkloadFile;
import io.busbar.formats.simai.WorkloadFile.Collective;
import io.busbar.formats.simai.WorkloadFile.Layer;
import io.busbar.formats.simai.WorkloadReader;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.scenario.input.Question.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Makes a program of the workload texts of SimAI, AICB and ASTRA-sim: one training step, or pass.
 * Of a pipeline one stage is played, which is what a file holds.
 */
public final class Workloads {
  private static final int MOST_RANKS = 4096;

  /** The policy whose files SimAI takes; only in these do gathers count the whole buffer. */
  static final String SIMAI = "HYBRID_TRANSFORMER_FWD_IN_BCKWD";

  private Workloads() {}

  /**
   * Reads a file.
   *
   * @param ranks that take part; null for as many as the file says
   * @param how collectives are done
   * @throws InputException with every problem of the file
   */
  public static Script read(Path file, @Nullable Integer ranks, AstraSystem how) {
    WorkloadFile workload = Inputs.read(Inputs.open(file), WorkloadReader::read);
    Problems problems = new Problems();
    Position at = Position.of(file.toString());
    List<String> remarks = new ArrayList<>(how.remarks());
    WorkloadGroups groups = groups(workload, ranks, at, problems, remarks);
    playable(workload, at, problems);
    problems.throwIfAny();
    Program.Builder program = new Program.Builder(groups.ranks());
    CollectiveTasks collectives = new CollectiveTasks(program, true, how);
    for (int rank = 0; rank < groups.ranks() && !collectives.full(); rank++) {
      new WorkloadPasses(workload, groups, rank, program, collectives).play();
    }
    if (collectives.full()) {
      String hint = "fewer ranks (--ranks) have fewer messages and replicas";
      String expected = "at most 20,000,000 messages";
      throw new InputException(new Problem(at, "", groups.ranks() + " ranks", expected, hint));
    }
    collectives.check(at, problems);
    problems.throwIfAny();
    return new Script(String.valueOf(file.getFileName()), program.build(), remarks);
  }

  private static WorkloadGroups groups(
      WorkloadFile file,
      @Nullable Integer ranks,
      Position at,
      Problems problems,
      List<String> remarks) {
    boolean split = file.policy().startsWith("HYBRID_TRANSFORMER");
    long stages = split ? file.number(WorkloadFile.PIPELINE, 1) : 1;
    long tensor = split ? file.number(WorkloadFile.TENSOR, 1) : 1;
    long expert = split ? file.number(WorkloadFile.EXPERT, 1) : 1;
    long gpus = file.number(WorkloadFile.GPUS, 0);
    long count = ranks != null ? ranks : gpus / stages;
    if (count == 0) {
      problems.add(at, "ranks", "", "--ranks N: the file does not say how many there are", "");
    } else if (count < 2 || count > MOST_RANKS) {
      String hint = count > MOST_RANKS ? "--ranks 64 plays fewer replicas" : "";
      problems.add(at, "ranks", "" + count, "2 to " + MOST_RANKS + " ranks", hint);
    } else if (count % (tensor * expert) != 0) {
      String expected =
          String.format(
              Locale.ROOT,
              "a multiple of %d: %s %d, %s %d",
              tensor * expert,
              WorkloadFile.TENSOR,
              tensor,
              WorkloadFile.EXPERT,
              expert);
      problems.add(at, "ranks", "" + count, expected, "");
    }
    if (stages > 1) {
      remarks.add(
          "one stage of " + stages + " is played: no sends between stages, no waiting for others");
    }
    if (ranks != null && gpus > 0 && ranks != gpus / stages) {
      remarks.add(ranks + " ranks instead of the " + gpus / stages + " of a stage in the file");
    }
    remarks.add(
        split
            ? "collectives of layers among " + tensor + " neighbours, of weights among replicas"
            : "all collectives are among all ranks");
    return problems.any()
        ? new WorkloadGroups(1, 1, 1, true)
        : new WorkloadGroups((int) count, (int) tensor, (int) expert, !split);
  }

  private static void playable(WorkloadFile file, Position at, Problems problems) {
    for (Layer layer : file.layers()) {
      for (WorkloadFile.Pass pass :
          List.of(layer.forward(), layer.inputGradient(), layer.weightGradient())) {
        if (pass.collective() == Collective.ALLREDUCEALLTOALL) {
          String expected = "an all-reduce or an all-to-all: both in one are not played";
          problems.add(at, layer.name(), pass.word(), expected, "");
        }
      }
    }
    boolean dlrm = file.policy().startsWith("HYBRID_DLRM");
    long bottom = file.number(WorkloadFile.LAST_BOTTOM, -1);
    if (dlrm && (bottom < 0 || bottom >= file.layers().size())) {
      String expected = "the last layer that does not wait for the embedding";
      problems.add(at, WorkloadFile.LAST_BOTTOM, bottom < 0 ? "" : "" + bottom, expected, "");
    }
  }
}
