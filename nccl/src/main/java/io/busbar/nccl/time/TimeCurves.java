package io.busbar.nccl.time;

import io.busbar.base.border.Border;
import io.busbar.base.border.BorderBytes;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.Exchanges;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.Protocol;
import java.util.function.Function;

/**
 * Makes the {@link TimeCurve} of each algorithm and protocol of a communicator. The ledger that it
 * is made with gets the reasons of each of its figures.
 */
final class TimeCurves {
  /** Bytes that NCCL's NVLS kernels pass on at once and per channel. */
  private static final int NVLS_CHUNK_BYTES = 128 * 1024;

  /** GPUs whose chunks fill the pipeline of NVLS at most. */
  private static final int NVLS_GPUS = 8;

  /** Slingshot sends larger messages by rendezvous. */
  private static final double EAGER_BYTES = 2048;

  /** Up to this much per peer NCCL's messages go by LL. */
  private static final double LL_MESSAGE_BYTES = 16 * 1024;

  private static final Term FILL_CHANNELS =
      Term.input("nvls_channels", "", "thread blocks of NVLS");
  private static final Term FILL_GPUS =
      Term.input("nvls_gpus", "", "GPUs of a domain that fill it, up to " + NVLS_GPUS);
  private static final Term CHUNK =
      Term.constant(
          "nvls_chunk_bytes", "B", "chunk of a channel", "NCCL, chunks of NVLS by default");

  private static final Term FILL_TERM =
      Term.of(
          TimeCurve.FILL_PER_BYTE,
          "s/B",
          "filling the pipeline through switches, per byte",
          "{" + TimeCurve.INSIDE + "} * {nvls_fill}");

  private final Hardware hardware;
  private final TimeConstants constants;
  private final Launch launch;
  private final Rates rates;
  private final Spans spans;

  TimeCurves(Hardware hardware, TimeConstants constants, Launch launch) {
    this.hardware = hardware;
    this.constants = constants;
    this.launch = launch;
    this.rates = new Rates(hardware, constants);
    this.spans = new Spans(hardware, constants, rates);
  }

  /**
   * @param channels thread blocks of each GPU; 0 when unknown
   * @param nvlsChannels those of NVLS
   */
  TimeCurve of(
      CollectiveOp op, Algorithm a, Protocol p, int channels, int nvlsChannels, Ledger ledger) {
    int n = hardware.ranks();
    int domains = hardware.domains();
    return switch (a) {
      case RING -> stepwise(op, a, Traffic.ring(op, n, domains), p, channels, ledger);
      case TREE -> stepwise(op, a, Traffic.tree(n, domains), p, channels, ledger);
      case PAT -> stepwise(op, a, Traffic.pat(n, domains), p, channels, ledger);
      case NVLS, NVLS_TREE ->
          nvls(op, a, Traffic.inSwitches(a, op, n, domains), nvlsChannels, ledger);
      case COLLNET_DIRECT, COLLNET_CHAIN ->
          stepwise(op, a, Traffic.inSwitches(a, op, n, domains), p, channels, ledger);
    };
  }

  private TimeCurve stepwise(
      CollectiveOp op, Algorithm a, Traffic t, Protocol p, int channels, Ledger ledger) {
    boolean bulk = p == Protocol.SIMPLE;
    boolean eager = hardware.wire() == Wire.SLINGSHOT && p == Protocol.LL;
    double start = start("", ledger);
    double steps = steps(t, p, ledger);
    double rendezvous = eager ? t.hopsOutside() * constants.put(ledger, "rendezvous_step_s") : 0;
    Spans.Span inside = spans.inside(t, rates.inside(p, channels, ledger), ledger);
    Spans.Span outside = spans.outside(t, p, channels, crossing(op, a, t), ledger);
    return new TimeCurve(
        start,
        steps,
        rendezvous,
        EAGER_BYTES,
        inside.secondsPerByte(),
        outside.secondsPerByte(),
        0,
        0,
        bulk ? constants.put(ledger, TimeCurve.OVERLAP) : 1,
        bulk ? constants.put(ledger, TimeCurve.DRIFT) : 0,
        inside.limit(),
        outside.limit());
  }

  private Function<Border, BorderBytes> crossing(CollectiveOp op, Algorithm a, Traffic t) {
    return border -> Crossing.bytes(a, op, hardware, border, t);
  }

  /** Launch and fixed work of a kernel, ranks that wait for each other, and what else starts. */
  private double start(String own, Ledger ledger) {
    Sum sum = new Sum(TimeCurve.START, ledger);
    constant(sum, "start_s_" + hardware.family().key(), ledger);
    if (launch == Launch.PROCESSES) {
      constant(sum, "process_skew_s", ledger);
    }
    if (!own.isEmpty()) {
      constant(sum, own, ledger);
    }
    return sum.close(TimeCurve.START, "s", "launch and kernel");
  }

  private void constant(Sum sum, String name, Ledger ledger) {
    sum.add("{" + name + "}", constants.put(ledger, name));
  }

  private double steps(Traffic t, Protocol p, Ledger ledger) {
    Sum sum = new Sum(TimeCurve.STEPS, ledger);
    if (t.hopsInside() > 0) {
      double hops = ledger.put(Spans.HOPS_INSIDE, t.hopsInside());
      double step = step("inside_step_s", p, "ll_step_s", "simple_step_s", false, ledger);
      sum.add("{hops_inside} * {inside_step_s}", hops * step);
    }
    if (t.hopsOutside() > 0) {
      double hops = ledger.put(Spans.HOPS_OUTSIDE, t.hopsOutside());
      Wire wire = hardware.wire();
      double step =
          step(
              "outside_step_s",
              p,
              "ll_step_s_" + wire.flagKey(hardware.family()),
              "simple_step_s_" + wire.chunkKey(),
              true,
              ledger);
      sum.add("{hops_outside} * {outside_step_s}", hops * step);
    }
    return sum.close(TimeCurve.STEPS, "s", "hops along the longest chain");
  }

  /** LL128 waits for less than Simple and more than LL: half way. */
  private double step(
      String name, Protocol p, String ll, String simple, boolean outside, Ledger ledger) {
    Sum sum = new Sum(name, ledger);
    switch (p) {
      case LL -> constant(sum, ll, ledger);
      case SIMPLE -> constant(sum, simple, ledger);
      case LL128 -> {
        double both = constants.put(ledger, ll) + constants.put(ledger, simple);
        sum.add("({" + ll + "} + {" + simple + "}) / 2", both / 2);
      }
    }
    if (outside && hardware.farSecondsPerHop() > 0) {
      sum.add("{far_s}", ledger.put(Spans.FAR, hardware.farSecondsPerHop()));
    }
    return sum.close(name, "s", outside ? "a hop between domains" : "a hop inside a domain");
  }

  /** The switches add: a GPU sends each byte once and receives the sum once. */
  private TimeCurve nvls(CollectiveOp op, Algorithm a, Traffic t, int channels, Ledger ledger) {
    String family = hardware.family().reducing().key();
    boolean reduces = op == CollectiveOp.ALL_REDUCE;
    boolean several = hardware.domains() > 1;
    Rates.Rate rate =
        rates.insideReducing(
            reduces ? "nvls_share_" + family : "scale_up_share_" + hardware.family().key(),
            reduces && several,
            ledger);
    double start = start("nvls_start_s", ledger);
    double steps = steps(new Traffic(0, t.hopsOutside(), 0, 0, 0), Protocol.SIMPLE, ledger);
    Spans.Span inside = spans.inside(t, rate, ledger);
    Spans.Span outside = spans.outside(t, Protocol.SIMPLE, 0, crossing(op, a, t), ledger);
    double full =
        ledger.put(FILL_CHANNELS, channels)
            * ledger.put(FILL_GPUS, Math.min(NVLS_GPUS, hardware.together()))
            * ledger.put(CHUNK, NVLS_CHUNK_BYTES);
    ledger.put(TimeCurve.FULL, full);
    double fill = constants.put(ledger, "nvls_fill");
    return new TimeCurve(
        start + steps,
        0,
        0,
        0,
        inside.secondsPerByte(),
        outside.secondsPerByte(),
        ledger.put(FILL_TERM, inside.secondsPerByte() * fill),
        full,
        constants.put(ledger, TimeCurve.OVERLAP),
        constants.put(ledger, TimeCurve.DRIFT),
        inside.limit(),
        outside.limit());
  }

  /** One kernel reads and writes the peers' buffers: two steps and the bytes of a ring. */
  TimeCurve symmetric(Ledger ledger) {
    int n = hardware.ranks();
    Traffic t = new Traffic(2, 0, 2 * (n - 1.0) / n, 0, 0);
    double start = start("", ledger);
    double steps = steps(t, Protocol.LL, ledger);
    Spans.Span inside = spans.inside(t, rates.inside(Protocol.SIMPLE, 0, ledger), ledger);
    Spans.Span outside = spans.outside(t, Protocol.SIMPLE, 0, border -> BorderBytes.NONE, ledger);
    return new TimeCurve(
        start,
        steps,
        0,
        0,
        inside.secondsPerByte(),
        outside.secondsPerByte(),
        0,
        0,
        1,
        0,
        inside.limit(),
        outside.limit());
  }

  /**
   * Messages.
   *
   * @param small whether they go by LL
   * @param channelsPerPeer thread blocks of a message; 0 when they do not bound it
   */
  TimeCurve messages(CollectiveOp op, boolean small, int channelsPerPeer, Ledger ledger) {
    Traffic t = Traffic.messages(op, hardware.ranks(), hardware.domains());
    double start = start("message_s", ledger);
    double steps = steps(new Traffic(0, t.hopsOutside(), 0, 0, 0), Protocol.SIMPLE, ledger);
    Rates.Rate rate = rates.inside(Protocol.SIMPLE, channelsPerPeer, ledger);
    Spans.Span inside = spans.inside(t, rate, ledger);
    Spans.Span outside =
        spans.outside(
            t,
            Protocol.SIMPLE,
            channelsPerPeer,
            border -> Exchanges.crossing(op, border, hardware.ranks()),
            ledger);
    boolean alone = t.outside() > 0 && op == CollectiveOp.SEND_RECEIVE;
    return new TimeCurve(
        start + steps,
        0,
        0,
        0,
        inside.secondsPerByte(),
        outside.secondsPerByte(),
        0,
        0,
        constants.put(ledger, TimeCurve.OVERLAP),
        alone ? 0 : constants.put(ledger, TimeCurve.DRIFT),
        inside.limit(),
        outside.limit());
  }

  /** Whether messages of this size go by LL. */
  boolean small(CollectiveOp op, double bytes) {
    double perPeer = op == CollectiveOp.SEND_RECEIVE ? bytes : bytes / hardware.ranks();
    return perPeer <= LL_MESSAGE_BYTES;
  }
}
