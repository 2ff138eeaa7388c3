package io.busbar.nccl.time;

import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.version.NcclVersion;

/**
 * The software around a collective.
 *
 * @param version NCCL's release, which decides algorithm and protocol
 * @param settings variables that the user set
 * @param cpu host processors: NCCL's model knows them apart
 * @param launch who starts the kernels
 * @param symmetric buffers are registered as symmetric windows (NCCL 2.27 and later), so that
 *     kernels read and write peers' buffers themselves
 */
public record Setup(
    NcclVersion version, NcclSettings settings, Cpu cpu, Launch launch, boolean symmetric) {

  /** NCCL decides everything; kernels are queued ahead, as in a training step. */
  public static Setup of(NcclVersion version) {
    return new Setup(version, NcclSettings.defaults(), Cpu.INTEL, Launch.THREADS, false);
  }

  public Setup with(Launch other) {
    return new Setup(version, settings, cpu, other, symmetric);
  }

  public Setup with(NcclSettings other) {
    return new Setup(version, other, cpu, launch, symmetric);
  }
}
