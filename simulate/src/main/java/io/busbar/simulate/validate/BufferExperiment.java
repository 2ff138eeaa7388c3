package io.busbar.simulate.validate;

import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.util.Map;

/**
 * What fits into a switch. Keys: {@code find} and those of {@link Place} and {@link Bench}.
 *
 * <ul>
 *   <li>{@code find=share queues=N}: N receivers of a star with two senders each, without pauses;
 *       the mean of their longest queues as a share of the buffer
 *   <li>{@code find=fill}: two senders to one receiver; when the first packet is dropped
 *   <li>{@code find=headroom}: the least headroom with which an incast over all ports drops nothing
 * </ul>
 */
final class BufferExperiment implements Experiment {
  private static final long STEP_PS = 1_000_000;
  private static final int SHARE_STEPS = 300;
  private static final long LONG_MESSAGE = 1L << 36;
  private static final int MOST_HEADROOM = 1 << 20;
  private static final long INCAST_BYTES = 400_000;

  @Override
  public Map<String, Double> run(Setting setting) {
    return switch (setting.text("find", "")) {
      case "share" -> share(setting);
      case "fill" -> fill(setting);
      case "headroom" -> headroom(setting);
      default -> throw setting.wrong("find");
    };
  }

  private static Map<String, Double> share(Setting setting) {
    int queues = setting.number("queues", 1);
    double pool = setting.bytes("buffer", "1MB");
    Place place = Place.of(setting);
    PacketNetwork network = Bench.packets(setting, place.fabric());
    setting.finish();
    for (int sender = 0; sender < 2 * queues; sender++) {
      int connection = network.connect(queues + sender, sender % queues, 0, 0);
      network.send(connection, LONG_MESSAGE, sender);
    }
    long[] most = new long[queues];
    for (int step = 1; step <= SHARE_STEPS; step++) {
      network.run(token -> {}, step * STEP_PS, Cancel.NEVER);
      for (int q = 0; q < queues; q++) {
        int port = place.fabric().peer(place.fabric().firstPort(q));
        most[q] = Math.max(most[q], network.queuedBytes(port));
      }
    }
    double sum = 0;
    for (long queue : most) {
      sum += queue / pool;
    }
    return Map.of("share", sum / queues);
  }

  private static Map<String, Double> fill(Setting setting) {
    Place place = Place.of(setting);
    PacketNetwork network = Bench.packets(setting, place.fabric());
    setting.finish();
    for (int sender = 1; sender <= 2; sender++) {
      network.send(network.connect(sender, 0, 0, 0), LONG_MESSAGE, sender);
    }
    long at = 0;
    while (network.counters().drops() == 0) {
      at += STEP_PS;
      network.run(token -> {}, at, Cancel.NEVER);
    }
    return Map.of("fill_us", SimTime.seconds(at) * 1e6);
  }

  /** Bisection: more headroom never drops more. */
  private static Map<String, Double> headroom(Setting setting) {
    Place place = Place.of(setting);
    PacketSettings settings = Bench.settings(setting);
    setting.finish();
    int low = 0;
    int high = MOST_HEADROOM;
    while (high - low > 16) {
      int middle = (low + high) / 2;
      if (drops(place, settings, middle) == 0) {
        high = middle;
      } else {
        low = middle;
      }
    }
    double asSized = drops(place, settings, settings.buffer().headroomBytes());
    return Map.of("headroom_bytes", (double) high, "drops_as_sized", asSized);
  }

  private static double drops(Place place, PacketSettings settings, int headroom) {
    PacketSettings with = settings.with(settings.buffer().withHeadroom(headroom));
    PacketNetwork network = new PacketNetwork(place.fabric(), with, 1);
    int senders = place.fabric().endpoints() - 1;
    TrafficRun run = new TrafficRun(network, Traffic.incast(0, 1, senders, INCAST_BYTES));
    run.run(Long.MAX_VALUE, () -> network.counters().drops() > 0);
    return network.counters().drops();
  }
}
