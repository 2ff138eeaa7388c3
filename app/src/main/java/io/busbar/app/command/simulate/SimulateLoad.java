package io.busbar.app.command.simulate;

import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.imported.AstraSystem;
import io.busbar.app.imported.ChakraTraces;
import io.busbar.app.imported.Scripts;
import io.busbar.app.imported.Workloads;
import io.busbar.simulate.scenario.input.Question;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is sent in a simulation, as a picocli mixin. */
public final class SimulateLoad {
  @Option(
      names = "--size",
      split = ",",
      paramLabel = "SIZE",
      description = {
        "As nccl-tests counts it, cut down to equal blocks; of a pattern each message. 64MiB by"
            + " default.",
        "Example: --size 1MiB,64MiB"
      })
  private List<String> sizes = List.of("64MiB");

  @Option(
      names = "--senders",
      paramLabel = "N",
      description = {"Of an incast: hosts 1 to N send; all by default.", "Example: --senders 32"})
  private @Nullable Integer senders;

  @Option(
      names = "--matrix",
      paramLabel = "FILE",
      description = {
        "Instead of an operation: messages with their starts from an htsim connection matrix (.cm),"
            + " or a table of bytes from each rank to each.",
        "Example: --matrix perm_128.cm"
      })
  private @Nullable String matrix;

  @Option(
      names = "--goal",
      paramLabel = "FILE",
      description = {
        "Instead of an operation: a GOAL schedule of sends, receives and computations.",
        "Example: --goal trace.goal"
      })
  private @Nullable String goal;

  @Option(
      names = "--chakra",
      paramLabel = "PREFIX",
      description = {
        "Instead of an operation: execution traces of Chakra, one for each rank, PREFIX.0.et,"
            + " PREFIX.1.et ..., or their folder; collectives are rings, an all-to-all is direct.",
        "Example: --chakra traces/all_reduce"
      })
  private @Nullable String chakra;

  @Option(
      names = "--chakra-groups",
      paramLabel = "FILE",
      description = {
        "Groups of ranks (pg_name) of the traces, as ASTRA-sim has them in JSON; comm_group.json"
            + " beside the traces by default.",
        "Example: --chakra-groups comm_group.json"
      })
  private @Nullable String chakraGroups;

  @Option(
      names = "--workload",
      paramLabel = "FILE",
      description = {
        "Instead of an operation: a workload text of SimAI, AICB or ASTRA-sim, one training step;"
            + " with pipeline stages one of them. Collectives as with --chakra.",
        "Example: --workload workload.txt"
      })
  private @Nullable String workload;

  @Option(
      names = "--astra-system",
      paramLabel = "FILE",
      description = {
        "Algorithms of the collectives of --chakra and --workload, from a system file of ASTRA-sim;"
            + " without it they are rings, an all-to-all direct.",
        "Example: --astra-system system.json"
      })
  private @Nullable String system;

  @Option(
      names = "--algo",
      split = ",",
      paramLabel = "NAME",
      description = {
        "ring, tree, recursive-doubling, halving-doubling, binomial, pat, hierarchical,"
            + " by-dimension, nvls, nvls-tree, collnet-direct, collnet-chain, direct, pairwise, pxn"
            + " or two-level; ring by default, on a whole grid by-dimension, or direct.",
        "Example: --algo ring,tree"
      })
  private @Nullable List<String> algorithms;

  @Option(
      names = "--channels",
      paramLabel = "N",
      description = {
        "Parts of a collective that run side by side; one for each rail by default.",
        "Example: --channels 8"
      })
  private @Nullable Integer channels;

  @Option(
      names = "--slot",
      paramLabel = "SIZE",
      description = {
        "Most bytes of a message of a collective, 1MiB by default; NCCL's own is 512KiB.",
        "Example: --slot 512KiB"
      })
  private String slot = "1MiB";

  private Question.@Nullable Script script(@Nullable Integer ranks) {
    long given = Stream.of(matrix, goal, chakra, workload).filter(Objects::nonNull).count();
    if (given > 1) {
      String where = workload != null ? "--workload" : chakra != null ? "--chakra" : "--goal";
      throw Refusal.of(where, "", "only one of --matrix, --goal, --chakra and --workload", "");
    }
    if (chakraGroups != null && chakra == null) {
      throw Refusal.of("--chakra-groups", chakraGroups, "--chakra beside it", "");
    }
    if (system != null && chakra == null && workload == null) {
      throw Refusal.of("--astra-system", system, "--chakra or --workload beside it", "");
    }
    AstraSystem how =
        system == null ? AstraSystem.RINGS : AstraSystem.read(InFile.of(system, "--astra-system"));
    if (chakra != null) {
      Path groups = chakraGroups == null ? null : InFile.of(chakraGroups, "--chakra-groups");
      return ChakraTraces.read(InFile.of(chakra, "--chakra"), groups, how);
    }
    if (workload != null) {
      return Workloads.read(InFile.of(workload, "--workload"), ranks, how);
    }
    return matrix != null
        ? Scripts.matrix(InFile.of(matrix, "--matrix"))
        : goal != null ? Scripts.goal(InFile.of(goal, "--goal")) : null;
  }

  /**
   * @param ranks that take part; null where nothing is said
   */
  Question.Load load(@Nullable Integer ranks) {
    return new Question.Load(script(ranks), sizes, senders, algorithms, channels, slot);
  }
}
