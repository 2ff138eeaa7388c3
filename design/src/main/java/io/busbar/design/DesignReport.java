package io.busbar.design;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.Share;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Block.Figures;
import io.busbar.base.report.Block.Findings;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Block.Table;
import io.busbar.base.report.Report;
import io.busbar.design.answer.DesignAnswer;
import io.busbar.design.site.CableRun;
import io.busbar.design.site.FailureDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A design in blocks, in the order in which people ask. Stateless. */
public final class DesignReport {
  public static final String SCHEMA = "busbar/design/1";

  private DesignReport() {}

  /** The report of a design. */
  public static Report of(Designed designed) {
    DesignAnswer a = designed.answer();
    List<Block> blocks = new ArrayList<>();
    if (a.decision() != null) {
      blocks.addAll(DecisionBlocks.answer(a.decision()));
    }
    blocks.add(fabric(a));
    blocks.add(designed.picture());
    blocks.add(ability(a));
    blocks.add(cables(a));
    blocks.add(failures(a));
    blocks.add(site(a));
    blocks.add(growth(a));
    if (a.job() != null) {
      blocks.addAll(JobBlocks.of(a.job()));
    }
    if (!a.collisions().isEmpty()) {
      blocks.addAll(JobBlocks.hashing(a.collisions(), a.traffic()));
    }
    if (a.cost() != null) {
      blocks.addAll(CostBlocks.of(a.cost()));
    }
    if (a.decision() != null) {
      blocks.addAll(DecisionBlocks.reasons(a.decision()));
    }
    if (a.cost() != null) {
      blocks.add(CostBlocks.assumed(a.cost()));
    }
    if (!a.findings().isEmpty()) {
      blocks.add(new Findings("What to know", a.findings()));
    }
    blocks.add(new Note("Extra, not counted above", String.join("\n", a.extraFabrics())));
    if (!a.assumptions().isEmpty()) {
      blocks.add(new Note("Assumed", String.join("; ", a.assumptions())));
    }
    return new Report(SCHEMA, title(a), a, blocks);
  }

  private static String title(DesignAnswer a) {
    return String.format(
        Locale.ROOT,
        "%s of %,d GPUs: %,d %s on %s",
        a.topology(),
        a.gpus(),
        a.nodes(),
        a.node(),
        a.switchModel());
  }

  private static Figures fabric(DesignAnswer a) {
    List<Figure> rows = new ArrayList<>();
    rows.add(
        figure(
            "switches",
            count(a.leafSwitches() + a.spineSwitches() + a.coreSwitches()),
            a.switchModel().equals(a.spineSwitchModel())
                ? a.switchModel()
                : a.switchModel() + ", above the leaves " + a.spineSwitchModel()));
    DesignAnswer.PortUse p = a.ports();
    rows.add(
        figure(
            "leaves",
            count(a.leafSwitches()),
            p.leafDown()
                + " ports down, "
                + p.leafUp()
                + " links up of "
                + p.leafRadix()
                + " ports"));
    if (a.tiers() > 1) {
      rows.add(
          figure(
              "spines",
              count(a.spineSwitches()),
              p.spineDown() + " links down, " + p.spineUp() + " up of " + p.spineRadix()));
    }
    if (a.coreSwitches() > 0) {
      rows.add(figure("cores", count(a.coreSwitches()), count(p.coreLeft()) + " ports left"));
    }
    rows.add(
        figure(
            "units",
            count(a.units()),
            String.format(
                Locale.ROOT,
                "of %s nodes and %d %s each",
                plain(a.nodesPerUnit()),
                a.rails() * a.planes(),
                a.rails() * a.planes() == 1 ? "leaf" : "leaves")));
    rows.add(figure("tiers", "" + a.tiers(), a.rails() + " rails, " + planes(a)));
    rows.add(
        figure(
            "ports left",
            count(p.leafLeft() + p.spineLeft() + p.coreLeft()),
            count(p.leafLeft())
                + " on leaves, "
                + count(p.spineLeft())
                + " on spines, "
                + count(p.coreLeft())
                + " on cores"));
    return new Figures("The fabric", rows);
  }

  private static String planes(DesignAnswer a) {
    return a.planes() == 1 ? "one plane" : a.planes() + " planes";
  }

  private static Figures ability(DesignAnswer a) {
    return new Figures(
        "What it can do",
        List.of(
            figure("injection", rate(a.injectionBytesPerS()), "all NIC ports, one direction"),
            figure(
                "bisection",
                rate(a.bisectionBytesPerS()),
                Share.print(a.bisectionShare()) + " of what half of the nodes send"),
            figure(
                "oversubscription",
                plain(a.leafOversubscription()) + ":1",
                "at the leaves; " + plain(a.spineOversubscription()) + ":1 at the spines"),
            figure(
                "farthest",
                a.diameterSwitches() + (a.diameterSwitches() == 1 ? " switch" : " switches"),
                count(a.paths()) + (a.paths() == 1 ? " shortest path" : " shortest paths"))));
  }

  private static Table cables(DesignAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (CableRun run : a.cables()) {
      rows.add(
          List.of(
              run.tier(),
              count(run.count()),
              plain(run.longestM()) + " m",
              "up to " + plain(run.reachM()) + " m",
              run.medium(),
              run.optic().isEmpty() ? "none in the catalogue" : run.optic()));
    }
    return new Table(
        "Cables",
        List.of(
            Column.text("tier"),
            Column.number("cables"),
            Column.number("longest"),
            Column.text("class"),
            Column.text("medium"),
            Column.text("module")),
        rows,
        "lengths are estimated from racks and rows, not from a floor plan");
  }

  private static Table failures(DesignAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (FailureDomain f : a.failureDomains()) {
      rows.add(
          List.of(
              f.part(),
              count(f.count()),
              count(f.gpus()),
              Share.print(f.lostShare()),
              rate(f.lostBytesPerS()),
              f.effect()));
    }
    return new Table(
        "What one broken part costs",
        List.of(
            Column.text("part"),
            Column.number("of"),
            Column.number("GPUs"),
            Column.number("lose"),
            Column.number("together"),
            Column.text("which means")),
        rows,
        "");
  }

  private static Figures site(DesignAnswer a) {
    DesignAnswer.Site s = a.site();
    return new Figures(
        "The hall",
        List.of(
            figure(
                "racks",
                count(s.nodeRacks() + s.switchRacks()),
                count(s.nodeRacks())
                    + " of "
                    + s.nodesPerRack()
                    + " nodes, "
                    + count(s.switchRacks())
                    + " of switches"),
            figure(
                "power",
                watts(s.nodeW() + s.switchW() + s.opticsW()),
                "nodes "
                    + watts(s.nodeW())
                    + ", switches "
                    + watts(s.switchW())
                    + ", optics "
                    + watts(s.opticsW())),
            figure("network share", Share.print(s.networkShare()), "NICs count to the nodes"),
            figure(
                "optical modules",
                count(s.opticalModules()),
                "one at each NIC port, at switches one for each cage in use")));
  }

  private static Figures growth(DesignAnswer a) {
    DesignAnswer.Growth g = a.growth();
    List<Figure> rows = new ArrayList<>();
    rows.add(
        figure("leaves have ports for", count(g.withoutSwitchesGpus()) + " GPUs", "as they are"));
    rows.add(
        figure(
            "with more leaves",
            count(g.withLeavesGpus()) + " GPUs",
            "no switch is added above, no cable moves"));
    if (g.laidOutForGpus() > a.gpus()) {
      rows.add(
          figure(
              "laid out for",
              count(g.laidOutForGpus()) + " GPUs",
              "add "
                  + count(g.addedLeaves())
                  + " leaves"
                  + (g.addedSpines() > 0
                      ? " and " + count(g.addedSpines()) + " spines in new pods"
                      : "")
                  + "; no cable moves"));
    }
    rows.add(
        figure(
            "largest",
            g.largestGpus() == 0 ? "over 16 million GPUs" : count(g.largestGpus()) + " GPUs",
            "of this topology with these switches, laid out anew"));
    return new Figures("Growth", rows);
  }

  private static Figure figure(String label, String value, String note) {
    return new Figure(label, value, note);
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String rate(double bytesPerSecond) {
    return new Bandwidth(bytesPerSecond).toString();
  }

  static String watts(double watts) {
    return watts >= 1e6
        ? String.format(Locale.ROOT, "%.2f MW", watts / 1e6)
        : String.format(Locale.ROOT, "%.1f kW", watts / 1e3);
  }

  /** Two decimals where they matter. */
  static String plain(double value) {
    return java.math.BigDecimal.valueOf(value)
        .setScale(2, java.math.RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }
}
