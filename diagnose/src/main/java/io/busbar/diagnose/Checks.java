package io.busbar.diagnose;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.SignalChecks;
import io.busbar.diagnose.check.family.FamilyChecks;
import io.busbar.diagnose.check.family.PlainWords;
import io.busbar.diagnose.check.family.UnexplainedLines;
import io.busbar.diagnose.check.job.HangChecks;
import io.busbar.diagnose.check.job.JobChecks;
import io.busbar.diagnose.check.job.PreflightChecks;
import io.busbar.diagnose.check.job.RasChecks;
import io.busbar.diagnose.check.job.ScalingChecks;
import io.busbar.diagnose.check.job.TraceChecks;
import io.busbar.diagnose.check.machine.GpuChecks;
import io.busbar.diagnose.check.machine.HealthTools;
import io.busbar.diagnose.check.machine.KernelChecks;
import io.busbar.diagnose.check.machine.Matrices;
import io.busbar.diagnose.check.machine.PcieChecks;
import io.busbar.diagnose.check.machine.TopologyFiles;
import io.busbar.diagnose.check.machine.Unreadable;
import io.busbar.diagnose.check.port.CounterChecks;
import io.busbar.diagnose.check.port.LinkEvents;
import io.busbar.diagnose.check.port.PortDown;
import io.busbar.diagnose.check.port.PortQuality;
import io.busbar.diagnose.check.port.RoceChecks;
import io.busbar.diagnose.check.port.SlowReceiver;
import io.busbar.diagnose.check.port.SwitchChecks;
import io.busbar.diagnose.check.table.BelowHardware;
import io.busbar.diagnose.check.table.EthernetPacketLoss;
import io.busbar.diagnose.check.table.Figures;
import io.busbar.diagnose.check.table.OsuBandwidthShape;
import io.busbar.diagnose.check.table.OsuShape;
import io.busbar.diagnose.check.table.RdmaRate;
import io.busbar.diagnose.check.table.TableShape;
import io.busbar.diagnose.check.transport.AddressChecks;
import io.busbar.diagnose.check.transport.BootstrapChecks;
import io.busbar.diagnose.check.transport.CompletionErrors;
import io.busbar.diagnose.check.transport.DeviceChecks;
import io.busbar.diagnose.check.transport.GdrState;
import io.busbar.diagnose.check.transport.MemoryChecks;
import io.busbar.diagnose.check.transport.NicsUsed;
import io.busbar.diagnose.check.transport.PluginChecks;
import io.busbar.diagnose.check.transport.RankDifferences;
import io.busbar.diagnose.check.transport.SettingCauses;
import io.busbar.diagnose.check.transport.SettingChecks;
import io.busbar.diagnose.check.transport.SettingLint;
import io.busbar.diagnose.check.transport.SocketFallback;
import io.busbar.diagnose.check.transport.TopologyMessages;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** All checks, in their order; the last ones look at what the others concluded. Constants. */
final class Checks {
  static final List<Check> ALL =
      List.of(
          new SignalChecks(),
          new PortDown(),
          new PortQuality(),
          new CounterChecks(),
          new SlowReceiver(),
          new RoceChecks(),
          new SwitchChecks(),
          new LinkEvents(),
          new CompletionErrors(),
          new AddressChecks(),
          new BootstrapChecks(),
          new DeviceChecks(),
          new NicsUsed(),
          new GdrState(),
          new SettingChecks(),
          new SettingLint(),
          new SettingCauses(),
          new RankDifferences(),
          new PluginChecks(),
          new MemoryChecks(),
          new TopologyMessages(),
          new GpuChecks(),
          new Matrices(),
          new PcieChecks(),
          new KernelChecks(),
          new HealthTools(),
          new TopologyFiles(),
          new Unreadable(),
          new JobChecks(),
          new RasChecks(),
          new HangChecks(),
          new TraceChecks(),
          new ScalingChecks(),
          new PreflightChecks(),
          new TableShape(),
          new OsuShape(),
          new OsuBandwidthShape(),
          new BelowHardware(),
          new EthernetPacketLoss(),
          new Figures(),
          new RdmaRate(),
          new SocketFallback(),
          new FamilyChecks(),
          new PlainWords(),
          new UnexplainedLines());

  /** Code that no check concludes: it stands for the whole. */
  static final String HEALTHY = "healthy";

  /** Codes of little weight: that all is well is the better headline. */
  static final Set<String> MINOR = Set.of("link-speed-info", "counter-saturated");

  /** Codes that name no cause; of equal weight the one that names one is the better headline. */
  static final Set<String> NAMELESS =
      Set.of(
          "library-error",
          "gpu-driver-message",
          "nic-driver-message",
          "switch-log",
          "program-exception",
          "unexplained",
          "job-ended-by-scheduler");

  private Checks() {}

  /** Codes of all findings, in order. */
  static Set<String> codes() {
    Set<String> codes = new TreeSet<>();
    codes.add(HEALTHY);
    ALL.forEach(check -> codes.addAll(check.codes()));
    return codes;
  }
}
