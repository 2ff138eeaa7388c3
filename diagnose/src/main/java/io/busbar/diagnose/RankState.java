package io.busbar.diagnose;

import java.util.List;

/**
 * A rank of the job, as far as the files tell.
 *
 * @param host empty when unknown
 * @param state {@code fine}; {@code starting}: its communicator never got ready; {@code unseen}: no
 *     line is from it; {@code warning} or {@code critical}: a finding rests on a line of it
 * @param codes of those findings
 */
public record RankState(int rank, String host, String state, List<String> codes) {
  static final String FINE = "fine";
  static final String STARTING = "starting";
  static final String UNSEEN = "unseen";
  static final String WARNING = "warning";
  static final String CRITICAL = "critical";

  public RankState {
    codes = List.copyOf(codes);
  }
}
