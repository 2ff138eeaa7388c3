package io.busbar.app.option;

import io.busbar.app.call.Refusal;
import io.busbar.base.problem.InputException;
import io.busbar.base.quantity.DataSize;
import io.busbar.nccl.sweep.Sizes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Sizes as nccl-tests takes them, as a picocli mixin. */
public final class SizeOptions {
  private static final String FIRST = "8";

  @Option(
      names = "-b",
      paramLabel = "SIZE",
      description = {"First size; K, M, G are binary as in nccl-tests.", "Example: -b 8"})
  private @Nullable String first;

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

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = {
        "One size instead of -b to -e, written as for 'busbar simulate': KiB and MiB are binary,"
            + " kB and MB decimal.",
        "Example: --size 1GiB"
      })
  private @Nullable String only;

  /**
   * The sizes.
   *
   * @param usualLast when none was given
   * @param usualFactor when neither factor nor step was given
   * @throws InputException when they make no sweep
   */
  public List<Long> sizes(String usualLast, int usualFactor) {
    if (only != null) {
      return List.of(single(only));
    }
    boolean open = factor == null && step == null;
    return Sizes.of(
        first == null ? FIRST : first,
        last(usualLast),
        step,
        open ? Integer.toString(usualFactor) : factor);
  }

  private long single(String text) {
    if (first != null || last != null || factor != null || step != null) {
      throw Refusal.of("--size", text, "either --size or -b, -e, -f and -i", "");
    }
    long bytes = Refusal.parsed("--size", text, DataSize::parse).bytes();
    if (bytes == 0 || bytes > Sizes.MOST) {
      throw Refusal.of("--size", text, "1 B to 1024 TiB", "");
    }
    return bytes;
  }

  /** The last size as it was written. */
  public String last(String usual) {
    return only != null ? only : last != null ? last : usual;
  }
}
