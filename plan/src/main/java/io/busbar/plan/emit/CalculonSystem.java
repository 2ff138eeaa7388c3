package io.busbar.plan.emit;

import io.busbar.formats.calculon.SystemFile;
import io.busbar.formats.calculon.SystemFile.Net;
import io.busbar.formats.calculon.SystemFile.Store;
import io.busbar.model.catalog.HostMemory;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Level;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.NodeType;
import java.util.List;

/**
 * A cluster as Calculon's system. Rates are peaks; products reach what the catalogue has measured.
 * A host memory or a scale-up link that is not known is a byte and a byte per second. Stateless.
 */
final class CalculonSystem {
  /**
   * Operations on two 16-bit numbers, counted as two, for each exponential of a streaming
   * multiprocessor: 512 of them in a clock, beside 16 exponentials. A100: 78 TFLOPS.
   */
  private static final double PER_EXPONENTIAL = 32;

  /** Where a GPU's exponentials are not known: as an A100 has it, 78 of 312 TFLOPS. */
  private static final double PART_OF_PRODUCTS = 0.25;

  private CalculonSystem() {}

  static SystemFile of(Cluster cluster) {
    NodeType node = cluster.node();
    Gpu gpu = node.gpu();
    double peak = gpu.bf16FlopPerSecond();
    double reached = gpu.matmulBf16FlopPerSecond();
    double vector =
        gpu.exponentialsPerSecond() > 0
            ? PER_EXPONENTIAL * gpu.exponentialsPerSecond()
            : PART_OF_PRODUCTS * peak;
    double hostBytes = HostMemory.bytesPerGpu(node);
    return new SystemFile(
        peak,
        reached > 0 && reached <= peak ? reached / peak : 1,
        gpu.fp8FlopPerSecond(),
        vector,
        new Store(gpu.memoryBytes(), gpu.memoryBytesPerSecond()),
        new Store(Math.max(1, hostBytes), Math.max(1, gpu.hostBytesPerSecond())),
        List.of(
            new Net(
                Math.max(1, gpu.scaleUpBytesPerSecond()),
                node.domainGpus(),
                cluster.scaleUpLatencySeconds()),
            new Net(
                node.networkBytesPerSecondPerGpu(),
                cluster.gpus(),
                cluster.latencySeconds(Level.LEAF))));
  }
}
