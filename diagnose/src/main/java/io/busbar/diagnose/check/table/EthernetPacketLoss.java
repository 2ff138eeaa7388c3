package io.busbar.diagnose.check.table;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A table of two and more nodes that have nothing but Ethernet NICs and reach three to nine tenths
 * of the line rate at large sizes: this is what RDMA packets of 1024 bytes cost.
 */
public final class EthernetPacketLoss implements Check {
  private static final String MTU = "mtu-not-jumbo";

  /** Systems with one RoCE NIC, by what the driver calls their GPU: line rate in Gb/s. */
  private static final Map<String, Double> ROCE_ONLY = Map.of("GB10", 200.0);

  private static final double LOW = 0.6;
  private static final double HIGH = 0.88;
  private static final long LARGE = 256L << 20;

  @Override
  public List<String> codes() {
    return List.of(MTU);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (Measured m : facts.all(Measured.class)) {
      Row peak = m.peak().orElse(null);
      if (peak == null || peak.sizeBytes() < LARGE || m.table().hosts().size() < 2) {
        continue;
      }
      ROCE_ONLY.forEach((gpu, gbps) -> {
        double share = Measured.busbw(peak) / (gbps / 8);
        if (m.table().gpus().stream().anyMatch(g -> g.contains(gpu))
            && share > LOW
            && share < HIGH) {
          out.add(
              Conclusion.warning(MTU)
                  .confidence(Conclusion.Confidence.LOW)
                  .say(
                      String.format(
                          Locale.ROOT,
                          "%.2f GB/s busbw are %.0f %% of the NIC's %.0f GB/s: small packets fit"
                              + " this.",
                          Measured.busbw(peak),
                          100 * share,
                          gbps / 8))
                  .at(m.place(peak)));
        }
      });
    }
  }
}
