package io.busbar.runtime.perf;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import io.busbar.runtime.launch.Agents;
import io.busbar.runtime.launch.Host;
import io.busbar.runtime.launch.Reply;
import io.busbar.runtime.launch.Seat;
import io.busbar.runtime.tuning.Tuning;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Does work on agents, each of which is a rank. */
public final class PerfHosts {
  /** Every wait of a rank has a deadline of its own, so this is only for the worst. */
  private static final Duration LONGEST = Duration.ofHours(24);

  private PerfHosts() {}

  /**
   * Does the work and returns what rank 0 has.
   *
   * @param interfaces globs of those that carry bytes; none for those that agents came by
   * @param mixed whether ranks of one host are connected over shared memory, else all over TCP
   * @param tuning which routes {@code auto} takes
   * @throws InputException when ranks fail, with the reason of each
   */
  public static <R> R run(
      PerfWork<R> work, Agents agents, List<String> interfaces, boolean mixed, Tuning tuning)
      throws InterruptedException {
    int ranks = agents.seats().size();
    int hosts = agents.seats().getLast().number();
    String table = tuning.text("");
    Map<Integer, String> requests = new TreeMap<>();
    for (Seat seat : agents.seats()) {
      String host = seat.host().name();
      requests.put(
          seat.index(),
          new PerfRank.Request(ranks, hosts, host, interfaces, mixed, work.encoded(), table)
              .encoded());
    }
    List<Reply> replies = agents.ask(PerfRank.NAME, requests, LONGEST);
    Problems problems = new Problems();
    for (Reply reply : replies) {
      if (reply.failure() != null) {
        Host host = agents.seats().get(reply.seat()).host();
        String expected = "rank " + reply.seat() + " to measure there";
        problems.add(host.at(), "", host.name(), expected, reply.failure());
      }
    }
    problems.throwIfAny();
    return work.read(replies.getFirst().text());
  }
}
