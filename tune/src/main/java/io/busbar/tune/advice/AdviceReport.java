package io.busbar.tune.advice;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Block.Figures;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Report;
import io.busbar.tune.roce.FabricSide;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Advice as blocks. Stateless. */
public final class AdviceReport {
  public static final String SCHEMA = "busbar/tune/1";

  private static final double GIGA = 1e9;

  private AdviceReport() {}

  public static Report of(Recommendation answer) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Note("", summary(answer)));
    for (Advice advice : answer.settings()) {
      blocks.add(setting(advice));
    }
    blocks.add(resources(answer.resources()));
    FabricSide fabric = answer.fabric();
    if (fabric != null) {
      blocks.add(fabricFigures(fabric));
      blocks.addAll(commands(fabric));
    }
    blocks.add(leftUnset(answer.leftUnset()));
    blocks.add(tests(answer.tests()));
    if (!answer.notes().isEmpty()) {
      blocks.add(new Note("To know", String.join(" ", answer.notes())));
    }
    return new Report(SCHEMA, "NCCL settings for " + answer.cluster(), answer, blocks);
  }

  private static String summary(Recommendation a) {
    String version =
        a.ncclVersion() + (a.ncclVersionAssumed() ? " (assumed; --nccl names another)" : "");
    String groups =
        a.communicators().stream()
            .map(g -> g.name() + " (" + g.ranks() + " GPUs)")
            .collect(Collectors.joining(", "));
    int count = a.settings().size();
    String verdict =
        count == 0
            ? "Set nothing by hand" + (a.notes().isEmpty() ? "." : "; see 'To know'.")
            : "Set " + count + (count == 1 ? " variable." : " variables.");
    return verdict
        + " Network: "
        + a.network()
        + ". NCCL "
        + version
        + ". Effects are predicted for: "
        + groups
        + ".";
  }

  private static Figures setting(Advice advice) {
    return new Figures(
        advice.assignment(),
        List.of(
            new Figure("why", advice.why(), ""),
            new Figure("effect", advice.effect(), ""),
            new Figure("evidence", advice.evidence(), ""),
            new Figure("verify", advice.verify(), "")));
  }

  private static Figures resources(Resources r) {
    List<Figure> rows = new ArrayList<>();
    String channels = r.channels() + " channels";
    String perNic = r.channelsPerNic() > 0 ? r.channelsPerNic() + " of them per NIC" : "";
    rows.add(new Figure("ring and tree", channels, perNic));
    if (r.queuePairsPerNic() > 0) {
      rows.add(
          new Figure(
              "queue pairs per NIC",
              Long.toString(r.queuePairsPerNic()),
              "channels x (ring 1 + tree 3) x 2 directions x pairs per connection"));
    }
    rows.add(
        new Figure(
            "channel buffers per GPU",
            DataSize.print(r.channelBufferBytes()),
            "channels x (ring 1 + tree 3) x (LL + LL128 + NCCL_BUFFSIZE)"));
    if (r.slotLimitBytesPerS() > 0) {
      rows.add(
          new Figure(
              "most of one channel",
              String.format(Locale.ROOT, "%.0f GB/s", r.slotLimitBytesPerS() / GIGA),
              "NCCL_BUFFSIZE over a round trip of 20 us: the buffer is no limit"));
    }
    return new Figures("What it takes, for the largest communicator", rows);
  }

  private static Figures fabricFigures(FabricSide f) {
    return new Figures(
        "Fabric",
        List.of(
            new Figure(
                "traffic class",
                f.trafficClass() + " = DSCP " + f.dscp(),
                "priority " + f.priority() + "; any class will do if NICs and switches agree"),
            new Figure(
                "PFC headroom",
                DataSize.print(f.pfcHeadroomBytes()),
                String.format(
                    Locale.ROOT,
                    "per port and lossless priority, %s and %.0f m of cable; a switch vendor's"
                        + " profile that is larger wins",
                    f.rate(),
                    f.cableMetres())),
            new Figure(
                "ECN",
                DataSize.print(f.ecnMinBytes()) + " to " + DataSize.print(f.ecnMaxBytes()),
                "marked up to "
                    + f.ecnMaxPercent()
                    + " %; a start: published values at 400 Gb/s are 0.8 to 5 MB, and Meta runs"
                    + " PFC alone")));
  }

  private static List<Block> commands(FabricSide f) {
    List<Block> blocks = new ArrayList<>();
    for (String where : List.of("nic", "switch")) {
      List<Figure> rows = new ArrayList<>();
      String assumed = "";
      for (FabricSide.FabricCommand c : f.commands()) {
        if (c.where().equals(where)) {
          rows.add(new Figure(c.purpose(), c.command(), ""));
          rows.add(new Figure("", "verify: " + c.verify(), ""));
          if (!c.assumes().equals(assumed)) {
            rows.add(new Figure("", "assumes: " + c.assumes(), ""));
          }
          assumed = c.assumes();
        }
      }
      blocks.add(
          new Figures(where.equals("nic") ? "On every host" : "On every switch (SONiC)", rows));
    }
    return blocks;
  }

  private static Figures leftUnset(List<LeftUnset> all) {
    List<Figure> rows = new ArrayList<>();
    for (LeftUnset one : all) {
      String tried = one.tried().isEmpty() ? "" : " " + one.tried() + ": " + one.effect() + ".";
      rows.add(new Figure(one.name(), one.why() + "." + tried, ""));
    }
    return new Figures("Left unset on purpose", rows);
  }

  private static Figures tests(List<Recommendation.Test> all) {
    List<Figure> rows = new ArrayList<>();
    for (Recommendation.Test test : all) {
      rows.add(new Figure(test.purpose(), test.command(), ""));
      rows.add(new Figure("", "expect: " + test.expect(), ""));
    }
    return new Figures("Verify", rows);
  }
}
