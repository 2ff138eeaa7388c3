package io.busbar.app.command.nccl;

import io.busbar.app.algo.Algo;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.imported.MscclAlgorithms;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.BlockAlgorithm;
import io.busbar.collective.blocks.BlockFault;
import io.busbar.collective.blocks.BlockFaults;
import io.busbar.collective.blocks.BlockSchedule;
import io.busbar.collective.blocks.BlocksOfSchedule;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Where an algorithm of {@code busbar algo} comes from: a file of MSCCL, or one of ours by name.
 */
final class AlgoSource {
  private static final int MOST_RANKS = 1024;

  @Option(
      names = "--op",
      paramLabel = "NAME",
      description = {
        "Operation of an algorithm by name, all_reduce by default.",
        "Example: --op all_gather"
      })
  private @Nullable String op;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = {"Ranks of an algorithm by name, 8 by default.", "Example: --ranks 16"})
  private @Nullable Integer ranks;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = {
        "Equal nodes that its ranks are on, 1 by default; beside a file only for --emit mscclpp.",
        "Example: --nodes 2"
      })
  private @Nullable Integer nodes;

  @Option(
      names = "--channels",
      paramLabel = "N",
      description = {"Channels of an algorithm by name, 1 by default.", "Example: --channels 4"})
  private @Nullable Integer channels;

  @Nullable Integer nodes() {
    return nodes;
  }

  /**
   * @param file or the name of an algorithm
   * @param spread whether {@code --nodes} may stand beside a file
   */
  Algo algo(String file, boolean spread) {
    Algorithm named = named(file);
    if (named != null) {
      return ours(file, named);
    }
    String over = spread ? null : text(nodes);
    for (String option : new String[] {op, text(ranks), over, text(channels)}) {
      if (option != null) {
        String expected = "no --op, --ranks, --nodes or --channels beside a file, which says them";
        throw Refusal.of("FILE", file, expected, Nearest.hint(file, names()));
      }
    }
    Path path = InFile.of(file, "FILE");
    MscclAlgorithms.Imported read = MscclAlgorithms.read(path);
    List<String> notes = new ArrayList<>();
    read.warnings().forEach(warning -> notes.add(warning.toString()));
    try {
      BlockSchedule made = BlockSchedule.of(read.algorithm());
      if (made.keepAside() > 0) {
        notes.add(
            made.keepAside()
                + " ranks read their input after the result is written over it here, so they copy"
                + " it first; with buffers apart MSCCL needs no copy");
      }
      String name = String.valueOf(path.getFileName());
      return new Algo(name, made, read.algorithm(), read.file(), notes);
    } catch (BlockFaults e) {
      refuse(file, e.faults(), "");
      throw e;
    }
  }

  private static @Nullable String text(@Nullable Integer number) {
    return number == null ? null : number.toString();
  }

  private static List<String> names() {
    return Arrays.stream(Algorithm.values()).map(Algorithm::id).toList();
  }

  static @Nullable Algorithm named(String name) {
    return Arrays.stream(Algorithm.values())
        .filter(algorithm -> algorithm.id().equals(name))
        .findFirst()
        .orElse(null);
  }

  private Algo ours(String file, Algorithm algorithm) {
    CollectiveOp operation = operation();
    int n = within("--ranks", ranks == null ? 8 : ranks, 2, MOST_RANKS);
    int k = within("--nodes", nodes == null ? 1 : nodes, 1, n);
    if (n % k != 0) {
      throw Refusal.of("--nodes", "" + k, "a divisor of the " + n + " ranks", "");
    }
    Locality locality = Locality.uniform(k, n / k);
    String refusal = Schedules.refusal(algorithm, operation, locality);
    if (refusal != null) {
      throw Refusal.of("FILE", file, "an algorithm for this operation and machine", refusal);
    }
    int lanes = within("--channels", channels == null ? 1 : channels, 1, 64);
    Schedule schedule =
        Schedules.of(ScheduleRequest.of(operation, algorithm, locality).withChannels(lanes));
    BlockAlgorithm blocks =
        BlocksOfSchedule.refusal(schedule) == null
            ? BlocksOfSchedule.of(algorithm.id() + "_" + operation.ncclTestsName(), schedule)
            : null;
    return new Algo(algorithm.id(), schedule, blocks, null, List.of());
  }

  private static int within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw Refusal.of(option, "" + value, least + " to " + most, "");
    }
    return value;
  }

  private CollectiveOp operation() {
    String name = op == null ? "all_reduce" : op;
    List<String> known =
        Arrays.stream(CollectiveOp.values()).map(CollectiveOp::ncclTestsName).toList();
    if (!known.contains(name)) {
      String hint = Nearest.hint(name, known);
      throw Refusal.of("--op", name, "one of " + String.join(", ", known), hint);
    }
    return CollectiveOp.values()[known.indexOf(name)];
  }

  static void refuse(String file, List<BlockFault> faults, String hint) {
    Problems problems = new Problems();
    for (BlockFault fault : faults) {
      Position at = new Position(file, fault.line(), 0);
      problems.add(at, fault.where(), "", "a step that fits; this one " + fault.text(), hint);
    }
    problems.throwIfAny();
  }
}
