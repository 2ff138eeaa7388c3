package io.busbar.runtime.perf;

import io.busbar.collective.schedule.Contract;
import io.busbar.runtime.kernel.Kernels;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What was measured. Times are medians over five parts of the iterations, each the slowest rank's.
 *
 * @param collective name as nccl-tests writes it
 * @param transport local, shm, tcp, or mixed: shm within a host and tcp between hosts
 * @param algorithm what was asked for, such as auto
 * @param algorithmsBy whose routes {@code auto} took: start values, or a file
 * @param kernels which loops ran
 * @param limits what the machine does without a collective, all ranks at once
 */
public record PerfAnswer(
    String collective,
    int ranks,
    int hosts,
    String transport,
    String type,
    @Nullable String reduction,
    @Nullable Integer root,
    String algorithm,
    String algorithmsBy,
    String kernels,
    List<Row> rows,
    Limits limits) {
  public PerfAnswer {
    rows = List.copyOf(rows);
  }

  /** By start values, not by a file. */
  public static final String START_VALUES = "start values";

  /**
   * The answer to a question.
   *
   * @param algorithmsBy whose routes {@code auto} takes
   */
  public static PerfAnswer of(
      PerfQuestion question, String algorithmsBy, PerfRun.Measured measured) {
    boolean reduces =
        switch (question.op()) {
          case ALL_REDUCE, REDUCE_SCATTER, REDUCE -> true;
          default -> false;
        };
    return new PerfAnswer(
        question.op().ncclTestsName(),
        measured.group().ranks(),
        measured.group().hosts(),
        measured.group().transport(),
        question.type().ncclTestsName(),
        reduces ? question.reduce().name().toLowerCase(Locale.ROOT) : null,
        Contract.rooted(question.op()) ? question.root() : null,
        question.route().id(),
        algorithmsBy,
        Kernels.best().describe(),
        measured.rows(),
        measured.limits());
  }

  /**
   * One size.
   *
   * @param wrong elements that were not what they should be, over all ranks
   * @param limitUs time of the operation at the machine's own limits
   * @param percentOfLimit that time over the measured one, in percent; above 100 where blocks are
   *     found in a cache that the measured limits had to do without
   */
  public record Row(
      long sizeBytes,
      long count,
      double timeUs,
      double algbwBytesPerS,
      double busbwBytesPerS,
      long wrong,
      double limitUs,
      double percentOfLimit) {}

  /**
   * The machine's own rates.
   *
   * @param oneWayUs half of a round trip of eight bytes between ranks 0 and 1
   * @param linkBytesPerS what each rank passes on over a plain socket while all do; null for
   *     transports without sockets
   */
  public record Limits(double oneWayUs, @Nullable Double linkBytesPerS, List<Rates> rates) {
    public Limits {
      rates = List.copyOf(rates);
    }
  }

  /** Bytes of result per second of each rank, all ranks at once, at one size. */
  public record Rates(long sizeBytes, double copyBytesPerS, double reduceBytesPerS) {}
}
