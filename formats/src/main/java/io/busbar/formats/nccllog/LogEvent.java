package io.busbar.formats.nccllog;

import java.util.List;

/** What a line of a log says. */
public sealed interface LogEvent {
  Origin origin();

  /**
   * {@code NCCL version 2.27.7+cuda12.9}.
   *
   * @param version the text behind "version"
   */
  record Version(Origin origin, String version) implements LogEvent {}

  /**
   * {@code comm 0x.. rank 0 nRanks 16 nNodes 2 localRanks 8 localRank 0 MNNVL 0}.
   *
   * @param communicator its address, which tells communicators of a process apart
   */
  record Layout(
      Origin origin,
      String communicator,
      int rank,
      int ranks,
      int nodes,
      int localRanks,
      int localRank)
      implements LogEvent {}

  /**
   * {@code Pattern 4, crossNic 0, nChannels 8, bw 24.000000/24.000000, type NVL/PIX, sameChannels
   * 1}. Rates in GB/s (10^9).
   */
  record Graph(
      Origin origin,
      int pattern,
      int crossNic,
      int channels,
      double intraGigabytesPerSecond,
      double interGigabytesPerSecond,
      String intraType,
      String interType,
      boolean sameChannels)
      implements LogEvent {}

  /** {@code 16 coll channels, 16 collnet channels, 16 nvls channels, ...}; −1 where not printed. */
  record ChannelCounts(Origin origin, int collective, int nvls) implements LogEvent {}

  /**
   * A row of the tuning table, for the algorithms of its block.
   *
   * @param function {@code AllReduce}
   */
  record TuningRow(Origin origin, String function, List<TuningCell> cells) implements LogEvent {
    public TuningRow {
      cells = List.copyOf(cells);
    }
  }

  /** The row {@code Max NThreads}: one number for each algorithm and protocol of its block. */
  record TuningThreads(Origin origin, List<String> algorithms, List<Integer> threads)
      implements LogEvent {
    public TuningThreads {
      algorithms = List.copyOf(algorithms);
      threads = List.copyOf(threads);
    }
  }

  /**
   * {@code AllReduce: 1048576 Bytes -> Algo RING proto LL128 channel{Lo..Hi}={0..15}}, or before
   * 2.24 {@code 1048576 Bytes -> Algo 1 proto 2 time 86.5}.
   *
   * @param function empty before 2.23
   * @param bytes count times size of the type; before 2.24 the bytes that the model sees
   * @param algorithm as printed: a name, or a number before 2.24
   * @param protocol the same
   * @param timeUs modelled time; NaN when it is not printed
   * @param channels how many; −1 when not printed
   */
  record Choice(
      Origin origin,
      String function,
      long bytes,
      String algorithm,
      String protocol,
      double timeUs,
      int channels)
      implements LogEvent {}
}
