package io.busbar.nccl.cost;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.graph.SearchGraph;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.version.NcclVersion;

/**
 * How many channels (thread blocks) a communicator has, and how many of them a call uses. Made once
 * per communicator. Immutable and thread-safe.
 */
public final class Channels {
  private static final NcclVersion MORE_CHANNELS = NcclVersion.of(2, 25, 1);
  private static final NcclVersion SPREAD_BY_TRAFFIC = NcclVersion.of(2, 29, 7);
  private static final int PCI_GIGABYTES_PER_SECOND = 12;
  private static final int SIMPLE_THREADS = 512;
  private static final int SLOW_RING_THREADS = 256;
  private static final int LL128_THREADS = 640;
  private static final int WARP = 32;
  private static final long MIN_TRAFFIC_BYTES = 32 * 1024;
  private static final int LL_TRAFFIC = 4;

  private final int collective;
  private final int nvls;
  private final int ranks;
  private final boolean spreadByTraffic;
  private final int[] threads = new int[Algorithm.all().size() * Protocol.all().size()];
  private final long[] bytesPerThread = new long[threads.length];

  public Channels(Communicator comm) {
    ranks = comm.ranks();
    collective = collective(comm);
    nvls = Math.min(nvls(comm), max(comm.version()));
    spreadByTraffic = comm.version().atLeast(SPREAD_BY_TRAFFIC);
    SearchGraph ring = comm.graphs().ring();
    boolean slow = ring.intraGigabytesPerSecond() * ring.channels() <= PCI_GIGABYTES_PER_SECOND;
    NcclSettings set = comm.settings();
    for (Algorithm a : Algorithm.all()) {
      for (Protocol p : Protocol.all()) {
        int i = a.ordinal() * Protocol.all().size() + p.ordinal();
        threads[i] = threads(a, p, slow, set);
        bytesPerThread[i] = bytesPerThread(a, p);
      }
    }
  }

  /** Most channels of a release. */
  public static int max(NcclVersion version) {
    return version.atLeast(MORE_CHANNELS) ? 64 : 32;
  }

  /**
   * Channels of a communicator for ring and tree: what the search found, twice; on Hopper and later
   * over several nodes with fast rings twice again; then the user's limits. A log prints it as
   * {@code 16 coll channels}.
   */
  public static int collective(Communicator comm) {
    SearchGraph ring = comm.graphs().ring();
    int max = max(comm.version());
    int channels = Math.min(max, 2 * Math.max(1, ring.channels()));
    boolean fast = comm.minComputeCapability() >= 90 && ring.intraGigabytesPerSecond() > 45;
    if (fast && comm.nodes() > 1 && channels < 16) {
      channels = Math.min(max, 2 * channels);
    }
    int most = comm.settings().maxChannels();
    int least = comm.settings().minChannels();
    channels = most > 0 ? Math.min(channels, most) : channels;
    return least > 0 ? Math.max(channels, Math.min(max, least)) : channels;
  }

  /** Channels of NVLS: 16 on Hopper, 24 in one domain and 32 over several nodes on Blackwell. */
  private static int nvls(Communicator comm) {
    int set = comm.settings().nvlsChannels();
    if (set > 0) {
      return set;
    }
    return comm.minComputeCapability() >= 100 ? (comm.nodes() == 1 ? 24 : 32) : 16;
  }

  private static int threads(Algorithm a, Protocol p, boolean slow, NcclSettings set) {
    boolean own = a == Algorithm.RING || a == Algorithm.TREE;
    if (!own) {
      return p == Protocol.SIMPLE && a != Algorithm.PAT ? LL128_THREADS : 0;
    }
    return switch (p) {
      case LL -> limited(set.threads(), 64, SIMPLE_THREADS, SIMPLE_THREADS);
      case LL128 -> limited(set.ll128Threads(), 160, LL128_THREADS, LL128_THREADS);
      case SIMPLE -> {
        boolean few = a == Algorithm.RING && slow;
        yield limited(set.threads(), 64, SIMPLE_THREADS, few ? SLOW_RING_THREADS : SIMPLE_THREADS);
      }
    };
  }

  private static int limited(int set, int min, int max, int automatic) {
    if (set <= 0) {
      return automatic;
    }
    return set % WARP != 0 ? max : Math.clamp(set, min, max);
  }

  private long bytesPerThread(Algorithm a, Protocol p) {
    if (a == Algorithm.COLLNET_DIRECT || a == Algorithm.COLLNET_CHAIN) {
      return p == Protocol.SIMPLE ? 512 : 8;
    }
    return switch (p) {
      case LL -> a == Algorithm.RING ? 8L * ranks : 8;
      case LL128 -> 8;
      case SIMPLE -> 64;
    };
  }

  /** Channels of the communicator for ring and tree. */
  public int collective() {
    return collective;
  }

  /** Channels of the communicator for NVLS. */
  public int nvls() {
    return nvls;
  }

  /** Most threads of a block, as the row {@code Max NThreads} of a tuning table prints them. */
  public int maxThreads(Algorithm a, Protocol p) {
    return threads[a.ordinal() * Protocol.all().size() + p.ordinal()];
  }

  /**
   * Channels that a call uses: as many as have work for all their threads, at least one.
   *
   * @param bytes S of the call
   */
  public int of(NcclFunction f, Algorithm a, Protocol p, long bytes) {
    if (a == Algorithm.NVLS || a == Algorithm.NVLS_TREE) {
      return nvls;
    }
    int i = a.ordinal() * Protocol.all().size() + p.ordinal();
    long perChannel = Math.max(1, threads[i] * bytesPerThread[i]);
    long busy = Math.clamp(bytes / perChannel, 1, collective);
    if (!spreadByTraffic) {
      return (int) busy;
    }
    // A channel is opened only for 32 KiB of traffic; all-reduce moves its bytes twice, LL four
    // times as much as it carries.
    long traffic = bytes * (f == NcclFunction.ALL_REDUCE ? 2 : 1);
    long weighted = p == Protocol.LL ? traffic * LL_TRAFFIC : traffic;
    return (int) Math.clamp(weighted / MIN_TRAFFIC_BYTES, 1, busy);
  }
}
