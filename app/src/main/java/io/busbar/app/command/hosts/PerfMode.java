package io.busbar.app.command.hosts;

import io.busbar.app.call.Refusal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code busbar perf} is run for, and the table of ways, as a picocli mixin. */
public final class PerfMode {
  @Option(
      names = "--tuning",
      paramLabel = "FILE",
      description = {
        "Table of the algorithms that auto takes, which --tune writes; $XDG_CONFIG_HOME/busbar/tuning.txt"
            + " or ~/.config/busbar/tuning.txt by default, if it exists; none for start values.",
        "Example: --tuning cluster-a.txt"
      })
  private @Nullable String tuning;

  @Option(
      names = "--tune",
      description = {
        "Try all algorithms at sizes up to 16M in steps of 4 (or -b, -e, -f, -i), and write the best ones"
            + " into the table.",
        "Example: --tune"
      })
  private boolean tunes;

  @Option(
      names = "--fit",
      description = {
        "Fit what a message and a sum cost (alpha, beta, gamma), predict this operation at sizes to"
            + " 16M with it, and show how far off that is. With --out the cluster file goes to"
            + " FILE, for 'busbar simulate' and 'busbar collective'.",
        "Example: --fit --out here.yaml"
      })
  private boolean fits;

  boolean tunes() {
    return tunes;
  }

  boolean fits() {
    return fits;
  }

  /** The table of ways that is read or written. */
  TuningFile table() {
    return TuningFile.of(tuning);
  }

  /** Refuses both at once. */
  void check() {
    if (tunes && fits) {
      throw Refusal.of("--fit", "", "either --tune or --fit", "");
    }
  }
}
