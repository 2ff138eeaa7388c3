package io.busbar.simulate.validate;

import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Plain messages. Keys: {@code flows} or {@code to}, {@code bytes}, {@code until}, and those of
 * {@link Place} and {@link Bench}. With {@code until} the run is cut there, and queues and the rate
 * of each source's first port are those of its second half.
 */
final class TrafficExperiment implements Experiment {
  private static final double MICRO = 1e6;

  /** Queues that swing are looked at more often. */
  private static final int FINER = 64;

  @Override
  public Map<String, Double> run(Setting setting) {
    Place place = Place.of(setting);
    Network network = Bench.network(setting, place.fabric());
    Traffic traffic = new Flows(setting, place.fabric().endpoints()).traffic();
    double until = setting.seconds("until", "0s");
    setting.finish();
    TrafficRun run = new TrafficRun(network, traffic);
    double bound = boundSeconds(place, traffic);
    Map<String, Double> figures = new LinkedHashMap<>();
    if (until > 0) {
      rates(place, network, traffic, run, SimTime.ps(until), figures);
    } else {
      Watch watch = new Watch(place, network, bound);
      RunEnd end = watch.run(to -> run.run(to, Cancel.NEVER), Long.MAX_VALUE);
      figures.put("circle_links", (double) end.cycle().size());
      times(traffic, run, bound, figures);
      watch.into(figures);
    }
    return figures;
  }

  private static void times(
      Traffic traffic, TrafficRun run, double bound, Map<String, Double> figures) {
    long[] ps = new long[traffic.count()];
    Arrays.setAll(ps, run::deliveredPs);
    double last = SimTime.seconds(run.lastPs());
    double total = Arrays.stream(traffic.bytes()).sum();
    figures.put("completion_us", last * MICRO);
    figures.put("victim_us", SimTime.seconds(ps[ps.length - 1]) * MICRO);
    figures.put("first_us", SimTime.seconds(Arrays.stream(ps).min().orElse(0)) * MICRO);
    figures.put("over_bound", last / bound);
    figures.put("total_gbytes_per_s", total / last / 1e9);
    figures.put("failures", (double) run.failures());
  }

  private static void rates(
      Place place,
      Network network,
      Traffic traffic,
      TrafficRun run,
      long untilPs,
      Map<String, Double> figures) {
    PacketNetwork packets = (PacketNetwork) network;
    run.run(untilPs / 2, Cancel.NEVER);
    double[] gbits = new double[traffic.count()];
    Arrays.setAll(gbits, i -> -sent(place, packets, traffic.src()[i]));
    Watch watch = new Watch(place, network, SimTime.seconds(untilPs) / FINER);
    watch.run(to -> run.run(to, Cancel.NEVER), untilPs);
    watch.into(figures);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < gbits.length; i++) {
      gbits[i] += sent(place, packets, traffic.src()[i]);
      gbits[i] *= 8 / SimTime.seconds(untilPs - untilPs / 2) / 1e9;
      figures.put("gbits_per_s_" + i, gbits[i]);
      sum += gbits[i];
      squares += gbits[i] * gbits[i];
    }
    figures.put("total_gbits_per_s", sum);
    figures.put("last_share", gbits[gbits.length - 1] / sum);
    figures.put("jain", sum * sum / (gbits.length * squares));
  }

  private static double sent(Place place, PacketNetwork packets, int host) {
    return packets.counters().portBytes(place.fabric().firstPort(host));
  }

  /** Payload of the busiest host over its rate. */
  private static double boundSeconds(Place place, Traffic traffic) {
    long[] in = new long[place.fabric().endpoints()];
    long[] out = new long[in.length];
    for (int i = 0; i < traffic.count(); i++) {
      out[traffic.src()[i]] += traffic.bytes()[i];
      in[traffic.dst()[i]] += traffic.bytes()[i];
    }
    long most = Math.max(Arrays.stream(in).max().orElse(0), Arrays.stream(out).max().orElse(0));
    return most / place.hostRate();
  }
}
