package io.busbar.design;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Block.Figures;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Report;
import io.busbar.design.answer.GridAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A grid in blocks. Stateless. */
public final class GridReport {
  public static final String SCHEMA = "busbar/design-grid/1";

  private GridReport() {}

  /** The report of a grid. */
  public static Report of(GridAnswer a) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(fabric(a));
    blocks.add(ability(a));
    GridAnswer.Money cables = a.cablesUsd();
    if (cables != null) {
      String value = String.format(Locale.ROOT, "$%,.0f", cables.likely());
      String range = String.format(Locale.ROOT, "$%,.0f to $%,.0f", cables.low(), cables.high());
      blocks.add(new Figures("Cost", List.of(new Figure("cables and optics", value, range))));
    }
    if (!a.assumptions().isEmpty()) {
      blocks.add(new Note("Assumed", String.join("; ", a.assumptions())));
    }
    String sizes = a.sizes().stream().map(String::valueOf).collect(Collectors.joining(" x "));
    String title =
        String.format(Locale.ROOT, "%s of %s: %,d chips", a.topology(), sizes, a.chips());
    return new Report(SCHEMA, title, a, blocks);
  }

  private static Figures fabric(GridAnswer a) {
    List<Figure> rows = new ArrayList<>();
    String rate = new Bandwidth(a.linkBytesPerS()).inBits();
    rows.add(
        new Figure("chips", count(a.chips()), a.portsPerChip() + " links of " + rate + " each"));
    rows.add(new Figure("links", count(a.links()), "between chips, cables counted singly"));
    GridAnswer.Optics optics = a.optics();
    if (optics != null) {
      rows.add(
          new Figure(
              "electrical links",
              count(a.electricalLinks() == null ? 0 : a.electricalLinks()),
              String.format(
                  Locale.ROOT, "inside %,d blocks of side %d", optics.blocks(), optics.side())));
      rows.add(
          new Figure(
              "optical links",
              count(optics.links()),
              count(optics.fibres()) + " fibres to switches: between blocks, and round"));
      rows.add(
          new Figure(
              "optical switches",
              count(optics.switches()),
              "circuits, of "
                  + optics.portsPerSwitch()
                  + " ports; they can be set anew for a job"));
    }
    return new Figures("The fabric", rows);
  }

  private static Figures ability(GridAnswer a) {
    return new Figures(
        "What it can do",
        List.of(
            new Figure(
                "bisection",
                rate(a.bisectionBytesPerS()),
                count(a.bisectionLinks()) + " links in the narrowest cut, one direction"),
            new Figure(
                "all-reduce",
                rate(a.allReduceBusbwBytesPerS()),
                "busbw at most: every link of a chip busy, rings by dimension"),
            new Figure(
                "all-to-all",
                rate(a.allToAllBytesPerS()),
                "sent by each chip at most: the busiest links are full"),
            new Figure(
                "farthest",
                a.diameterLinks() + " links",
                String.format(Locale.ROOT, "%.2f on average", a.meanLinks()))));
  }

  private static String rate(double bytesPerSecond) {
    return new Bandwidth(bytesPerSecond).toString();
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
