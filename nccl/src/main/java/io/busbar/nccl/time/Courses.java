package io.busbar.nccl.time;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.Protocol;

/** Makes the {@link Course} of each algorithm and protocol of a communicator. */
final class Courses {
  /** Bytes that NCCL's NVLS kernels pass on at once and per channel. */
  private static final int NVLS_CHUNK_BYTES = 128 * 1024;

  /** Slingshot sends larger messages by rendezvous. */
  private static final double EAGER_BYTES = 2048;

  /** Up to this much per peer NCCL's messages go by LL. */
  private static final double LL_MESSAGE_BYTES = 16 * 1024;

  private final Hardware hardware;
  private final TimeConstants constants;
  private final double startSeconds;
  private final double overlap;
  private final double drift;

  Courses(Hardware hardware, TimeConstants constants, Launch launch) {
    this.hardware = hardware;
    this.constants = constants;
    double ready = launch == Launch.PROCESSES ? constants.value("process_skew_s") : 0;
    this.startSeconds = constants.value("start_s", hardware.family()) + ready;
    this.overlap = constants.value("step_overlap");
    this.drift = constants.value("channel_drift_s");
  }

  /**
   * @param channels thread blocks of each GPU; 0 when unknown
   * @param nvlsChannels those of NVLS
   */
  Course of(CollectiveOp op, Algorithm a, Protocol p, int channels, int nvlsChannels) {
    int n = hardware.ranks();
    int domains = hardware.domains();
    return switch (a) {
      case RING -> stepwise(Traffic.ring(op, n, domains), p, channels);
      case TREE -> stepwise(Traffic.tree(n, domains), p, channels);
      case PAT -> stepwise(Traffic.pat(n, domains), p, channels);
      case NVLS, NVLS_TREE -> nvls(Traffic.inSwitches(a, op, n, domains), op, nvlsChannels);
      case COLLNET_DIRECT, COLLNET_CHAIN ->
          stepwise(Traffic.inSwitches(a, op, n, domains), p, channels);
    };
  }

  private Course stepwise(Traffic t, Protocol p, int channels) {
    Rates rates = Rates.of(hardware, p, channels);
    boolean bulk = p == Protocol.SIMPLE;
    double start = bulk ? constants.value("simple_start_s") : 0;
    boolean eager = hardware.wire() == Wire.SLINGSHOT && p == Protocol.LL;
    return new Course(
        startSeconds + start,
        t.hopsInside() * insideStep(p) + t.hopsOutside() * outsideStep(p),
        eager ? t.hopsOutside() * constants.value("rendezvous_step_s") : 0,
        EAGER_BYTES,
        (t.inside() + copied(t)) / rates.inside(),
        t.outside() / rates.outside(),
        0,
        0,
        bulk ? overlap : 1,
        bulk ? drift : 0,
        rates.insideLimit(),
        rates.outsideLimit());
  }

  private double copied(Traffic t) {
    return t.copied() * constants.value("copied_share");
  }

  /** LL128 waits for less than Simple and more than LL: half way. */
  private double insideStep(Protocol p) {
    double ll = constants.value("ll_step_s", hardware.family());
    double simple = constants.value("simple_step_s", hardware.family());
    return step(p, ll, simple);
  }

  private double outsideStep(Protocol p) {
    if (hardware.domains() == 1) {
      return 0;
    }
    double ll = constants.value("ll_step_s", hardware.wire());
    double simple = constants.value("simple_step_s", hardware.wire());
    return step(p, ll, simple) + hardware.farSecondsPerHop();
  }

  private static double step(Protocol p, double ll, double simple) {
    return switch (p) {
      case LL -> ll;
      case LL128 -> (ll + simple) / 2;
      case SIMPLE -> simple;
    };
  }

  /** The switches add: a GPU sends each byte once and receives the sum once. */
  private Course nvls(Traffic t, CollectiveOp op, int channels) {
    Family family = hardware.family().reducing();
    Rates rates = Rates.of(hardware, Protocol.SIMPLE, 0);
    double share =
        op == CollectiveOp.ALL_REDUCE
            ? constants.value("nvls_share", family) * throughNetwork()
            : hardware.insideShare();
    double inside = t.inside() / (hardware.insideBytesPerSecond() * share);
    double full = (double) channels * Math.min(8, hardware.together()) * NVLS_CHUNK_BYTES;
    return new Course(
        startSeconds
            + constants.value("nvls_start_s", family)
            + t.hopsOutside() * outsideStep(Protocol.SIMPLE),
        0,
        0,
        0,
        inside,
        t.outside() / rates.outside(),
        inside * constants.value("nvls_fill", family),
        full,
        overlap,
        drift,
        hardware.insideLimit(),
        rates.outsideLimit());
  }

  /** Over several domains the kernels also hand every chunk to the network and take it back. */
  private double throughNetwork() {
    return hardware.domains() > 1 ? constants.value("nvls_network_share") : 1;
  }

  /** One kernel reads and writes the peers' buffers: two steps and the bytes of a ring. */
  Course symmetric() {
    int n = hardware.ranks();
    Rates rates = Rates.of(hardware, Protocol.SIMPLE, 0);
    return new Course(
        startSeconds,
        2 * insideStep(Protocol.LL),
        0,
        0,
        2 * (n - 1.0) / n / rates.inside(),
        0,
        0,
        0,
        1,
        0,
        rates.insideLimit(),
        rates.outsideLimit());
  }

  /**
   * Messages.
   *
   * @param small whether they go by LL
   * @param channelsPerPeer thread blocks of a message; 0 when they do not bound it
   */
  Course messages(CollectiveOp op, boolean small, int channelsPerPeer) {
    Traffic t = Traffic.messages(op, hardware.ranks(), hardware.domains());
    Rates rates = Rates.of(hardware, Protocol.SIMPLE, channelsPerPeer);
    return new Course(
        startSeconds
            + constants.value(small ? "small_message_s" : "message_s")
            + t.hopsOutside() * outsideStep(Protocol.SIMPLE),
        0,
        0,
        0,
        (t.inside() + copied(t)) / rates.inside(),
        t.outside() / rates.outside(),
        0,
        0,
        overlap,
        t.outside() > 0 && op == CollectiveOp.SEND_RECEIVE ? 0 : drift,
        rates.insideLimit(),
        rates.outsideLimit());
  }

  /** Whether messages of this size go by LL. */
  boolean small(CollectiveOp op, double bytes) {
    double perPeer = op == CollectiveOp.SEND_RECEIVE ? bytes : bytes / hardware.ranks();
    return perPeer <= LL_MESSAGE_BYTES;
  }
}
