package io.busbar.simulate.validate;

import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.message.MessageNetwork;
import io.busbar.simulate.message.Serialisation;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.BufferSettings;
import io.busbar.simulate.packet.Fault;
import io.busbar.simulate.packet.MarkingSettings;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.packet.PacketSettings.FlowControl;
import io.busbar.simulate.packet.RateSettings;
import io.busbar.simulate.packet.TransportSettings;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import io.busbar.simulate.scenario.input.ControlText;
import io.busbar.simulate.scenario.input.FaultText;
import io.busbar.simulate.scenario.setting.Congestion;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Makes the network that a setting asks for. Stateless. */
final class Bench {
  /** Packets that may overtake one before it counts as lost, where packets take several paths. */
  private static final int REORDER = 512;

  private Bench() {}

  /** Keys: {@code engine} (packet, flow, message), {@code routing}, and those of packets. */
  static Network network(Setting setting, Fabric fabric) {
    String engine = setting.text("engine", "packet");
    if (engine.equals("packet")) {
      return packets(setting, fabric);
    }
    Paths paths = paths(setting, fabric);
    return engine.equals("flow")
        ? new FlowNetwork(paths)
        : new MessageNetwork(paths, Serialisation.PORT);
  }

  static Paths paths(Setting setting, Fabric fabric) {
    Routing routing =
        switch (setting.text("routing", "ecmp")) {
          case "ecmp" -> Routing.HASH;
          case "destination" -> Routing.DESTINATION;
          case "spray" -> Routing.SPREAD;
          default -> throw setting.wrong("routing");
        };
    return new Paths(fabric, routing, setting.number("seed", 1));
  }

  static PacketNetwork packets(Setting setting, Fabric fabric) {
    return new PacketNetwork(
        fabric, settings(setting), faults(setting, fabric), setting.number("seed", 1));
  }

  private static List<Fault> faults(Setting setting, Fabric fabric) {
    String words = setting.find("fault");
    if (words == null) {
      return List.of();
    }
    Problems problems = new Problems();
    List<Fault> faults = new FaultText(fabric, problems).read(Arrays.asList(words.split(",")));
    if (problems.any()) {
      throw setting.wrong(problems.list().toString());
    }
    return faults;
  }

  /**
   * Keys: {@code congestion, control, rates, ecn, mark, routing, recovery, qps, window, ack,
   * timeout, mtu, header, gap, lossy} and those of buffers: {@code buffer, alpha, reserve,
   * headroom}.
   */
  static PacketSettings settings(Setting setting) {
    PacketSettings base = base(setting);
    PacketSettings.Wire wire = base.wire();
    PacketSettings.Routing routing =
        PacketSettings.Routing.valueOf(setting.text("routing", "ecmp").toUpperCase(Locale.ROOT));
    TransportSettings transport =
        base.transport()
            .withQueuePairs(setting.number("qps", 1))
            .withWindow(setting.bytes("window", "0B"))
            .withAckEvery(setting.number("ack", base.transport().ackEvery()))
            .withTimeout(timeoutPs(setting), 100);
    return base.with(buffer(setting, base.buffer()))
        .with(setting.text("lossy", "no").equals("yes") ? FlowControl.NONE : base.flow())
        .with(marking(setting, base.marking()))
        .with(rates(setting, base.rate()))
        .with(routing)
        .with(recovering(setting, transport, routing == PacketSettings.Routing.ECMP))
        .with(
            new PacketSettings.Wire(
                setting.number("mtu", wire.mtuBytes()),
                setting.number("header", wire.headerBytes()),
                setting.number("gap", wire.gapBytes()),
                wire.controlBytes()));
  }

  private static PacketSettings base(Setting setting) {
    String control = setting.find("control");
    List<String> words = control == null ? List.of() : Arrays.asList(control.split(","));
    Problems problems = new Problems();
    try {
      Congestion named =
          Congestion.valueOf(setting.text("congestion", "none").toUpperCase(Locale.ROOT));
      PacketSettings base = new ControlText(problems).read(words, List.of(named)).settings(named);
      if (problems.any()) {
        throw setting.wrong(problems.list().toString());
      }
      return base;
    } catch (IllegalArgumentException e) {
      throw setting.wrong("congestion");
    }
  }

  private static RateSettings rates(Setting setting, RateSettings base) {
    return switch (setting.text("rates", "")) {
      case "paper" -> RateSettings.PAPER;
      case "off" -> RateSettings.OFF;
      default -> base;
    };
  }

  /** Where packets take several paths, a receiver places them as they come. */
  private static TransportSettings recovering(
      Setting setting, TransportSettings base, boolean oneWay) {
    boolean selective = setting.text("recovery", "").equals("selective");
    TransportSettings placing = base.with(TransportSettings.Recovery.SELECTIVE);
    return oneWay ? selective ? placing : base : placing.withReorder(REORDER);
  }

  private static BufferSettings buffer(Setting setting, BufferSettings base) {
    BufferSettings buffer =
        base.withAlpha(setting.decimal("alpha", base.alpha()))
            .withReserve(setting.number("reserve", base.reserveBytes()))
            .withHeadroom(setting.number("headroom", base.headroomBytes()));
    String pool = setting.find("buffer");
    return pool == null ? buffer : buffer.withPool(setting.bytes("buffer", pool));
  }

  private static long timeoutPs(Setting setting) {
    String timeout = setting.find("timeout");
    return timeout == null
        ? TransportSettings.ROCE.timeoutPs()
        : SimTime.ps(setting.seconds("timeout", timeout));
  }

  /** {@code KMIN:KMAX:PMAX}; {@code mark} is dequeue or enqueue. */
  private static MarkingSettings marking(Setting setting, MarkingSettings base) {
    String ecn = setting.find("ecn");
    if (ecn == null) {
      return base;
    }
    String[] parts = ecn.split(":", -1);
    return new MarkingSettings(
        DataSize.parse(parts[0]).bytes(),
        DataSize.parse(parts[1]).bytes(),
        Double.parseDouble(parts[2]),
        0,
        setting.text("mark", "dequeue").equals("dequeue"));
  }
}
