package io.busbar.design;

import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Block.Figures;
import io.busbar.base.report.Block.Table;
import io.busbar.design.answer.CostAnswer;
import io.busbar.design.answer.CostAnswer.Budget;
import io.busbar.design.answer.CostAnswer.Line;
import io.busbar.design.input.Assumption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a design costs, as blocks. Stateless. */
final class CostBlocks {
  private CostBlocks() {}

  static List<Block> of(CostAnswer c) {
    List<Block> blocks = new ArrayList<>();
    if (c.budget() != null) {
      blocks.add(budget(c.budget()));
    }
    blocks.add(bill(c));
    blocks.add(sums(c));
    return blocks;
  }

  private static Figures budget(Budget b) {
    return new Figures(
        "What the budget buys",
        List.of(
            new Figure("budget", money(b.usd()), money(b.leftUsd()) + " left"),
            new Figure(
                "GPUs",
                DesignReport.count(b.gpus()),
                DesignReport.count(b.gpusAtHighPrices())
                    + " at high prices, "
                    + DesignReport.count(b.gpusAtLowPrices())
                    + " at low"),
            new Figure(
                "network's share",
                Share.print(b.networkShare()),
                "switches, cables, NICs, their installation, spares and bring-up")));
  }

  private static Table bill(CostAnswer c) {
    List<List<String>> rows = new ArrayList<>();
    c.capital().forEach(line -> rows.add(row(line, "")));
    c.yearly().forEach(line -> rows.add(row(line, " a year")));
    return new Table(
        "The bill",
        List.of(
            Column.text("item"),
            Column.number("count"),
            Column.text("of"),
            Column.number("low"),
            Column.number("likely"),
            Column.number("high")),
        rows,
        "US dollars; every price is a range, see the assumptions; storage servers and the building"
            + " are not in it");
  }

  private static List<String> row(Line line, String period) {
    return List.of(
        line.item() + period,
        line.unit().isEmpty() ? "" : String.format(Locale.ROOT, "%,.0f", line.count()),
        line.unit(),
        money(line.lowUsd()),
        money(line.likelyUsd()),
        money(line.highUsd()));
  }

  private static Figures sums(CostAnswer c) {
    List<Figure> rows = new ArrayList<>();
    rows.add(
        new Figure(
            "bought",
            money(c.capexUsd()),
            Share.print(c.networkShare()) + " of that for the compute network"));
    rows.add(new Figure("paid a year", money(c.opexUsdPerYear()), "power, support, people"));
    rows.add(
        new Figure(
            "total",
            money(c.totalUsd()),
            String.format(
                Locale.ROOT,
                "over %s years; %s to %s",
                DesignReport.plain(c.years()),
                money(c.totalLowUsd()),
                money(c.totalHighUsd()))));
    rows.add(
        new Figure(
            "per GPU",
            money(c.perGpuUsd()),
            money(c.networkPerGpuUsd()) + " of it switches and cables"));
    rows.add(
        new Figure(
            "per useful GPU-hour",
            Money.ofDollars(c.perDeliveredGpuHourUsd()).toString(),
            "time that does not wait for the network"));
    if (c.perTrillionTokensUsd() != null) {
      rows.add(new Figure("per 10^12 tokens", money(c.perTrillionTokensUsd()), "of the plan"));
    }
    rows.add(
        new Figure(
            "a point of efficiency",
            money(c.pointUsdPerYear()),
            "a year, for one percentage point of scaling efficiency"));
    return new Figures("What it comes to", rows);
  }

  static Table assumed(CostAnswer c) {
    List<List<String>> rows = new ArrayList<>();
    for (Assumption a : c.assumed()) {
      rows.add(
          List.of(
              a.words(),
              number(a.low()),
              number(a.likely()),
              number(a.high()),
              a.unit(),
              a.quality().mark().isEmpty() ? "sourced" : a.quality().mark(),
              about(a)));
    }
    return new Table(
        "Every assumption",
        List.of(
            Column.text("figure"),
            Column.number("low"),
            Column.number("likely"),
            Column.number("high"),
            Column.text("unit"),
            Column.text("quality"),
            Column.text("from")),
        rows,
        "--prices FILE replaces any of them");
  }

  private static String about(Assumption a) {
    List<String> parts = new ArrayList<>();
    for (String part : List.of(a.date(), a.source(), a.note())) {
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    return String.join("; ", parts);
  }

  static String money(double dollars) {
    double size = Math.abs(dollars);
    return size >= 1e9
        ? String.format(Locale.ROOT, "$%.3fB", dollars / 1e9)
        : size >= 1e6
            ? String.format(Locale.ROOT, "$%.2fM", dollars / 1e6)
            : Money.ofDollars(dollars).toString();
  }

  static String number(double value) {
    return Math.abs(value) >= 1000
        ? String.format(Locale.ROOT, "%,.0f", value)
        : new java.math.BigDecimal(value)
            .round(new java.math.MathContext(4))
            .stripTrailingZeros()
            .toPlainString();
  }
}
