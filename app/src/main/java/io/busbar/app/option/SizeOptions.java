package io.busbar.app.option;

import io.busbar.nccl.sweep.Sizes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Sizes as nccl-tests takes them, as a picocli mixin. */
public final class SizeOptions {
  @Option(
      names = "-b",
      paramLabel = "SIZE",
      description = {"First size; K, M, G are binary as in nccl-tests.", "Example: -b 8"})
  private String first = "8";

  @Option(
      names = "-e",
      paramLabel = "SIZE",
      description = {"Last size.", "Example: -e 256M"})
  private @Nullable String last;

  @Option(
      names = "-f",
      paramLabel = "FACTOR",
      description = {"Factor between sizes, 2 by default.", "Example: -f 4"})
  private @Nullable String factor;

  @Option(
      names = "-i",
      paramLabel = "SIZE",
      description = {"Step between sizes instead of a factor.", "Example: -i 1M"})
  private @Nullable String step;

  /**
   * The sizes.
   *
   * @param usualLast when none was given
   * @param usualFactor when neither factor nor step was given
   */
  public List<Long> sizes(String usualLast, int usualFactor) {
    boolean open = factor == null && step == null;
    return Sizes.of(first, last(usualLast), step, open ? Integer.toString(usualFactor) : factor);
  }

  public String last(String usual) {
    return last == null ? usual : last;
  }
}
