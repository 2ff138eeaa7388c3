package io.busbar.nccl.settings;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.nccl.variable.CInteger;
import io.busbar.nccl.version.NcclVersion;
import java.util.Map;
import java.util.Set;

/**
 * The variables that decide what NCCL chooses. {@link #AUTO} means that NCCL decides.
 *
 * @param algorithms what {@code NCCL_ALGO} leaves
 * @param protocols what {@code NCCL_PROTO} leaves
 * @param minChannels larger of {@code NCCL_MIN_NCHANNELS} and {@code NCCL_MIN_CTAS}
 * @param maxChannels smaller of {@code NCCL_MAX_NCHANNELS} and {@code NCCL_MAX_CTAS}
 * @param nvlsEnable {@code NCCL_NVLS_ENABLE}: 0 off, 1 on, 2 on where supported
 * @param nvlsChannels {@code NCCL_NVLS_NCHANNELS}
 * @param collnetEnable {@code NCCL_COLLNET_ENABLE}
 * @param collnetNodeThreshold {@code NCCL_COLLNET_NODE_THRESHOLD}: fewest nodes for CollNet
 * @param patEnable {@code NCCL_PAT_ENABLE}: 0 off, 1 on, 2 with one GPU per node
 * @param threads {@code NCCL_NTHREADS}
 * @param ll128Threads {@code NCCL_LL128_NTHREADS}
 * @param netOverheadNs {@code NCCL_NET_OVERHEAD}, nanoseconds
 * @param ll128OverC2c {@code NCCL_LL128_C2C}
 */
public record NcclSettings(
    Selection algorithms,
    Selection protocols,
    int minChannels,
    int maxChannels,
    int nvlsEnable,
    int nvlsChannels,
    boolean collnetEnable,
    int collnetNodeThreshold,
    int patEnable,
    int threads,
    int ll128Threads,
    int netOverheadNs,
    boolean ll128OverC2c) {

  /** NCCL decides. */
  public static final int AUTO = -2;

  private static final Set<String> NAMES =
      Set.of(
          "NCCL_ALGO",
          "NCCL_PROTO",
          "NCCL_MIN_NCHANNELS",
          "NCCL_MAX_NCHANNELS",
          "NCCL_MIN_CTAS",
          "NCCL_MAX_CTAS",
          "NCCL_NVLS_ENABLE",
          "NCCL_NVLS_NCHANNELS",
          "NCCL_COLLNET_ENABLE",
          "NCCL_COLLNET_NODE_THRESHOLD",
          "NCCL_PAT_ENABLE",
          "NCCL_NTHREADS",
          "NCCL_LL128_NTHREADS",
          "NCCL_NET_OVERHEAD",
          "NCCL_LL128_C2C");

  /** The names that are looked at. */
  public static Set<String> names() {
    return NAMES;
  }

  /** What NCCL does when nothing is set. */
  public static NcclSettings defaults() {
    return of(Map.of(), NcclVersion.newest(), Position.of("defaults"), new Problems());
  }

  /**
   * Reads them from an environment; names that are not among {@link #names()} are left alone.
   *
   * @param at what messages point to
   */
  public static NcclSettings of(
      Map<String, String> environment, NcclVersion version, Position at, Problems problems) {
    return new NcclSettings(
        Selection.algorithms(text(environment, "NCCL_ALGO"), version, at, problems),
        Selection.protocols(text(environment, "NCCL_PROTO"), version, at, problems),
        Math.max(
            number(environment, "NCCL_MIN_NCHANNELS", AUTO),
            number(environment, "NCCL_MIN_CTAS", AUTO)),
        smallest(
            number(environment, "NCCL_MAX_NCHANNELS", AUTO),
            number(environment, "NCCL_MAX_CTAS", AUTO)),
        number(environment, "NCCL_NVLS_ENABLE", 2),
        number(environment, "NCCL_NVLS_NCHANNELS", AUTO),
        number(environment, "NCCL_COLLNET_ENABLE", 0) != 0,
        number(environment, "NCCL_COLLNET_NODE_THRESHOLD", 2),
        number(environment, "NCCL_PAT_ENABLE", 2),
        number(environment, "NCCL_NTHREADS", AUTO),
        number(environment, "NCCL_LL128_NTHREADS", AUTO),
        number(environment, "NCCL_NET_OVERHEAD", AUTO),
        number(environment, "NCCL_LL128_C2C", 1) != 0);
  }

  /** The same with CollNet (SHARP) on or off, as a communicator's configuration may say. */
  public NcclSettings withCollnet(boolean on) {
    return new NcclSettings(
        algorithms,
        protocols,
        minChannels,
        maxChannels,
        nvlsEnable,
        nvlsChannels,
        on,
        collnetNodeThreshold,
        patEnable,
        threads,
        ll128Threads,
        netOverheadNs,
        ll128OverC2c);
  }

  private static String text(Map<String, String> environment, String name) {
    return environment.getOrDefault(name, "");
  }

  /** What is empty or does not fit into 64 bits is as if unset. */
  private static int number(Map<String, String> environment, String name, int fallback) {
    String text = text(environment, name);
    CInteger number = CInteger.read(text);
    return text.isEmpty() || number.clamped()
        ? fallback
        : (int) Math.clamp(number.value(), Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static int smallest(int a, int b) {
    return a <= 0 ? b : b <= 0 ? a : Math.min(a, b);
  }
}
