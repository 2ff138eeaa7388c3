package io.busbar.simulate.validate;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.SizedSchedule;
import io.busbar.collective.api.AlphaBeta;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.simulate.bound.Bounds;
import io.busbar.simulate.bound.LowerBound;
import io.busbar.simulate.event.RandomStream;
import io.busbar.simulate.message.MessageNetwork;
import io.busbar.simulate.message.Serialisation;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.path.FoldedPaths;
import io.busbar.simulate.play.Placement;
import io.busbar.simulate.play.Play;
import io.busbar.simulate.play.PlayOptions;
import io.busbar.simulate.play.PlayResult;
import io.busbar.simulate.play.Player;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A collective's schedule. Keys: {@code op, algo, ranks, bytes, channels, slot, slots, credit}
 * (none, cts), {@code order} (host; scattered: mixed inside domains; random), {@code alike} (all
 * ranks in one node), {@code fold} (so many ranks stand for all), and those of {@link Place} and
 * {@link Bench}.
 */
final class CollectiveExperiment implements Experiment {
  private static final double MICRO = 1e6;

  @Override
  public Map<String, Double> run(Setting setting) {
    Place place = Place.of(setting);
    int ranks = setting.number("ranks", place.fabric().endpoints());
    CollectiveOp op = CollectiveOp.valueOf(constant(setting.text("op", "all-reduce")));
    Algorithm algorithm = Algorithm.valueOf(constant(setting.text("algo", "ring")));
    long bytes = setting.bytes("bytes", "64MB");
    SizedSchedule sized =
        SizedSchedule.of(
            ScheduleRequest.of(op, algorithm, locality(setting, place, ranks))
                .withChannels(setting.number("channels", 1)),
            bytes,
            (int) setting.bytes("slot", "1MiB"),
            setting.number("slots", 8));
    Schedule schedule = sized.schedule();
    Chunking chunking = sized.chunking();
    int[] order = order(setting, ranks, place.domain());
    PlayOptions options =
        setting.text("credit", "none").equals("cts") ? PlayOptions.NCCL : PlayOptions.IDEAL;
    Play play =
        Play.of(schedule, chunking, options).on(Placement.of(place.fabric(), schedule, order));
    int fold = setting.number("fold", 0);
    Network network = network(setting, place, ranks, fold);
    setting.finish();

    double bound = boundSeconds(place, op, bytes, order, schedule.agents() > ranks);
    Watch watch = new Watch(place, network, bound);
    Player player = new Player(fold == 0 ? play : play.folded(fold), network);
    PlayResult[] last = new PlayResult[1];
    watch.run(
        until -> {
          last[0] = player.play(until, Cancel.NEVER);
          return last[0].end();
        },
        Long.MAX_VALUE);
    return figures(setting, place, op, ranks, bytes, last[0], bound, watch);
  }

  private static Map<String, Double> figures(
      Setting setting,
      Place place,
      CollectiveOp op,
      int ranks,
      long bytes,
      PlayResult result,
      double bound,
      Watch watch) {
    if (!result.complete()) {
      throw setting.wrong("did not end: " + result.end());
    }
    double seconds = SimTime.seconds(result.timePs());
    GroupShape group = new GroupShape(ranks, 1, 1, 0, place.hostRate(), 0, false, false);
    double closed = AlphaBeta.IDEAL.prepare(op, group).seconds((double) bytes, Ledger.OFF);
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("completion_us", seconds * MICRO);
    figures.put("over_bound", seconds / bound);
    figures.put("bound_share", bound / seconds);
    figures.put("over_closed", seconds / closed);
    figures.put("gbytes_per_s", bytes / seconds / 1e9);
    figures.put("sent_over_size", (double) result.sentBytes(0) / bytes);
    figures.put("messages", (double) result.messages());
    watch.into(figures);
    return figures;
  }

  /** Ranks that are to stand for each other must be alike: all in one node. */
  private static Locality locality(Setting setting, Place place, int ranks) {
    return setting.text("alike", "no").equals("yes")
        ? Locality.oneNode(ranks)
        : place.locality(ranks);
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static Network network(Setting setting, Place place, int ranks, int fold) {
    String serial = setting.text("serial", "port");
    if (serial.equals("port")) {
      return Bench.network(setting, place.fabric());
    }
    var paths = Bench.paths(setting, place.fabric());
    return new MessageNetwork(
        fold == 0 ? paths : new FoldedPaths(place.fabric(), paths, ranks, fold, ranks / fold),
        Serialisation.CONNECTION);
  }

  /** Endpoints of the ranks: in a row, mixed inside each domain, or mixed altogether. */
  private static int[] order(Setting setting, int ranks, int domain) {
    int[] order = new int[ranks];
    Arrays.setAll(order, rank -> rank);
    int group =
        switch (setting.text("order", "host")) {
          case "host" -> 1;
          case "scattered" -> domain;
          case "random" -> ranks;
          default -> throw setting.wrong("order");
        };
    RandomStream random = new RandomStream(setting.number("seed", 1));
    for (int first = 0; first < ranks; first += group) {
      for (int i = Math.min(group, ranks - first) - 1; i > 0; i--) {
        int other = first + random.below(i + 1);
        int kept = order[first + i];
        order[first + i] = order[other];
        order[other] = kept;
      }
    }
    return order;
  }

  private static double boundSeconds(
      Place place, CollectiveOp op, long bytes, int[] order, boolean reduces) {
    List<LowerBound> bounds = new Bounds(place.fabric()).of(op, (double) bytes, 0, order, reduces);
    return bounds.getFirst().seconds();
  }
}
