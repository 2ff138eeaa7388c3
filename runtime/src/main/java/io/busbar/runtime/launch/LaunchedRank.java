package io.busbar.runtime.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which of several equal processes this one is, when a launcher started it.
 *
 * @param launcher its name
 * @param rank from 0
 */
public record LaunchedRank(String launcher, int rank, int ranks) {

  /**
   * Variables of a launcher.
   *
   * @param marks one of them is set when processes are started by it; empty for no such mark
   */
  private record Launcher(String name, List<String> marks, String rank, List<String> ranks) {}

  /** A batch script of Slurm has a rank too, but is no step: it starts nobody else. */
  private static final List<Launcher> LAUNCHERS =
      List.of(
          new Launcher(
              "Open MPI", List.of(), "OMPI_COMM_WORLD_RANK", List.of("OMPI_COMM_WORLD_SIZE")),
          new Launcher("PMI", List.of(), "PMI_RANK", List.of("PMI_SIZE")),
          new Launcher(
              "Slurm",
              List.of("SLURM_STEP_ID", "SLURM_STEPID"),
              "SLURM_PROCID",
              List.of("SLURM_STEP_NUM_TASKS", "SLURM_NTASKS")));

  /** As the environment tells; empty when no launcher started this process. */
  public static Optional<LaunchedRank> of(Map<String, String> environment) {
    return LAUNCHERS.stream().flatMap(launcher -> read(launcher, environment)).findFirst();
  }

  private static Stream<LaunchedRank> read(Launcher launcher, Map<String, String> environment) {
    int rank = number(environment.get(launcher.rank));
    int ranks =
        launcher.ranks.stream()
            .mapToInt(name -> number(environment.get(name)))
            .filter(found -> found >= 0)
            .findFirst()
            .orElse(-1);
    boolean marked =
        launcher.marks.isEmpty() || launcher.marks.stream().anyMatch(environment::containsKey);
    return marked && rank >= 0 && rank < ranks
        ? Stream.of(new LaunchedRank(launcher.name, rank, ranks))
        : Stream.empty();
  }

  private static int number(@Nullable String text) {
    return text != null && text.matches("\\d{1,7}") ? Integer.parseInt(text) : -1;
  }
}
