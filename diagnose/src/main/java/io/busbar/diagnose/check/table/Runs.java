package io.busbar.diagnose.check.table;

import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Ports;
import io.busbar.formats.ncclrun.Communicator;
import io.busbar.formats.ncclrun.NicList;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.nccltests.NcclTestsTable;
import io.busbar.formats.ports.PortField;
import io.busbar.formats.ports.PortReading;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What a table and the other artefacts tell of a run, as the expectation asks for it. */
final class Runs {
  private Runs() {}

  /** Where rank lines are missing, the log of the same files tells ranks and hosts. */
  static Expectation.Run of(Measured measured, Facts facts) {
    NcclTestsTable table = measured.table();
    boolean named = table.ranks() > 0;
    return new Expectation.Run(
        table.collective(),
        named ? table.ranks() : loggedRanks(facts),
        named ? table.hosts().size() : loggedHosts(facts),
        table.gpus().stream().findFirst().orElse(""),
        table.ncclVersion(),
        nicsPerHost(facts),
        nicGbps(facts));
  }

  private static int loggedRanks(Facts facts) {
    return facts.all(Communicator.class).stream().mapToInt(Communicator::ranks).max().orElse(0);
  }

  private static int loggedHosts(Facts facts) {
    return (int)
        facts.all(Communicator.class).stream()
            .map(c -> c.origin().host())
            .filter(host -> !host.isEmpty())
            .distinct()
            .count();
  }

  /**
   * Ports for RDMA that a host has, whether they are up or not; what the NCCL of the host opened
   * when no look at ports was read. A broken port must not lower what is expected.
   */
  private static int nicsPerHost(Facts facts) {
    Map<String, Set<String>> byHost = new HashMap<>();
    for (PortReading p : Ports.latest(facts)) {
      if (!p.device().isEmpty() && !p.has(PortField.TYPE, PortReading.SWITCH)) {
        byHost
            .computeIfAbsent(facts.hosts().of(p.at()), h -> new HashSet<>())
            .add(p.device() + "/" + p.port());
      }
    }
    int opened =
        facts.all(NicList.class).stream()
            .filter(l -> l.role().equals("IB"))
            .mapToInt(l -> l.nics().size())
            .max()
            .orElse(0);
    return Math.max(opened, byHost.values().stream().mapToInt(Set::size).max().orElse(0));
  }

  private static double nicGbps(Facts facts) {
    return Ports.latest(facts).stream()
        .filter(p -> p.has(PortField.STATE, "active"))
        .mapToDouble(p -> p.rateGbps())
        .filter(rate -> !Double.isNaN(rate))
        .max()
        .orElse(Double.NaN);
  }
}
