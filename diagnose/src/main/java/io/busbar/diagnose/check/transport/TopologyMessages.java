package io.busbar.diagnose.check.transport;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import java.util.List;

/** What NCCL says about the machine it sees: a hidden PCIe tree, no NVLink SHARP. */
public final class TopologyMessages implements Check {
  private static final String HIDDEN = "vm-topology-missing";

  @Override
  public List<String> codes() {
    return List.of(HIDDEN);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<Signal> unreadable = facts.signals("topology-unreadable");
    if (unreadable.isEmpty()) {
      return;
    }
    List<Signal> bandwidth = facts.signals("topology-bandwidth");
    Conclusion c =
        Conclusion.warning(HIDDEN)
            .say("NCCL could not read " + unreadable.getFirst().value("path") + ".")
            .at(unreadable.stream().limit(2).toList())
            .at(bandwidth.stream().limit(1).toList())
            .at(facts.signals("graph-pattern").stream().limit(2).toList());
    bandwidth.stream()
        .limit(1)
        .forEach(s -> c.say("It assumes at most " + s.value("max") + " GB/s in the machine."));
    out.add(c);
  }
}
