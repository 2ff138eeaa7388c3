package io.busbar.design;

import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Block.Table;
import io.busbar.design.answer.DecisionAnswer;
import io.busbar.design.answer.DecisionAnswer.Deciding;
import io.busbar.design.answer.DecisionAnswer.DecisionRow;
import io.busbar.design.answer.DecisionAnswer.Flip;
import io.busbar.design.answer.DecisionAnswer.Side;
import io.busbar.design.picture.Tornado;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A decision as blocks. Stateless. */
final class DecisionBlocks {
  private DecisionBlocks() {}

  /** What comes first: the decision, both sides, what would turn it. */
  static List<Block> answer(DecisionAnswer d) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Note(
            "Decision",
            d.decision()
                + String.format(
                    Locale.ROOT, " (%,d draws of every range, seed %d).", d.draws(), d.seed())));
    blocks.add(sides(d));
    blocks.add(flips(d.flips()));
    return blocks;
  }

  /** What it stands on. */
  static List<Block> reasons(DecisionAnswer d) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(deciding(d.deciding()));
    blocks.add(Tornado.of(d.sensitivity()));
    blocks.add(swings(d));
    blocks.add(printed(d.dimensions()));
    blocks.add(ours(d.dimensions()));
    return blocks;
  }

  private static Table sides(DecisionAnswer d) {
    List<List<String>> rows = new ArrayList<>();
    for (Side s : d.candidates()) {
      rows.add(
          List.of(
              s.family(),
              DesignReport.count(s.switches()) + " " + s.switchModel(),
              CostBlocks.money(s.capexUsd()),
              CostBlocks.money(s.networkCapexUsd()),
              CostBlocks.money(s.totalUsd()),
              s.stepS() == null ? "-" : TimeSpan.print(s.stepS()),
              CostBlocks.money(s.perUnitUsd()),
              CostBlocks.money(s.perUnitP10Usd()) + " to " + CostBlocks.money(s.perUnitP90Usd())));
    }
    return new Table(
        "InfiniBand against RoCE",
        List.of(
            Column.text("family"),
            Column.text("switches"),
            Column.number("bought"),
            Column.number("network"),
            Column.number("total"),
            Column.number("step"),
            Column.number("per unit"),
            Column.text("8 of 10 draws")),
        rows,
        "unit: " + d.unit() + "; total over all years; likely values but for the last column");
  }

  private static Table flips(List<Flip> flips) {
    List<List<String>> rows = new ArrayList<>();
    for (Flip f : flips) {
      rows.add(
          List.of(
              f.input().replace('_', ' '),
              CostBlocks.number(f.now()),
              f.flipsAt() == null ? "never" : CostBlocks.number(f.flipsAt()),
              f.sentence()));
    }
    return new Table(
        "What would turn it",
        List.of(
            Column.text("input"),
            Column.number("now"),
            Column.number("turns at"),
            Column.text("which means")),
        rows,
        "one input at a time, all others likely");
  }

  private static Note deciding(List<Deciding> deciding) {
    List<String> lines = new ArrayList<>();
    for (Deciding d : deciding) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s: rank correlation %+.2f, a higher value favours %s",
              d.input().replace('_', ' '),
              d.rankCorrelation(),
              d.rankCorrelation() > 0 ? "RoCE" : "InfiniBand"));
    }
    return new Note("Deciding inputs", String.join("\n", lines));
  }

  private static Table swings(DecisionAnswer d) {
    List<List<String>> rows = new ArrayList<>();
    d.sensitivity()
        .forEach(s ->
            rows.add(
                List.of(
                    s.input().replace('_', ' '), Share.print(s.atLow()), Share.print(s.atHigh()))));
    return new Table(
        "InfiniBand's cost over RoCE's, one input moved",
        List.of(Column.text("input"), Column.number("at low"), Column.number("at high")),
        rows,
        "per unit, minus 1: below zero InfiniBand is cheaper");
  }

  private static Table printed(List<DecisionRow> dimensions) {
    List<List<String>> rows = new ArrayList<>();
    for (DecisionRow r : dimensions) {
      rows.add(List.of(r.dimension(), r.textbookIb(), r.textbookRoce(), r.textbookWinner()));
    }
    return table("Ten dimensions, as a textbook prints them", rows, "winner");
  }

  private static Table ours(List<DecisionRow> dimensions) {
    List<List<String>> rows = new ArrayList<>();
    for (DecisionRow r : dimensions) {
      rows.add(List.of(r.dimension(), r.ib(), r.roce(), r.winner() + ": " + r.why()));
    }
    return table("The same, ours", rows, "winner, and why");
  }

  private static Table table(String title, List<List<String>> rows, String last) {
    return new Table(
        title,
        List.of(
            Column.text("dimension"),
            Column.text("InfiniBand"),
            Column.text("RoCE"),
            Column.text(last)),
        rows,
        "");
  }
}
