package io.busbar.app.step;

import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.exported.ChakraStep;
import io.busbar.app.imported.ChakraTraces;
import io.busbar.simulate.step.StepTrace;
import io.busbar.simulate.step.StepVariant;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes a played step into a folder as traces of Chakra. */
public final class StepTraceFiles {
  private static final String OPTION = "--emit-chakra";
  private static final String PREFIX = "step.";

  /** As many as are read again. */
  private static final int MOST_RANKS = 4096;

  private static final long MOST_NODES = 20_000_000;

  private StepTraceFiles() {}

  /**
   * @throws io.busbar.base.problem.InputException when there is more than one step, too much of it,
   *     or the folder cannot be written
   */
  public static void write(String folder, StepOfPlan step, List<StepVariant> steps) {
    if (steps.size() != 1) {
      throw Refusal.of(OPTION, "", "one step, not a comparison", steps.size() + " are played");
    }
    int ranks = Math.toIntExact(step.training().parallelism().gpus());
    ChakraStep traces = new ChakraStep(StepTrace.of(steps.getFirst()), step.groups());
    if (ranks > MOST_RANKS || ranks * traces.nodes() > MOST_NODES) {
      String read = String.format(Locale.ROOT, "%,d ranks, %,d nodes each", ranks, traces.nodes());
      String hint = "fewer nodes of the cluster, or fewer micro-batches (--accumulation)";
      throw Refusal.of(OPTION, read, "at most 4,096 ranks and 20,000,000 nodes", hint);
    }
    Path base = InFile.of(folder, OPTION);
    try {
      Files.createDirectories(base);
      if (Files.exists(base.resolve(PREFIX + ranks + ".et"))) {
        String hint = "it has traces of more ranks than are written now";
        throw Refusal.of(OPTION, folder, "an empty folder", hint);
      }
      for (int rank = 0; rank < ranks; rank++) {
        Path file = base.resolve(PREFIX + rank + ".et");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
          traces.write(rank, out);
        }
      }
      Files.writeString(base.resolve(ChakraTraces.GROUPS), traces.groupsJson());
    } catch (IOException e) {
      throw Refusal.of(OPTION, folder, "a folder that can be written", "" + e.getMessage());
    }
  }
}
