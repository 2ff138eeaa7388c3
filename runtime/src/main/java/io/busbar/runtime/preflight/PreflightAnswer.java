package io.busbar.runtime.preflight;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a preflight found.
 *
 * @param tests what was tested, and what was not
 * @param outliers worst first
 * @param notJudged what looked odd and proves nothing
 * @param healthy figures of what was not found odd
 * @param pairsMeasured on all interfaces
 * @param durationS of each transfer
 */
public record PreflightAnswer(
    String tests,
    int hosts,
    int interfaces,
    List<Outlier> outliers,
    List<NotJudged> notJudged,
    List<Healthy> healthy,
    int roundsDone,
    int roundsAll,
    int pairsMeasured,
    int pairsAll,
    double durationS,
    int streams,
    long seed,
    List<HostRow> hostRows,
    List<Halves> halves,
    List<PairRow> pairs) {
  public PreflightAnswer {
    outliers = List.copyOf(outliers);
    notJudged = List.copyOf(notJudged);
    healthy = List.copyOf(healthy);
    hostRows = List.copyOf(hostRows);
    halves = List.copyOf(halves);
    pairs = List.copyOf(pairs);
  }

  /**
   * A figure over everything that is not odd.
   *
   * @param unit as in names of keys
   */
  public record Healthy(
      String figure, String unit, double median, double lowest, double highest, int count) {}

  /**
   * A host.
   *
   * @param clockOffsetUs against the median of its partners; null when not measured
   */
  public record HostRow(
      String name,
      List<InterfaceRow> interfaces,
      @Nullable Double loopsPerS,
      @Nullable Double copyBytesPerS,
      @Nullable Double clockOffsetUs,
      @Nullable Double clockBoundUs,
      long segmentsRetransmitted,
      long lostRetransmits,
      long synRetransmits) {
    public HostRow {
      interfaces = List.copyOf(interfaces);
    }
  }

  /**
   * An interface.
   *
   * @param speedMbitPerS as the driver says; 0 when it does not
   * @param dropped packets that it dropped meanwhile, both ways
   */
  public record InterfaceRow(
      String name, String address, int mtuBytes, long speedMbitPerS, long errors, long dropped) {}

  /** Halves that sent to each other; share of what the same pairs reached in rounds. */
  public record Halves(int number, String direction, double bytesPerS, @Nullable Double share) {}

  /**
   * A pair on one interface of each.
   *
   * @param interfaceNumber in the lists of both, from 0
   * @param there from the first to the second; null when it failed
   * @param failure why it failed; null when it did not
   */
  public record PairRow(
      String first,
      String second,
      int interfaceNumber,
      @Nullable String failure,
      @Nullable PathRow there,
      @Nullable PathRow back,
      @Nullable Double tripMinUs,
      @Nullable Double tripMedianUs,
      @Nullable Double tripP99Us) {}

  /**
   * One way of a pair.
   *
   * @param segmentsRetransmitted sent again, at full rate
   * @param segmentsArrivedTwice how many of these had arrived, so that they were not lost
   * @param pacedSegments sent at a quarter of the rate, where that was needed
   * @param waitedShare of the transfers, in which a thread of the busier host had no processor
   */
  public record PathRow(
      double bytesPerS,
      double bothBytesPerS,
      long segments,
      long segmentsRetransmitted,
      long segmentsArrivedTwice,
      long pacedSegments,
      long pacedSegmentsLost,
      int datagramsSent,
      int datagramsLost,
      int largestPacketBytes,
      double waitedShare) {}
}
