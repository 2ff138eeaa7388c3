package io.busbar.design;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Block.Figures;
import io.busbar.base.report.Block.Table;
import io.busbar.design.answer.DesignAnswer.Collisions;
import io.busbar.design.answer.DesignAnswer.Traffic;
import io.busbar.design.answer.JobAnswer;
import io.busbar.design.answer.JobAnswer.Candidate;
import io.busbar.design.answer.JobAnswer.Sharp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a job gets, as blocks. Stateless. */
final class JobBlocks {
  private JobBlocks() {}

  static List<Block> of(JobAnswer job) {
    List<List<String>> rows = new ArrayList<>();
    for (Candidate c : job.candidates()) {
      rows.add(
          List.of(
              c.fabric(),
              DesignReport.count(c.switches()),
              TimeSpan.print(c.stepS()),
              String.format(Locale.ROOT, "%,.0f", c.tokensPerS()),
              TimeSpan.print(c.exposedNetworkS()),
              worst(c),
              Share.print(c.againstDesign() - 1)));
    }
    String note =
        String.format(
            Locale.ROOT,
            "%s: %,d GPUs, %s; time model of collectives with the layout's placement",
            job.plan(),
            job.gpus(),
            job.layout());
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Table(
            "What the job gets",
            List.of(
                Column.text("fabric"),
                Column.number("switches"),
                Column.number("step"),
                Column.number("tokens/s"),
                Column.number("waits for network"),
                Column.text("most of it"),
                Column.number("change")),
            rows,
            note));
    blocks.add(sharp(job.sharp()));
    return blocks;
  }

  private static String worst(Candidate candidate) {
    return candidate.dimensions().stream()
        .max((x, y) -> Double.compare(x.exposedS(), y.exposedS()))
        .filter(d -> d.exposedS() > 0)
        .map(d -> d.name() + " " + TimeSpan.print(d.exposedS()))
        .orElse("-");
  }

  private static Figures sharp(Sharp s) {
    List<Figure> rows = new ArrayList<>();
    rows.add(
        new Figure(
            "streams per leaf",
            Integer.toString(s.streamsPerLeaf()),
            s.version() == 0 ? "no SHARP" : "SHARP version " + s.version()));
    rows.add(
        new Figure(
            "groups per leaf",
            Integer.toString(s.groupsPerLeaf()),
            DesignReport.count(s.groups()) + " data-parallel groups in the job"));
    if (s.version() > 0 && s.allReduceS() > 0) {
      rows.add(
          new Figure(
              "all-reduce of gradients",
              TimeSpan.print(s.allReduceS()) + " -> " + TimeSpan.print(s.allReduceSharpS()),
              DataSize.print(s.allReduceBytes()) + " per GPU among its replicas, nothing hidden"));
      rows.add(
          new Figure(
              "at best",
              TimeSpan.print(s.allReduceSharpBoundS()),
              "each NIC sends and receives the bytes once, half of what a ring moves"));
      rows.add(new Figure("step with SHARP", TimeSpan.print(s.stepWithS()), s.verdict()));
    }
    return new Figures("Reduction in the network", rows);
  }

  static List<Block> hashing(List<Collisions> collisions, List<Traffic> traffic) {
    List<List<String>> rows = new ArrayList<>();
    for (Collisions c : collisions) {
      rows.add(
          List.of(
              Integer.toString(c.queuePairs()),
              DesignReport.count(c.flows()),
              Integer.toString(c.links()),
              Share.print(c.idleShare()),
              factor(c.slowestFactor()),
              factor(c.drawnFactor()),
              String.format(Locale.ROOT, "%.2g", c.noCollisionShare())));
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Table(
            "Flows hashed onto the links of a leaf",
            List.of(
                Column.number("queue pairs"),
                Column.number("flows"),
                Column.number("links"),
                Column.number("idle links"),
                Column.number("slowest takes"),
                Column.number("drawn"),
                Column.number("P(even)")),
            rows,
            "all NICs of a leaf send across; adaptive routing and packet spraying bring it to x1"));
    if (!traffic.isEmpty()) {
      blocks.add(played(traffic));
    }
    return blocks;
  }

  private static Table played(List<Traffic> traffic) {
    List<List<String>> rows = new ArrayList<>();
    double base = traffic.getFirst().boundS();
    for (Traffic t : traffic) {
      rows.add(
          List.of(
              t.oversubscription(),
              t.fabric(),
              t.routing(),
              TimeSpan.print(t.completionS()),
              factor(t.completionS() / t.boundS()),
              factor(t.completionS() / base)));
    }
    return new Table(
        "Every host sends across, played by the flow engine",
        List.of(
            Column.text("oversubscription"),
            Column.text("small copy"),
            Column.text("routing"),
            Column.number("done after"),
            Column.number("over its bound"),
            Column.number("over 1:1's bound")),
        rows,
        "a permutation of 64 MB messages; rail-aligned collectives cross less and lose less");
  }

  private static String factor(double value) {
    return String.format(Locale.ROOT, "x%.2f", value);
  }
}
