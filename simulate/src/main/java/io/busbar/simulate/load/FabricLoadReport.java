package io.busbar.simulate.load;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Bar;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.simulate.load.FabricLoad.LinkLoad;
import io.busbar.simulate.load.FabricLoad.Run;
import io.busbar.simulate.load.FabricLoad.Sender;
import io.busbar.simulate.load.FabricLoad.Senders;
import io.busbar.simulate.load.FabricLoad.Step;
import io.busbar.simulate.load.FabricLoad.TierLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The load of a fabric in blocks: verdict, routings beside each other, tiers, busiest links. */
public final class FabricLoadReport {
  /** Name and version of its JSON. */
  public static final String SCHEMA = "busbar/fabric-load/1";

  private static final double SAME = 1.0005;

  private FabricLoadReport() {}

  /**
   * @param broken what is, by name; empty for nothing
   */
  public static Report of(FabricLoad load, List<String> broken) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(verdict(load, broken));
    if (load.runs().size() > 1) {
      blocks.add(routings(load));
    }
    blocks.add(tiers(load));
    blocks.add(busiest(load.runs().getFirst()));
    for (Run run : load.runs()) {
      if (run.senders() != null) {
        blocks.add(senders(run.routing(), run.senders()));
      }
    }
    blocks.add(
        new Block.Note(
            "What this is",
            "Bytes of the schedule's connections on their paths, in closed form: how long a link is"
                + " busy, not when. Queues, pauses and marks are 'busbar simulate'."));
    return new Report(SCHEMA, load.traffic() + " on " + load.cluster(), load, blocks);
  }

  private static Block.Figures verdict(FabricLoad load, List<String> broken) {
    Run run = load.runs().getFirst();
    List<Figure> rows = new ArrayList<>();
    rows.add(
        new Figure(
            "busiest link",
            time(run.busiestS()),
            run.busiest().isEmpty()
                ? "nothing crosses the network"
                : run.busiest().getFirst().link()));
    rows.add(
        new Figure(
            "against an even spread",
            factor(run.busiestS(), run.evenS()),
            "the mean of the fullest tier is " + time(run.evenS())));
    if (!broken.isEmpty()) {
      rows.add(
          new Figure(
              "with " + String.join(", ", broken) + " broken",
              run.cutOff() > 0 ? run.cutOff() + " cut off" : factor(run.busiestS(), run.wholeS()),
              "of the busiest link's " + time(run.wholeS()) + " when all is whole"));
    }
    Step step = load.step();
    if (step != null) {
      rows.add(
          new Figure(
              "training step",
              time(step.brokenS()),
              broken.isEmpty()
                  ? "as planned"
                  : time(step.wholeS())
                      + " when all is whole; collectives between nodes take as much longer as their"
                      + " busiest link"));
    }
    return new Block.Figures("Load", rows);
  }

  private static String factor(double now, double before) {
    double ratio = before == 0 ? 1 : now / before;
    return ratio < SAME && ratio > 1 / SAME
        ? "the same"
        : String.format(Locale.ROOT, "%.2f times", ratio);
  }

  private static String time(double seconds) {
    return Double.isFinite(seconds) ? TimeSpan.print(seconds) : "never";
  }

  private static Block.Bars routings(FabricLoad load) {
    List<Bar> bars = new ArrayList<>();
    for (Run run : load.runs()) {
      double finite = Double.isFinite(run.busiestS()) ? run.busiestS() : 0;
      double even = Math.min(run.evenS(), finite);
      bars.add(new Bar(run.routing(), List.of(even, finite - even)));
    }
    return new Block.Bars(
        "Busy time of the busiest link by routing",
        "s",
        List.of("even spread", "uneven on top"),
        bars,
        Double.NaN,
        "");
  }

  private static Block.Table tiers(FabricLoad load) {
    List<List<String>> rows = new ArrayList<>();
    for (Run run : load.runs()) {
      for (TierLoad tier : run.tiers()) {
        rows.add(
            List.of(
                run.routing(),
                tier.from() + " to " + tier.to(),
                String.format(Locale.ROOT, "%,d", tier.links()),
                String.format(Locale.ROOT, "%,d", tier.idle()),
                DataSize.print(tier.meanBytes()),
                DataSize.print(tier.mostBytes())));
      }
    }
    return new Block.Table(
        "By tier",
        List.of(
            Column.text("routing"),
            Column.text("links"),
            Column.number("count"),
            Column.number("idle"),
            Column.number("mean"),
            Column.number("most")),
        rows,
        "bytes in one direction");
  }

  private static Block.Table busiest(Run run) {
    List<List<String>> rows = new ArrayList<>();
    for (LinkLoad link : run.busiest()) {
      rows.add(
          List.of(
              link.link(),
              DataSize.print(link.bytes()),
              Integer.toString(link.connections()),
              TimeSpan.print(link.busyS())));
    }
    return new Block.Table(
        "Busiest links with " + run.routing(),
        List.of(
            Column.text("link"),
            Column.number("bytes"),
            Column.number("connections"),
            Column.number("busy")),
        rows,
        "");
  }

  private static Block.Table senders(String routing, Senders senders) {
    List<List<String>> rows = new ArrayList<>();
    for (Sender sender : senders.most()) {
      rows.add(
          List.of(
              "gpu" + sender.from(),
              sender.to() < 0 ? sender.connections() + " GPUs" : "gpu" + sender.to(),
              sender.link(),
              DataSize.print(sender.bytes())));
    }
    int listed = senders.most().stream().mapToInt(Sender::connections).sum();
    return new Block.Table(
        "Who sends over " + String.join(", ", senders.parts()) + " with " + routing,
        List.of(
            Column.text("from"), Column.text("to"), Column.text("link"), Column.number("bytes")),
        rows,
        String.format(
            Locale.ROOT,
            "%,d connections, %s in both directions%s",
            senders.connections(),
            DataSize.print(senders.bytes()),
            listed < senders.connections() ? "; the largest are listed" : ""));
  }
}
