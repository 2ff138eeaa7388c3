package io.busbar.runtime.preflight;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was measured, before anything is made of it. Hosts are numbered as they stand here.
 *
 * @param missing hosts that did not take part, with the reason
 * @param rounds done, on all interfaces
 * @param allRounds that there are
 */
record Measured(
    List<HostFacts> hosts,
    Map<String, String> missing,
    List<PairResult> pairs,
    List<Split> splits,
    int rounds,
    int allRounds) {
  Measured {
    hosts = List.copyOf(hosts);
    missing = Map.copyOf(missing);
    pairs = List.copyOf(pairs);
    splits = List.copyOf(splits);
  }

  /**
   * A host.
   *
   * @param counted by the kernel while pairs were measured
   */
  record HostFacts(String name, List<Port> ports, HostSpeed speed, Counters counted) {
    HostFacts {
      ports = List.copyOf(ports);
    }
  }

  /**
   * A pair on one interface of each.
   *
   * @param port number of the interface in the lists of both
   * @param figures null when it failed
   * @param failure why; null when it did not
   */
  record PairResult(
      Rounds.Pair pair, int port, @Nullable PairFigures figures, @Nullable String failure) {
    /** With what was sent again at a part of the rate. */
    PairResult paced(Resent there, Resent back) {
      return figures == null
          ? this
          : new PairResult(
              pair,
              port,
              new PairFigures(
                  figures.there().paced(there), figures.back().paced(back), figures.trips()),
              null);
    }

    /** The better of two measurements. */
    PairResult best(PairResult other) {
      if (figures == null || other.figures == null) {
        return figures == null ? other : this;
      }
      return new PairResult(pair, port, figures.best(other.figures), null);
    }
  }

  /**
   * One half sending to the other.
   *
   * @param partners sender and receiver
   * @param rates of each; NaN when it failed
   */
  record Split(int number, List<int[]> partners, List<Rate> rates) {
    Split {
      partners = List.copyOf(partners);
      rates = List.copyOf(rates);
    }
  }

  /** Interfaces that all hosts have. */
  int commonPorts() {
    return hosts.stream().mapToInt(host -> host.ports().size()).min().orElse(0);
  }
}
