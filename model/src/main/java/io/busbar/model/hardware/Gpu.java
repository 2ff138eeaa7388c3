package io.busbar.model.hardware;

import io.busbar.model.fact.CatalogEntry;

/**
 * An accelerator. Rates are dense (no sparsity) and per direction; 0 means that the GPU lacks it.
 *
 * @param entry where the figures come from
 * @param memoryBytes device memory that software can see
 * @param memoryBytesPerSecond peak device-memory rate
 * @param bf16FlopPerSecond peak dense BF16/FP16 tensor rate
 * @param fp8FlopPerSecond peak dense FP8 tensor rate, 0 if none
 * @param fp4FlopPerSecond peak dense FP4 tensor rate, 0 if none
 * @param matmulBf16FlopPerSecond best measured BF16 matmul; assumed from its generation if
 *     unmeasured
 * @param matmulFp8FlopPerSecond best measured FP8 matmul, 0 if none
 * @param matmulFp4FlopPerSecond FP4 matmul, inferred from that of FP8; 0 if none
 * @param matmulWatts power of the GPU on which matmul was measured
 * @param streamingMultiprocessors compute units
 * @param exponentialsPerSecond exponentials of all units at boost clock, 0 if unknown
 * @param scaleUpBytesPerSecond NVLink/xGMI rate of the GPU, all links, one direction; 0 if none
 * @param scaleUpLinks number of those links
 * @param hostBytesPerSecond PCIe or C2C rate to the host, effective, one direction
 * @param watts thermal design power
 */
public record Gpu(
    CatalogEntry entry,
    Generation generation,
    double memoryBytes,
    double memoryBytesPerSecond,
    double bf16FlopPerSecond,
    double fp8FlopPerSecond,
    double fp4FlopPerSecond,
    double matmulBf16FlopPerSecond,
    double matmulFp8FlopPerSecond,
    double matmulFp4FlopPerSecond,
    double matmulWatts,
    int streamingMultiprocessors,
    double exponentialsPerSecond,
    double scaleUpBytesPerSecond,
    int scaleUpLinks,
    double hostBytesPerSecond,
    double watts) {

  public String name() {
    return entry.name();
  }
}
