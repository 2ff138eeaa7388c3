package io.busbar.formats.nccltests;

import io.busbar.formats.nccltests.Collectives.Factor;
import io.busbar.formats.nccltests.NcclTestsTable.Half;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.util.List;

/**
 * Whether the printed busbw and algbw fit a collective on so many ranks. The bounds of the ratio
 * follow from the digits that were printed, so that no tolerance is guessed. Immutable.
 *
 * @param verdict what the ratio says
 * @param low smallest ratio that rounds to what was printed; NaN without rows that tell
 * @param high largest such ratio
 * @param ranks what was stated, 0 for nothing
 * @param expected factor of the collective on the stated ranks; NaN when either is unknown
 * @param fewestRanks smallest number of ranks that fits the ratio; 0 when none does
 * @param mostRanks largest; {@link Integer#MAX_VALUE} when the digits set no bound
 */
public record RatioCheck(
    Verdict verdict,
    double low,
    double high,
    int ranks,
    double expected,
    int fewestRanks,
    int mostRanks) {

  /** What the ratio says. */
  public enum Verdict {
    FITS,
    /** The stated ranks and the ratio disagree. */
    OTHER_RANKS,
    /** No number of ranks gives this ratio: it is another collective. */
    OTHER_COLLECTIVE,
    /** Nothing to compare: no rows, no ranks, or a collective whose factor is 1 or unknown. */
    UNDECIDED
  }

  /**
   * @param collective name as nccl-tests writes it
   * @param ranks as stated elsewhere, 0 when they are not
   */
  static RatioCheck of(String collective, int ranks, List<Row> rows) {
    Sum sum = new Sum();
    for (Row row : rows) {
      sum.add(row.outOfPlace());
      sum.add(row.inPlace());
    }
    return of(collective, ranks, sum.low(), sum.high());
  }

  /**
   * @param collective name as nccl-tests writes it
   * @param ranks as stated elsewhere, 0 when they are not
   * @param algbw GB/s as printed with two decimals (fewer from 1,000 on)
   * @param busbw the same for busbw
   */
  public static RatioCheck of(String collective, int ranks, double[] algbw, double[] busbw) {
    Sum sum = new Sum();
    for (int i = 0; i < algbw.length; i++) {
      sum.add(algbw[i], busbw[i]);
    }
    return of(collective, ranks, sum.low(), sum.high());
  }

  private static RatioCheck of(String collective, int ranks, double low, double high) {
    Factor factor = Collectives.factor(collective);
    double expected = factor == null || ranks < 2 ? Double.NaN : factor.of(ranks);
    if (factor == null || !(high > 0)) {
      return new RatioCheck(Verdict.UNDECIDED, low, high, ranks, expected, 0, 0);
    }
    if (factor == Factor.ONE) {
      boolean one = low <= 1 && high >= 1;
      Verdict verdict = one ? Verdict.UNDECIDED : Verdict.OTHER_COLLECTIVE;
      return new RatioCheck(verdict, low, high, ranks, expected, 0, 0);
    }
    if (low > factor.of(Integer.MAX_VALUE) || high < factor.of(2)) {
      return new RatioCheck(Verdict.OTHER_COLLECTIVE, low, high, ranks, expected, 0, 0);
    }
    int fewest = ranks(factor, low, true);
    int most = ranks(factor, high, false);
    if (fewest > most) {
      return new RatioCheck(Verdict.OTHER_RANKS, low, high, ranks, expected, 0, 0);
    }
    Verdict verdict =
        ranks < 2
            ? Verdict.UNDECIDED
            : ranks >= fewest && ranks <= most ? Verdict.FITS : Verdict.OTHER_RANKS;
    return new RatioCheck(verdict, low, high, ranks, expected, fewest, most);
  }

  /** {@code n = 1 / (1 − ratio)} for a ring, and twice the factor for all-reduce. */
  private static int ranks(Factor factor, double ratio, boolean up) {
    double ring = factor == Factor.TWICE_RING ? ratio / 2 : ratio;
    if (ring >= 1) {
      return Integer.MAX_VALUE;
    }
    double ranks = 1 / (1 - ring);
    double whole = up ? Math.ceil(ranks - 1e-9) : Math.floor(ranks + 1e-9);
    return (int) Math.max(up ? 2 : 1, Math.min(Integer.MAX_VALUE, whole));
  }

  /** The only number of ranks that fits, or 0. */
  public int onlyRanks() {
    return fewestRanks > 0 && fewestRanks == mostRanks ? fewestRanks : 0;
  }

  /** The ranks that fit, in words: {@code 96}, {@code 95 to 97}, {@code 1400 or more}. */
  public String fitting() {
    if (fewestRanks == 0) {
      return "none";
    }
    if (mostRanks == Integer.MAX_VALUE) {
      return fewestRanks + " or more";
    }
    return fewestRanks == mostRanks ? "" + fewestRanks : fewestRanks + " to " + mostRanks;
  }

  /**
   * Bounds of the ratio of two printed columns: {@code Σ(b ∓ ε) / Σ(a ± ε)} with ε half of the last
   * digit. Large rows count most, which are the exact ones.
   */
  static final class Sum {
    private static final double FEWEST_GBPS = 1;

    private double algbw;
    private double busbw;
    private double algbwHalf;
    private double busbwHalf;

    void add(Half half) {
      add(half.algbwGBps(), half.busbwGBps());
    }

    void add(double a, double b) {
      if (a >= FEWEST_GBPS && b > 0 && Double.isFinite(a) && Double.isFinite(b)) {
        algbw += a;
        busbw += b;
        algbwHalf += half(a);
        busbwHalf += half(b);
      }
    }

    /** nccl-tests prints two decimals, one from 1,000 and none from 10,000 on. */
    private static double half(double value) {
      return value < 1000 ? 0.005 : value < 10_000 ? 0.05 : 0.5;
    }

    double low() {
      return algbw == 0 ? Double.NaN : (busbw - busbwHalf) / (algbw + algbwHalf);
    }

    double high() {
      return algbw == 0 ? Double.NaN : (busbw + busbwHalf) / (algbw - algbwHalf);
    }
  }
}
