package io.busbar.fleet.planted;

import java.util.Locale;

/** Outputs of tests of bandwidth. Stateless. */
final class Tests {
  private Tests() {}

  /** {@code ib_write_bw} with another host. */
  static String adapter(String host, double gigabits) {
    return String.format(
        Locale.ROOT,
        """
        root@%s:~# ib_write_bw -d mlx5_0 -s 1048576 --report_gbits
        ---------------------------------------------------------------------------------------
                            RDMA_Write BW Test
         Dual-port       : OFF          Device         : mlx5_0
         Number of qps   : 1            Transport type : IB
         Connection type : RC           Using SRQ      : OFF
         Mtu             : 4096[B]
        ---------------------------------------------------------------------------------------
         #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
         1048576    5000             %.2f             %.2f              0.046
        ---------------------------------------------------------------------------------------
        """,
        host,
        gigabits * 1.001,
        gigabits);
  }

  /** {@code all_reduce_perf} of two hosts. */
  static String pair(String one, String other, double busGigabytes) {
    StringBuilder text = new StringBuilder();
    text.append("# nccl-tests version 2.17.6 nccl-headers=22803 nccl-library=22803\n");
    text.append("# Collective test starting: all_reduce_perf\n");
    text.append("# nThread 1 nGpus 1 minBytes 1048576 maxBytes 1073741824 step: 1024(factor)");
    text.append(" warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n");
    text.append("# Using devices\n");
    device(text, 0, one);
    device(text, 1, other);
    text.append("#\n#                                    out-of-place            in-place\n");
    text.append("#  size  count  type  redop  root  time  algbw  busbw #wrong");
    text.append("  time  algbw  busbw #wrong\n");
    text.append(
        "#   (B)  (elements)                (us)  (GB/s) (GB/s)         (us) (GB/s) (GB/s)\n");
    row(text, 1 << 20, busGigabytes / 4);
    row(text, 1 << 30, busGigabytes);
    text.append("# Out of bounds values : 0 OK\n# Avg bus bandwidth    : ");
    text.append(String.format(Locale.ROOT, "%.3f%n#%n", busGigabytes * 5 / 8));
    return text.toString();
  }

  private static void device(StringBuilder text, int rank, String host) {
    text.append(
        String.format(
            Locale.ROOT,
            "#  Rank %2d Group  0 Pid %d on %s device  0 [0000:1b:00] NVIDIA H100 80GB HBM3%n",
            rank,
            4000 + rank,
            host));
  }

  private static void row(StringBuilder text, long bytes, double bus) {
    double us = bytes / (bus * 1e3);
    text.append(
        String.format(
            Locale.ROOT,
            "%12d %12d float sum -1 %8.1f %7.2f %7.2f 0 %8.1f %7.2f %7.2f 0%n",
            bytes,
            bytes / 4,
            us,
            bus,
            bus,
            us,
            bus,
            bus));
  }
}
