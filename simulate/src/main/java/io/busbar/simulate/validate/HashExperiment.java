package io.busbar.simulate.validate;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.packet.MarkingSettings;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.packet.RateSettings;
import io.busbar.simulate.packet.TransportSettings;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import java.util.Arrays;
import java.util.Map;

/**
 * As many hosts of one leaf as it has links up, each to a host of another leaf: how many queue
 * pairs meet on the fullest link. Keys: {@code engine, links, qps, draws} (seeds 0, 1, …).
 */
final class HashExperiment implements Experiment {
  private static final int PACKET_BYTES = 4096;

  @Override
  public Map<String, Double> run(Setting setting) {
    int links = setting.number("links", 8);
    int pairs = setting.number("qps", 1);
    int draws = setting.number("draws", 100);
    boolean flow = setting.text("engine", "flow").equals("flow");
    setting.finish();
    Bandwidth rate = Bandwidth.parse("400Gb/s");
    Fabric fabric =
        Fabrics.leafSpine(2, links, links, links, rate, rate, new TimeSpan(0), new TimeSpan(0));
    double most = 0;
    double idle = 0;
    for (int seed = 0; seed < draws; seed++) {
      int[] load = flow ? paths(fabric, links, pairs, seed) : packets(fabric, links, pairs, seed);
      most += (double) Arrays.stream(load).max().orElse(0) / pairs;
      idle += (double) Arrays.stream(load).filter(l -> l == 0).count() / links;
    }
    return Map.of("most_over_mean", most / draws, "idle_share", idle / draws);
  }

  private static int[] paths(Fabric fabric, int links, int pairs, int seed) {
    Paths paths = new Paths(fabric, Routing.HASH, seed);
    int[] load = new int[links];
    for (int host = 0; host < links; host++) {
      for (int q = 0; q < pairs; q++) {
        paths.find(host, links + host, q);
        load[paths.ports()[1] - firstUp(fabric, links)]++;
      }
    }
    return load;
  }

  private static int[] packets(Fabric fabric, int links, int pairs, int seed) {
    PacketSettings settings =
        PacketSettings.roce()
            .with(RateSettings.OFF)
            .with(MarkingSettings.OFF)
            .with(TransportSettings.ROCE.withQueuePairs(pairs));
    PacketNetwork network = new PacketNetwork(fabric, settings, seed);
    for (int host = 0; host < links; host++) {
      int connection = network.connect(host, links + host, 0, 0);
      for (int q = 0; q < pairs; q++) {
        network.send(connection, PACKET_BYTES, 0);
      }
    }
    network.run(token -> {}, Long.MAX_VALUE, Cancel.NEVER);
    int frame = PACKET_BYTES + settings.wire().headerBytes();
    int[] load = new int[links];
    Arrays.setAll(
        load, link -> (int) (network.counters().portBytes(firstUp(fabric, links) + link) / frame));
    return load;
  }

  private static int firstUp(Fabric fabric, int links) {
    return fabric.firstPort(fabric.endpoints()) + links;
  }
}
