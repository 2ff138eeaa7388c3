package io.busbar.runtime.preflight;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.runtime.preflight.HeatMap.Kind;
import io.busbar.runtime.preflight.PreflightAnswer.Healthy;
import io.busbar.runtime.preflight.PreflightAnswer.HostRow;
import io.busbar.runtime.preflight.PreflightAnswer.InterfaceRow;
import java.util.ArrayList;
import java.util.List;

/** A preflight as blocks: outliers, healthy figures, hosts, halves, and maps of the pairs. */
public final class PreflightReport {
  public static final String SCHEMA = "busbar/preflight/1";

  private static final int MOST_OUTLIERS = 40;
  private static final int MOST_HOSTS = 64;
  private static final int MOST_MAPS = 4;

  private static final String RDMA =
      "TCP and UDP over the interfaces, not RDMA, not GPUs. For those:\n"
          + "- ib_write_bw -d mlx5_0 --report_gbits there, the same with the host's name here;"
          + " ib_write_lat for latency (perftest)\n"
          + "- all_reduce_perf -b 8 -e 8G -f 2 -g 8 over all hosts (nccl-tests)\n"
          + "- ibdiagnet --pc -P all=1, ibqueryerrors on an InfiniBand fabric\n"
          + "- busbar diagnose reads what these print, and this answer as JSON";

  private PreflightReport() {}

  public static Report of(PreflightAnswer answer) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(findings(answer));
    if (!answer.notJudged().isEmpty()) {
      blocks.add(notJudged(answer));
    }
    blocks.add(scope(answer));
    blocks.add(healthy(answer));
    blocks.add(hosts(answer));
    if (!answer.halves().isEmpty()) {
      blocks.add(halves(answer));
    }
    for (int port = 0; port < Math.min(MOST_MAPS, answer.interfaces()); port++) {
      for (Kind kind : Kind.values()) {
        if (answer.pairsMeasured() > 0) {
          blocks.add(HeatMap.of(answer, port, kind));
        }
      }
    }
    blocks.add(new Block.Note("What this did not test", RDMA));
    return new Report(SCHEMA, title(answer), answer, blocks);
  }

  private static String title(PreflightAnswer answer) {
    int found = answer.outliers().size();
    String what =
        found == 0
            ? "nothing stands out"
            : found == 1 ? "one thing stands out" : found + " things stand out";
    return "Preflight of " + answer.hosts() + " hosts: " + what;
  }

  private static Block findings(PreflightAnswer answer) {
    List<Finding> shown = new ArrayList<>();
    for (Outlier each :
        answer.outliers().subList(0, Math.min(MOST_OUTLIERS, answer.outliers().size()))) {
      shown.add(
          new Finding(
              each.code(),
              each.severity(),
              each.title(),
              each.why(),
              each.evidence(),
              each.next()));
    }
    if (shown.isEmpty()) {
      String text =
          answer.hosts() > 2
              ? "No host, interface or pair is worse than the others. What all have alike is not"
                  + " seen by comparing: see whether the healthy figures are what the links"
                  + " promise."
              : "The two directions are alike. With two hosts there is nothing else to compare"
                  + " with: see whether the figures are what the link promises.";
      return new Block.Note("Outliers", text);
    }
    int more = answer.outliers().size() - shown.size();
    return new Block.Findings(
        "Outliers, worst first" + (more > 0 ? " (" + more + " more in the JSON)" : ""), shown);
  }

  private static Block notJudged(PreflightAnswer answer) {
    List<List<String>> rows = new ArrayList<>();
    for (NotJudged each : answer.notJudged()) {
      if (rows.size() < MOST_OUTLIERS) {
        String peer = each.peer();
        String where = each.host().isEmpty() ? "all hosts" : each.host();
        rows.add(List.of(each.code(), peer == null ? where : where + " to " + peer, each.reason()));
      }
    }
    int more = answer.notJudged().size() - rows.size();
    return new Block.Table(
        "Not judged",
        List.of(Column.text("what it would be"), Column.text("where"), Column.text("why not")),
        rows,
        "measure again when the hosts have nothing else to do"
            + (more > 0 ? "; " + more + " more in the JSON" : ""));
  }

  private static Block scope(PreflightAnswer answer) {
    List<Figure> rows = new ArrayList<>();
    rows.add(new Figure("hosts", Integer.toString(answer.hosts()), ""));
    rows.add(new Figure("interfaces of each", Integer.toString(answer.interfaces()), ""));
    String all =
        answer.roundsDone() < answer.roundsAll()
            ? "of " + answer.roundsAll() + "; more with a larger --budget"
            : "all there are";
    rows.add(new Figure("rounds", Integer.toString(answer.roundsDone()), all));
    rows.add(
        new Figure("pairs", Integer.toString(answer.pairsMeasured()), "of " + answer.pairsAll()));
    rows.add(
        new Figure(
            "each transfer",
            Say.three(answer.durationS()) + " s",
            answer.streams() + (answer.streams() == 1 ? " stream" : " streams")));
    return new Block.Figures("What was measured", rows);
  }

  private static Block healthy(PreflightAnswer answer) {
    List<List<String>> rows = new ArrayList<>();
    for (Healthy each : answer.healthy()) {
      rows.add(
          List.of(
              each.figure(),
              say(each, each.median()),
              say(each, each.lowest()),
              say(each, each.highest()),
              Integer.toString(each.count())));
    }
    return new Block.Table(
        "Healthy figures",
        List.of(
            Column.text("figure"),
            Column.number("median"),
            Column.number("lowest"),
            Column.number("highest"),
            Column.number("of")),
        rows,
        "rates over paths that are not slow and lose nothing; round trips over all pairs, of 8"
            + " bytes");
  }

  private static String say(Healthy figure, double value) {
    return switch (figure.unit()) {
      case "us" -> Say.micros(value);
      case "share" -> Say.percent(value);
      case "loops_per_s" -> Say.three(value / 1e6) + " M/s";
      default -> figure.figure().startsWith("memory") ? Say.bytesPerS(value) : Say.rate(value);
    };
  }

  private static Block hosts(PreflightAnswer answer) {
    List<List<String>> rows = new ArrayList<>();
    for (HostRow host : answer.hostRows()) {
      for (InterfaceRow port : host.interfaces()) {
        if (rows.size() < MOST_HOSTS) {
          rows.add(row(host, port));
        }
      }
    }
    int more = answer.hostRows().size() - rows.size();
    return new Block.Table(
        "Hosts",
        List.of(
            Column.text("host"),
            Column.text("interface"),
            Column.number("MTU"),
            Column.number("link Mbit/s"),
            Column.number("loop M/s"),
            Column.number("copy GB/s"),
            Column.number("clock"),
            Column.number("sent again"),
            Column.number("errors"),
            Column.number("drops")),
        rows,
        "link: as the driver says; clock: against the median of the partners; sent again: segments"
            + " while it was measured"
            + (more > 0 ? "; more hosts in the JSON" : ""));
  }

  private static List<String> row(HostRow host, InterfaceRow port) {
    Double loops = host.loopsPerS();
    Double copy = host.copyBytesPerS();
    Double clock = host.clockOffsetUs();
    return List.of(
        host.name(),
        port.name(),
        Integer.toString(port.mtuBytes()),
        port.speedMbitPerS() == 0 ? "-" : Long.toString(port.speedMbitPerS()),
        loops == null ? "-" : Say.three(loops / 1e6),
        copy == null ? "-" : Say.three(copy / 1e9),
        clock == null ? "-" : Say.micros(clock),
        Long.toString(host.segmentsRetransmitted()),
        Long.toString(port.errors()),
        Long.toString(port.dropped()));
  }

  private static Block halves(PreflightAnswer answer) {
    List<List<String>> rows = new ArrayList<>();
    for (PreflightAnswer.Halves each : answer.halves()) {
      Double share = each.share();
      rows.add(
          List.of(
              each.number() + " " + each.direction(),
              Say.rate(each.bytesPerS()),
              share == null ? "-" : Say.percent(share)));
    }
    return new Block.Table(
        "Halves that send to each other",
        List.of(Column.text("split"), Column.number("together"), Column.number("of the pairs'")),
        rows,
        "all of one half send at once; of the pairs': share of what the same pairs reached in"
            + " rounds");
  }
}
