package io.busbar.formats.detect;

import io.busbar.formats.artefact.HostMarkReader;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.artefact.SignalReader;
import io.busbar.formats.artefact.SuspectReader;
import io.busbar.formats.collected.CollectedReader;
import io.busbar.formats.counters.CounterReader;
import io.busbar.formats.counters.IbdiagnetReader;
import io.busbar.formats.gpus.FieldTableReader;
import io.busbar.formats.gpus.GpuQueryReader;
import io.busbar.formats.gpus.GpuReader;
import io.busbar.formats.gpus.PcieLinkReader;
import io.busbar.formats.gpus.PeerMatrixReader;
import io.busbar.formats.gpus.RowRemapReader;
import io.busbar.formats.modules.ModuleListReader;
import io.busbar.formats.ncclrun.CallReader;
import io.busbar.formats.ncclrun.CommandReader;
import io.busbar.formats.ncclrun.CommunicatorReader;
import io.busbar.formats.ncclrun.ConnectionReader;
import io.busbar.formats.ncclrun.RunLogReader;
import io.busbar.formats.osu.OsuBandwidthReader;
import io.busbar.formats.pci.LspciReader;
import io.busbar.formats.perftest.FigureReader;
import io.busbar.formats.perftest.PerftestReader;
import io.busbar.formats.ports.EthtoolReader;
import io.busbar.formats.ports.LshcaReader;
import io.busbar.formats.ports.MlxlinkReader;
import io.busbar.formats.ports.PortBlockReader;
import io.busbar.formats.ports.PortLineReader;
import io.busbar.formats.ports.SysfsPortReader;
import io.busbar.formats.qos.MlnxQosReader;
import io.busbar.formats.switches.PfcWatchdogReader;
import io.busbar.formats.switches.SwitchCounterReader;
import io.busbar.formats.systemd.ServiceReader;
import io.busbar.formats.torch.WatchdogReader;
import io.busbar.formats.traces.NsysStatsReader;
import io.busbar.formats.versions.VersionReader;
import java.util.List;
import java.util.function.Supplier;

/** The readers of lines, all of which look at every text file. Constants. */
final class LineKinds {
  static final List<Supplier<? extends LineReader>> LINES =
      List.of(
          HostMarkReader::new,
          RunLogReader::new,
          CommunicatorReader::new,
          ConnectionReader::new,
          SignalReader::new,
          CommandReader::new,
          PortBlockReader::new,
          PortLineReader::new,
          EthtoolReader::new,
          LshcaReader::new,
          SysfsPortReader::new,
          CounterReader::new,
          GpuReader::new,
          LspciReader::new,
          PerftestReader::new,
          FigureReader::new,
          MlnxQosReader::new,
          WatchdogReader::new,
          FieldTableReader::new,
          VersionReader::new,
          CollectedReader::new,
          PcieLinkReader::new,
          GpuQueryReader::new,
          PeerMatrixReader::new,
          CallReader::new,
          NsysStatsReader::new,
          MlxlinkReader::new,
          IbdiagnetReader::new,
          ModuleListReader::new,
          ServiceReader::new,
          RowRemapReader::new,
          PfcWatchdogReader::new,
          SwitchCounterReader::new,
          OsuBandwidthReader::new,
          SuspectReader::new);

  /** Leads lines to them; made once, since joining all their keywords takes a while. */
  static final LineScanner SCANNER = new LineScanner(LINES);

  private LineKinds() {}
}
