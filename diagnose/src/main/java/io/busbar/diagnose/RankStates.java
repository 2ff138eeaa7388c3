package io.busbar.diagnose;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Origin;
import io.busbar.formats.ncclrun.Communicator;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.nccltests.NcclTestsTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the state of each rank of the largest communicator: from the lines of its set-up, rank
 * lines of tables, and the lines on which findings rest.
 */
final class RankStates {
  private static final int MOST_RANKS = 65_536;

  private final Facts facts;
  private final Map<Integer, Seen> seen = new TreeMap<>();
  private final Map<String, Integer> byProcess = new LinkedHashMap<>();
  private final Map<String, Integer> byDevice = new LinkedHashMap<>();
  private int ranks;

  private static final class Seen {
    private String host = "";
    private boolean started;
    private boolean complete;
    private @Nullable Severity worst;
    private final Set<String> codes = new LinkedHashSet<>();
  }

  private RankStates(Facts facts) {
    this.facts = facts;
  }

  /** Empty when fewer than two ranks were seen: there is nothing to compare. */
  static List<RankState> of(Facts facts, List<Diagnosis.Cause> causes) {
    RankStates states = new RankStates(facts);
    states.setUp();
    states.tables();
    if (states.seen.size() < 2) {
      return List.of();
    }
    causes.stream().filter(c -> c.severity() != Severity.INFO).forEach(states::named);
    return states.all();
  }

  private void setUp() {
    List<Communicator> all = facts.all(Communicator.class);
    int largest = all.stream().mapToInt(Communicator::ranks).max().orElse(0);
    ranks = Math.min(largest, MOST_RANKS);
    for (Communicator c : all) {
      if (c.ranks() == largest && c.rank() < ranks) {
        Seen rank = seen(c.rank(), facts.hosts().of(c.origin(), c.at()));
        rank.started = true;
        rank.complete |= c.complete();
        byProcess.put(rank.host + ":" + c.origin().process(), c.rank());
        byDevice.put(rank.host + "[" + c.origin().device(), c.rank());
      }
    }
  }

  private void tables() {
    for (Measured measured : facts.all(Measured.class)) {
      for (NcclTestsTable.Device d : measured.table().devices()) {
        if (d.rank() >= 0 && d.rank() < MOST_RANKS) {
          String host = Origin.shortName(d.host());
          seen(d.rank(), host);
          byDevice.put(host + "[" + d.device(), d.rank());
          ranks = Math.max(ranks, d.rank() + 1);
        }
      }
    }
  }

  private Seen seen(int rank, String host) {
    Seen state = seen.computeIfAbsent(rank, r -> new Seen());
    state.host = state.host.isEmpty() ? host : state.host;
    return state;
  }

  private void named(Diagnosis.Cause cause) {
    for (Diagnosis.Evidence evidence : cause.evidence()) {
      Integer rank = rank(Origin.of(evidence.text()));
      Seen state = rank == null ? null : seen.get(rank);
      if (state != null) {
        state.codes.add(cause.code());
        Severity worst = state.worst;
        boolean worse = worst == null || cause.severity().compareTo(worst) > 0;
        state.worst = worse ? cause.severity() : worst;
      }
    }
  }

  private @Nullable Integer rank(Origin origin) {
    if (origin.rank() >= 0) {
      return origin.rank();
    }
    Integer known = byProcess.get(origin.host() + ":" + origin.process());
    return known != null ? known : byDevice.get(origin.host() + "[" + origin.device());
  }

  private List<RankState> all() {
    List<RankState> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Seen state = seen.get(rank);
      all.add(
          state == null
              ? new RankState(rank, "", RankState.UNSEEN, List.of())
              : new RankState(rank, state.host, word(state), List.copyOf(state.codes)));
    }
    return all;
  }

  private static String word(Seen state) {
    Severity worst = state.worst;
    if (worst != null) {
      return worst == Severity.CRITICAL ? RankState.CRITICAL : RankState.WARNING;
    }
    return state.started && !state.complete ? RankState.STARTING : RankState.FINE;
  }
}
