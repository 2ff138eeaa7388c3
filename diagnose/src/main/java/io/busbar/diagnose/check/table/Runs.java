package io.busbar.diagnose.check.table;

import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Measured;
import io.busbar.diagnose.facts.Ports;
import io.busbar.formats.ncclrun.NicList;
import io.busbar.formats.nccltests.NcclTestsTable;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import io.busbar.formats.ports.PortField;

/** What a table and the other artefacts tell of a run, as the expectation asks for it. */
final class Runs {
  private Runs() {}

  static Expectation.Run of(Measured measured, Row row, Facts facts) {
    NcclTestsTable table = measured.table();
    int nics =
        facts.all(NicList.class).stream()
            .filter(l -> l.role().equals("IB"))
            .mapToInt(l -> l.nics().size())
            .max()
            .orElse(0);
    double gbps =
        Ports.latest(facts).stream()
            .filter(p -> p.has(PortField.STATE, "active"))
            .mapToDouble(p -> p.rateGbps())
            .filter(rate -> !Double.isNaN(rate))
            .max()
            .orElse(Double.NaN);
    return new Expectation.Run(
        table.collective(),
        row.sizeBytes(),
        table.ranks(),
        table.hosts().size(),
        table.gpus().stream().findFirst().orElse(""),
        nics,
        gbps);
  }
}
