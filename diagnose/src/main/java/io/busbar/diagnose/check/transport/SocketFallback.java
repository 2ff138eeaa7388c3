package io.busbar.diagnose.check.transport;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.ncclrun.Communicator;
import io.busbar.formats.ncclrun.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is concluded only when nothing graver is known: no RDMA device where several nodes work
 * together, and communicators that some ranks began and did not finish.
 */
public final class SocketFallback implements Check {
  private static final String NOT_FOUND = "ib-device-not-in-container";
  private static final String INCOMPLETE = "init-incomplete";

  @Override
  public List<String> codes() {
    return List.of(NOT_FOUND, INCOMPLETE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    if (out.all().stream().anyMatch(c -> c.severity() != Severity.INFO)) {
      return;
    }
    socket(facts, out);
    incomplete(facts, out);
  }

  private static void socket(Facts facts, Conclusions out) {
    List<Signal> unopened = facts.signals("verbs-library-missing");
    boolean library = !facts.has("ib-none") && !unopened.isEmpty();
    List<Signal> none = library ? unopened : facts.signals("ib-none");
    boolean socket =
        facts.signals("network-chosen").stream().anyMatch(s -> s.value("name").contains("Socket"));
    boolean single =
        facts.has("single-node")
            || facts.signals("nccl-layout").stream().anyMatch(s -> s.number("nodes") == 1);
    boolean network =
        facts.all(Connection.class).stream().anyMatch(c -> c.transport().equals("NET"));
    boolean local =
        facts.all(Connection.class).stream().anyMatch(c -> !c.transport().equals("NET"));
    // Single machines without RDMA have no library either: only traffic between nodes makes it one.
    boolean unneeded = single || local && !network || library && !network;
    if (none.isEmpty() || !socket || unneeded) {
      return;
    }
    // A log of one host that shows no traffic between hosts need not miss anything.
    boolean shown =
        network
            || facts.signals("network-chosen").stream()
                    .map(s -> s.origin().host())
                    .distinct()
                    .count()
                > 1;
    out.add(
        Conclusion.of(NOT_FOUND, shown ? Severity.WARNING : Severity.INFO)
            .confidence(network ? Conclusion.Confidence.MEDIUM : Conclusion.Confidence.LOW)
            .say(
                library
                    ? "NCCL cannot open libibverbs, so it finds no RDMA device and uses TCP"
                        + " sockets."
                    : "NCCL finds no RDMA device and uses TCP sockets.")
            .at(none.stream().limit(2).toList())
            .at(facts.signals("network-chosen").stream().limit(1).toList()));
  }

  private static void incomplete(Facts facts, Conclusions out) {
    Map<String, Communicator> open = new HashMap<>();
    List<Communicator> complete = new ArrayList<>();
    for (Communicator c : facts.all(Communicator.class)) {
      String key = c.id() + "|" + c.origin().host() + "|" + c.origin().process() + "|" + c.rank();
      if (c.complete()) {
        complete.add(c);
        open.remove(key);
      } else {
        open.put(key, c);
      }
    }
    if (open.isEmpty()) {
      return;
    }
    List<Communicator> left =
        open.values().stream()
            .sorted(java.util.Comparator.comparingInt(Communicator::rank))
            .toList();
    // Where no rank completes, the log may just have been cut there.
    Conclusion c =
        (complete.isEmpty() ? Conclusion.info(INCOMPLETE) : Conclusion.critical(INCOMPLETE))
            .confidence(complete.isEmpty() ? Conclusion.Confidence.LOW : Conclusion.Confidence.HIGH)
            .say(
                "Rank(s) "
                    + String.join(
                        ", ", left.stream().limit(16).map(l -> Integer.toString(l.rank())).toList())
                    + " of "
                    + left.getFirst().ranks()
                    + " began to set up the communicator and did not complete"
                    + (complete.isEmpty()
                        ? "; no rank did: the log was cut there, or the job stands still there."
                        : "; " + complete.size() + " did."));
    c.at(left.subList(0, Math.min(4, left.size())));
    c.at(complete.subList(0, Math.min(2, complete.size())));
    out.add(c);
  }
}
