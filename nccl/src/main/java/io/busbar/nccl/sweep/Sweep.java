package io.busbar.nccl.sweep;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.formats.nccltests.NcclTestsTable;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.choice.Candidate;
import io.busbar.nccl.choice.Choice;
import io.busbar.nccl.textbook.Asked;
import io.busbar.nccl.textbook.BesideAsked;
import io.busbar.nccl.textbook.ClaimRow;
import io.busbar.nccl.time.Band;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.Library;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Predicts a collective over sizes. Stateless. */
public final class Sweep {
  private static final double MICROS = 1e6;

  /** What an operation without a choice runs on. */
  private static final String MESSAGES = "send/recv";

  private static final String SYMMETRIC = "symmetric";
  private static final String DIRECT = "direct";

  private Sweep() {}

  /**
   * What is asked.
   *
   * @param sizes bytes as nccl-tests counts them
   * @param explained size whose candidates are listed; null for none
   * @param textbook whether the textbook's values at the largest size are set beside
   * @param measured tables of the operation by name, to be set beside
   */
  public record Question(
      CollectiveOp op,
      Cluster cluster,
      int ranks,
      int ranksPerDomain,
      NcclSetup setup,
      List<Long> sizes,
      @Nullable Long explained,
      boolean textbook,
      Map<String, NcclTestsTable> measured) {
    public Question {
      sizes = List.copyOf(sizes);
      measured = Collections.unmodifiableMap(new LinkedHashMap<>(measured));
    }
  }

  /**
   * The answer.
   *
   * @param collective as nccl-tests calls it
   * @param ncclVersion release whose choice is followed
   * @param rows one for each size
   * @param crossovers where the choice changes
   * @param explained candidates at the size that was asked for; null when none was
   * @param library that runs there: NCCL or RCCL
   * @param limits what is not known of NCCL's choice on this cluster
   * @param textbook the textbook's values beside ours at the largest size; null when not asked for
   * @param measured tables beside the prediction; null when none was given
   */
  public record Answer(
      String collective,
      String cluster,
      int ranks,
      int ranksPerDomain,
      String library,
      String ncclVersion,
      String launch,
      List<Row> rows,
      List<Crossover> crossovers,
      @Nullable Explanation explained,
      List<String> limits,
      @Nullable List<ClaimRow> textbook,
      @Nullable List<Measured> measured) {
    public Answer {
      measured = measured == null ? null : List.copyOf(measured);
      textbook = textbook == null ? null : List.copyOf(textbook);
      rows = List.copyOf(rows);
      crossovers = List.copyOf(crossovers);
      limits = List.copyOf(limits);
    }
  }

  /**
   * One size.
   *
   * @param p10Us a tenth of like systems is faster
   * @param p90Us a tenth of like systems is slower
   * @param channels thread blocks of each GPU; 0 when unknown
   * @param limit what would have to be faster
   */
  public record Row(
      long sizeBytes,
      double timeUs,
      double p10Us,
      double p90Us,
      double algbwBytesPerS,
      double busbwBytesPerS,
      String algorithm,
      String protocol,
      int channels,
      String limit) {}

  /**
   * @param fromBytes first size of the sweep with this choice
   */
  public record Crossover(long fromBytes, String algorithm, String protocol) {}

  /**
   * Why NCCL chooses what it chooses.
   *
   * @param candidates all that NCCL has, available ones by NCCL's own time first
   * @param againstLineRate what stands between the time and line rate; null where it has other
   *     parts
   */
  public record Explanation(
      long sizeBytes, List<Option> candidates, @Nullable AgainstLineRate againstLineRate) {
    public Explanation {
      candidates = List.copyOf(candidates);
    }
  }

  /**
   * One combination.
   *
   * @param ncclTimeUs what NCCL's own model says; null when a rule leaves it out
   * @param achievedUs what the hardware would need; null when a rule leaves it out
   * @param rule that leaves it out; null when none does
   * @param why the rule in words
   * @param verify how to see it on the machine
   */
  public record Option(
      String algorithm,
      String protocol,
      boolean chosen,
      @Nullable Double ncclTimeUs,
      @Nullable Double achievedUs,
      @Nullable String rule,
      @Nullable String why,
      @Nullable String verify) {}

  /** The answer with the reasons of the explained size; null when none was asked for. */
  public record Result(Answer answer, @Nullable Explained reasons) {}

  public static Result run(Question q) {
    NcclTime times = NcclTime.of(q.cluster(), q.setup());
    GroupShape group = NcclTime.shape(q.cluster(), q.ranks(), q.ranksPerDomain());
    NcclCurve curve = times.prepare(q.op(), group);
    List<Row> rows = new ArrayList<>();
    for (long size : q.sizes()) {
      rows.add(row(q, curve, size));
    }
    Explained reasons = q.explained() == null ? null : reasons(curve, q.explained());
    Answer answer =
        new Answer(
            q.op().ncclTestsName(),
            q.cluster().name(),
            q.ranks(),
            q.ranksPerDomain(),
            Library.of(q.cluster().node().gpu()).name(),
            q.setup().version().toString(),
            q.setup().launch().name().toLowerCase(Locale.ROOT),
            rows,
            crossovers(rows),
            q.explained() == null ? null : explanation(q, group, curve, reasons),
            limits(q, times, group),
            q.textbook() ? textbook(q) : null,
            q.measured().isEmpty() ? null : measured(q, curve));
    return new Result(answer, reasons);
  }

  private static List<Measured> measured(Question q, NcclCurve curve) {
    double busFactor = q.op().busFactor(q.ranks());
    List<Measured> all = new ArrayList<>();
    q.measured().forEach((name, table) -> all.add(Measured.of(name, table, curve, busFactor)));
    return all;
  }

  private static List<String> limits(Question q, NcclTime times, GroupShape group) {
    Library library = Library.of(q.cluster().node().gpu());
    List<String> limits = new ArrayList<>(times.limits(group));
    if (!library.choiceKnown()) {
      limits.add(
          String.format(
              Locale.ROOT,
              "How %s chooses is not derived: a direct exchange or a ring is taken where it could"
                  + " choose, with constants that were fitted mostly on NCCL. %s %s comes with %s"
                  + " (%s).",
              library.name(),
              library.name(),
              library.version(),
              library.with(),
              library.source()));
    }
    return limits;
  }

  private static List<ClaimRow> textbook(Question q) {
    Asked asked = new Asked(q.op(), q.cluster(), q.ranks(), q.ranksPerDomain(), q.setup());
    return BesideAsked.of(asked, q.sizes().getLast());
  }

  private static Row row(Question q, NcclCurve curve, long size) {
    double seconds = curve.seconds(size, Ledger.OFF);
    Band band = curve.band(size);
    Choice choice = curve.choice(size);
    Candidate chosen = choice == null ? null : choice.chosen();
    boolean symmetric = curve.symmetric(size);
    double algbw = size / seconds;
    return new Row(
        size,
        seconds * MICROS,
        band.p10Seconds() * MICROS,
        band.p90Seconds() * MICROS,
        algbw,
        algbw * q.op().busFactor(q.ranks()),
        symmetric
            ? readsPeers(q)
            : chosen == null ? unchosen(q, curve, size) : chosen.algorithm().ncclName(),
        symmetric
            ? ""
            : chosen == null ? unchosenProtocol(q, curve, size) : chosen.protocol().ncclName(),
        choice == null || symmetric ? 0 : choice.channels(),
        curve.limit(size).label());
  }

  private static String readsPeers(Question q) {
    return Library.of(q.cluster().node().gpu()).choiceKnown() ? SYMMETRIC : DIRECT;
  }

  /** Messages, or what stands in where the library's choice is not known. */
  private static String unchosen(Question q, NcclCurve curve, long size) {
    return NcclFunction.of(q.op()).isPresent() ? curve.standInAlgorithm(size).ncclName() : MESSAGES;
  }

  private static String unchosenProtocol(Question q, NcclCurve curve, long size) {
    return NcclFunction.of(q.op()).isPresent() ? curve.standInProtocol(size).ncclName() : "";
  }

  private static List<Crossover> crossovers(List<Row> rows) {
    List<Crossover> changes = new ArrayList<>();
    Row before = null;
    for (Row row : rows) {
      boolean same =
          before != null
              && before.algorithm().equals(row.algorithm())
              && before.protocol().equals(row.protocol());
      if (!same) {
        changes.add(new Crossover(row.sizeBytes(), row.algorithm(), row.protocol()));
      }
      before = row;
    }
    return changes;
  }

  private static Explanation explanation(
      Question q, GroupShape group, NcclCurve curve, @Nullable Explained reasons) {
    long size = Objects.requireNonNull(q.explained());
    Choice choice = curve.choice(size);
    List<Option> options = new ArrayList<>();
    if (choice != null) {
      for (Candidate c : choice.candidates()) {
        options.add(option(curve, size, c, c.equals(choice.chosen())));
      }
    }
    options.sort((a, b) -> {
      double x = a.ncclTimeUs() == null ? Double.MAX_VALUE : a.ncclTimeUs();
      double y = b.ncclTimeUs() == null ? Double.MAX_VALUE : b.ncclTimeUs();
      return Double.compare(x, y);
    });
    AgainstLineRate against =
        reasons == null ? null : AgainstLineRate.of(q.op(), group, size, reasons);
    return new Explanation(size, options, against);
  }

  private static Option option(NcclCurve curve, long size, Candidate c, boolean chosen) {
    boolean open = c.available();
    return new Option(
        c.algorithm().ncclName(),
        c.protocol().ncclName(),
        chosen,
        open ? c.timeUs() : null,
        open ? curve.seconds(size, c.algorithm(), c.protocol()) * MICROS : null,
        c.exclusion() == null ? null : c.exclusion().rule(),
        c.exclusion() == null ? null : c.exclusion().why(),
        c.exclusion() == null ? null : c.exclusion().verify());
  }

  private static @Nullable Explained reasons(NcclCurve curve, long size) {
    RecordingLedger ledger = new RecordingLedger();
    curve.seconds(size, ledger);
    return ledger.get("collective_s");
  }
}
