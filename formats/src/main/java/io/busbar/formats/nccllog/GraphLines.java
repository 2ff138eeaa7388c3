package io.busbar.formats.nccllog;

import org.jspecify.annotations.Nullable;

/** Lines about a communicator's shape: version, layout, graphs, channels, choices. */
final class GraphLines {
  private GraphLines() {}

  static @Nullable LogEvent version(LogLine line) {
    Scan s = line.scan().behind("NCCL version ");
    String version = s.token();
    return s.failed() ? null : new LogEvent.Version(line.origin(), version);
  }

  static @Nullable LogEvent layout(LogLine line) {
    Scan s = line.scan().behind("comm ");
    String communicator = s.token();
    int rank = s.blanks().skip("rank ").count();
    int ranks = s.blanks().skip("nRanks ").count();
    int nodes = s.blanks().skip("nNodes ").count();
    int localRanks = s.blanks().skip("localRanks ").count();
    int localRank = s.blanks().skip("localRank ").count();
    return s.failed() || nodes < 1 || ranks < 1
        ? null
        : new LogEvent.Layout(
            line.origin(), communicator, rank, ranks, nodes, localRanks, localRank);
  }

  static @Nullable LogEvent graph(LogLine line) {
    Scan s = line.scan().behind("Pattern ");
    int pattern = s.count();
    int crossNic = s.skip(", crossNic ").count();
    int channels = s.skip(", nChannels ").count();
    // "speed" until 2.13, "bw" from 2.14 on.
    if (!s.take(", bw ")) {
      s.skip(", speed ");
    }
    double intra = s.decimal();
    double inter = s.skip("/").decimal();
    String intraType = s.skip(", type ").word();
    String interType = s.skip("/").word();
    int same = s.skip(", sameChannels ").count();
    return s.failed() || channels < 0 || intra < 0 || inter < 0
        ? null
        : new LogEvent.Graph(
            line.origin(),
            pattern,
            crossNic,
            channels,
            intra,
            inter,
            intraType,
            interType,
            same != 0);
  }

  static @Nullable LogEvent channels(LogLine line) {
    Scan s = line.scan();
    int collective = s.count();
    s.skip(" coll channels, ");
    int nvls = -1;
    int count = s.count();
    if (s.take(" collnet channels, ")) {
      count = s.count();
    }
    if (s.take(" nvls channels")) {
      nvls = count;
    }
    return s.failed() ? null : new LogEvent.ChannelCounts(line.origin(), collective, nvls);
  }

  static @Nullable LogEvent choice(LogLine line) {
    Scan s = line.scan().blanks();
    String function = "";
    if (!startsWithDigit(line)) {
      function = s.word();
      s.skip(":");
    }
    long bytes = s.whole();
    s.skip(" Bytes -> Algo ");
    String algorithm = s.word();
    s.skip(" proto ");
    String protocol = s.word();
    s.blanks();
    double time = Double.NaN;
    int channels = -1;
    if (s.take("time ")) {
      time = s.decimal();
    } else if (s.take("channel{Lo..Hi}={")) {
      int low = s.count();
      int high = s.skip("..").count();
      channels = high - low + 1;
    }
    return s.failed() || bytes < 0
        ? null
        : new LogEvent.Choice(line.origin(), function, bytes, algorithm, protocol, time, channels);
  }

  private static boolean startsWithDigit(LogLine line) {
    Scan s = line.scan();
    s.whole();
    return !s.failed();
  }
}
