package io.busbar.nccl.time;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.version.NcclVersion;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

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
public record NcclSetup(
    NcclVersion version, NcclSettings settings, Cpu cpu, Launch launch, boolean symmetric) {

  /** What is assumed where nothing says which release runs. */
  public static final NcclVersion USUAL = NcclVersion.of(2, 23, 4);

  /** The same on Blackwell, which older releases do not drive well. */
  private static final NcclVersion USUAL_ON_BLACKWELL = NcclVersion.of(2, 27, 3);

  /** NCCL decides everything; kernels are queued ahead, as in a training step. */
  public static NcclSetup of(NcclVersion version, Gpu gpu) {
    return new NcclSetup(version, NcclSettings.defaults(), hostOf(gpu), Launch.THREADS, false);
  }

  /**
   * A set-up as a measurement tells it; what it leaves open is usual.
   *
   * @param version {@code 2.27.3}, {@code unknown}
   * @param environment assignments between blanks
   * @param algorithm what was forced, or {@code auto}
   * @param protocol the same
   */
  public static NcclSetup described(
      String version, String environment, String algorithm, String protocol, Gpu gpu) {
    NcclVersion release = NcclVersion.find(version).orElse(usual(gpu));
    Map<String, String> variables = new HashMap<>();
    for (String word : environment.split(" ")) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        variables.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    if (!algorithm.isEmpty() && !algorithm.equals("auto")) {
      variables.putIfAbsent("NCCL_ALGO", algorithm);
    }
    if (!protocol.isEmpty() && !protocol.equals("auto")) {
      variables.putIfAbsent("NCCL_PROTO", protocol);
    }
    NcclSettings settings = NcclSettings.of(variables, release, Position.of("env"), new Problems());
    return new NcclSetup(release, settings, hostOf(gpu), Launch.PROCESSES, false);
  }

  private static NcclVersion usual(Gpu gpu) {
    return gpu.generation() == Generation.BLACKWELL ? USUAL_ON_BLACKWELL : USUAL;
  }

  /** Grace superchips have ARM cores; what else hosts GPUs is taken as Intel. */
  private static Cpu hostOf(Gpu gpu) {
    String name = gpu.name().toLowerCase(Locale.ROOT);
    return name.startsWith("gb") || name.startsWith("gh") ? Cpu.ARM : Cpu.INTEL;
  }

  public NcclSetup with(Launch other) {
    return new NcclSetup(version, settings, cpu, other, symmetric);
  }

  public NcclSetup with(NcclSettings other) {
    return new NcclSetup(version, other, cpu, launch, symmetric);
  }

  /** With buffers registered as symmetric windows, or not. */
  public NcclSetup symmetric(boolean registered) {
    return new NcclSetup(version, settings, cpu, launch, registered);
  }
}
