package io.busbar.nccl.time;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.collective.api.CollectiveCurve;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.choice.CallTraits;
import io.busbar.nccl.choice.Choice;
import io.busbar.nccl.choice.Tuner;
import io.busbar.nccl.cost.NcclCostModel;
import org.jspecify.annotations.Nullable;

/**
 * The achieved time of one operation on one communicator: NCCL's choice by its own model, then the
 * time of that algorithm and protocol on the hardware. Evaluation allocates nothing. Immutable and
 * thread-safe.
 */
public final class NcclCurve implements CollectiveCurve {
  private static final Term KERNEL = Term.of("kernel_s", "s", "time on the GPUs", "{collective_s}");
  private static final Term HOST = Term.input("host_s", "s", "host work of a call");
  private static final Term SECONDS =
      Term.of(
          "collective_s",
          "s",
          "time of a call: of kernels and host work, which overlap, mostly the longer one",
          "({kernel_s} ^ 4 + {host_s} ^ 4) ^ 0.25");

  private final CollectiveOp op;
  private final int ranks;
  private final @Nullable NcclFunction function;
  private final @Nullable Tuner tuner;
  private final TimeCurve[] cells;
  private final @Nullable TimeCurve symmetric;
  private final TimeCurve[] messages;
  private final TimeCurves curves;
  private final Bands bands;
  private final Bands own;
  private final boolean severalDomains;
  private final double hostSeconds;

  NcclCurve(
      CollectiveOp op,
      Hardware hardware,
      @Nullable Tuner tuner,
      TimeCurves curves,
      boolean symmetric,
      double hostSeconds,
      Bands bands,
      Bands own) {
    this.op = op;
    this.ranks = hardware.ranks();
    this.function = NcclFunction.of(op).orElse(null);
    this.tuner = tuner;
    this.curves = curves;
    this.symmetric = symmetric ? curves.symmetric(Ledger.OFF) : null;
    this.hostSeconds = hostSeconds;
    this.bands = bands;
    this.own = own;
    this.severalDomains = hardware.domains() > 1;
    this.cells = function == null ? new TimeCurve[0] : cells(function);
    this.messages = function == null ? messages() : new TimeCurve[0];
  }

  private TimeCurve[] cells(NcclFunction f) {
    TimeCurve[] all = new TimeCurve[Algorithm.all().size() * Protocol.all().size()];
    for (Algorithm a : Algorithm.all()) {
      for (Protocol p : Protocol.all()) {
        all[NcclCostModel.cell(f, a, p) % all.length] = cell(a, p, Ledger.OFF);
      }
    }
    return all;
  }

  private TimeCurve cell(Algorithm a, Protocol p, Ledger ledger) {
    int channels = tuner == null ? 0 : tuner.channels().collective();
    int nvls = tuner == null ? 0 : tuner.channels().nvls();
    return curves.of(op, a, p, channels, nvls, ledger);
  }

  private TimeCurve[] messages() {
    TimeCurve[] all = new TimeCurve[PeerChannels.KINDS + 1];
    for (int k = 0; k < all.length; k++) {
      all[k] = message(k, Ledger.OFF);
    }
    return all;
  }

  private TimeCurve message(int kind, Ledger ledger) {
    boolean small = kind == PeerChannels.KINDS;
    boolean counted = op == CollectiveOp.SEND_RECEIVE && !severalDomains && !small;
    return curves.messages(op, small, counted ? 1 << kind : 0, ledger);
  }

  @Override
  public double seconds(double bytes, Ledger ledger) {
    if (ranks <= 1 || bytes <= 0) {
      return 0;
    }
    TimeCurve curve = curve(bytes);
    double kernel = curve.seconds(bytes);
    if (ledger.recording()) {
      explain(bytes, ledger);
    }
    return called(kernel);
  }

  private void explain(double bytes, Ledger ledger) {
    if (hostSeconds > 0) {
      ledger.open("call");
    }
    ledger.open("collective");
    double kernel = reasoned(bytes, ledger).explain(bytes, ledger);
    if (hostSeconds > 0) {
      ledger.put(KERNEL, kernel);
      ledger.put(HOST, hostSeconds);
      ledger.close(SECONDS, called(kernel));
    }
  }

  /** The curve of a size, made again with its reasons. */
  private TimeCurve reasoned(double bytes, Ledger ledger) {
    if (function == null) {
      return message(message(bytes), ledger);
    }
    if (symmetric(bytes)) {
      return curves.symmetric(ledger);
    }
    int cell = cell(bytes);
    int protocols = Protocol.all().size();
    return cell(
        Algorithm.all().get(cell / protocols), Protocol.all().get(cell % protocols), ledger);
  }

  /** Host work and kernels overlap: a call takes little more than the longer of them. */
  private double called(double kernel) {
    if (hostSeconds == 0) {
      return kernel;
    }
    double host = hostSeconds * hostSeconds;
    double gpu = kernel * kernel;
    return Math.sqrt(Math.sqrt(gpu * gpu + host * host));
  }

  private TimeCurve curve(double bytes) {
    if (function == null) {
      return messages[message(bytes)];
    }
    TimeCurve chosen = cells[cell(bytes)];
    boolean better = symmetric != null && symmetric.seconds(bytes) < chosen.seconds(bytes);
    return better && symmetric != null ? symmetric : chosen;
  }

  private int message(double bytes) {
    if (curves.small(op, bytes)) {
      return PeerChannels.KINDS;
    }
    return op == CollectiveOp.SEND_RECEIVE ? PeerChannels.log2(ranks, bytes) : 0;
  }

  /** Index of the chosen combination among those of the function. */
  private int cell(double bytes) {
    if (function == null) {
      return RING_SIMPLE;
    }
    if (tuner == null) {
      return ring(bytes);
    }
    int best = tuner.best(function, (long) bytes);
    return best == Tuner.NOTHING ? RING_SIMPLE : best % cells.length;
  }

  /**
   * A ring, by LL where that is faster within a domain, where the library's choice is not known.
   */
  private int ring(double bytes) {
    boolean small =
        !severalDomains && cells[RING_LL].seconds(bytes) < cells[RING_SIMPLE].seconds(bytes);
    return small ? RING_LL : RING_SIMPLE;
  }

  private static int index(Algorithm algorithm, Protocol protocol) {
    return algorithm.ordinal() * Protocol.all().size() + protocol.ordinal();
  }

  private static final int RING_SIMPLE = index(Algorithm.RING, Protocol.SIMPLE);
  private static final int RING_LL = index(Algorithm.RING, Protocol.LL);

  /** Seconds if NCCL chose this combination; NaN where the operation has no choice. */
  public double seconds(double bytes, Algorithm algorithm, Protocol protocol) {
    return function == null ? Double.NaN : called(cells[index(algorithm, protocol)].seconds(bytes));
  }

  /** NCCL's choice with all that it could have chosen; null for operations without a choice. */
  public @Nullable Choice choice(double bytes) {
    return tuner == null || function == null
        ? null
        : tuner.choose(function, (long) bytes, CallTraits.PLAIN);
  }

  /** The algorithm that stands in at this size where the library's choice is not known. */
  public Algorithm standInAlgorithm(double bytes) {
    return Algorithm.all().get(cell(bytes) / Protocol.all().size());
  }

  /** Its protocol. */
  public Protocol standInProtocol(double bytes) {
    return Protocol.all().get(cell(bytes) % Protocol.all().size());
  }

  /** Whether the kernels that read and write peers' buffers themselves are faster. */
  public boolean symmetric(double bytes) {
    return symmetric != null && curve(bytes) == symmetric;
  }

  /** What keeps it from being faster. */
  public Limit limit(double bytes) {
    TimeCurve curve = curve(bytes);
    return hostSeconds > curve.seconds(bytes) ? Limit.LATENCY : curve.limit(bytes);
  }

  /** Where eight of ten measurements of like systems lie. */
  public Band band(double bytes) {
    return bands.around(seconds(bytes, Ledger.OFF), bytes, severalDomains);
  }

  /** Where eight of ten measurements of a system lie that constants of its own are fitted to. */
  public Band ownBand(double bytes) {
    return own.around(seconds(bytes, Ledger.OFF), bytes, severalDomains);
  }
}
