package io.busbar.app.algo;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Shape;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Contract;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.verify.Holdings;
import java.util.ArrayList;
import java.util.List;

/** Who holds what after each round of a schedule, as a table of letters and as a drawing. */
final class HoldingsPicture {
  private static final int MOST_CHUNKS = 16;
  private static final int MOST_COLUMNS = 84;
  private static final int MOST_ROUNDS = 24;
  private static final int MOST_WIDTH = 960;
  private static final int CELL = 14;
  private static final int GAP = 34;
  private static final int MOST_RANKS_DRAWN = 16;

  private final Schedule schedule;
  private final Holdings holdings;
  private final Contract contract;
  private final int first;
  private final int chunks;
  private final List<Integer> rounds = new ArrayList<>();

  private HoldingsPicture(Schedule schedule, int slots) {
    this.schedule = schedule;
    holdings = Holdings.of(schedule, 0, slots);
    contract = schedule.contract();
    boolean apart =
        schedule.op() == CollectiveOp.ALL_TO_ALL || schedule.op() == CollectiveOp.SEND_RECEIVE;
    first = apart ? schedule.chunks() : 0;
    chunks = Math.min(MOST_CHUNKS, schedule.chunks());
    int all = holdings.rounds() + 1;
    int shown = Math.min(all, MOST_ROUNDS);
    for (int i = 0; i < shown; i++) {
      rounds.add(shown == 1 ? 0 : (int) ((long) i * (all - 1) / (shown - 1)));
    }
  }

  /**
   * The table and the drawing.
   *
   * @param slots as in the proof
   */
  static List<Block> of(Schedule schedule, int slots) {
    if (schedule.ranks() > Holdings.MOST_RANKS) {
      String text = "It is drawn for up to " + Holdings.MOST_RANKS + " ranks.";
      return List.of(new Block.Note("Who holds what", text));
    }
    HoldingsPicture picture = new HoldingsPicture(schedule, slots);
    return List.of(picture.table(), picture.drawing());
  }

  private Block table() {
    int shown = Math.clamp(MOST_COLUMNS / (chunks + 2), 1, schedule.ranks());
    List<Column> columns = new ArrayList<>();
    columns.add(Column.number("round"));
    for (int rank = 0; rank < shown; rank++) {
      columns.add(Column.text("rank " + rank));
    }
    List<List<String>> rows = new ArrayList<>();
    for (int round : rounds) {
      Holdings.Frame frame = holdings.after(round);
      List<String> row = new ArrayList<>();
      row.add(Integer.toString(round));
      for (int rank = 0; rank < shown; rank++) {
        StringBuilder text = new StringBuilder();
        for (int chunk = 0; chunk < chunks; chunk++) {
          text.append(letter(frame, rank, first + chunk));
        }
        row.add(text.toString());
      }
      rows.add(row);
    }
    return new Block.Table(title(), columns, rows, note(shown));
  }

  private String title() {
    return "Who holds what after each round of messages";
  }

  private String note(int shown) {
    String cut =
        (shown < schedule.ranks() ? "; ranks 0 to " + (shown - 1) + " of " + schedule.ranks() : "")
            + (chunks < schedule.chunks()
                ? "; chunks 0 to " + (chunks - 1) + " of " + schedule.chunks()
                : "")
            + (rounds.size() <= holdings.rounds()
                ? "; " + rounds.size() + " of " + (holdings.rounds() + 1) + " rounds"
                : "");
    return "A letter for each chunk: . nothing, 1 to 9 and + that many ranks are in it, # as it"
        + " must be at the end"
        + cut
        + ".";
  }

  private char letter(Holdings.Frame frame, int rank, int position) {
    int in = Long.bitCount(frame.contributors(rank, position));
    if (in == 0) {
      return '.';
    }
    return done(frame, rank, position) ? '#' : in > 9 ? '+' : (char) ('0' + in);
  }

  private boolean done(Holdings.Frame frame, int rank, int position) {
    int wanted = contract.outputBlock(rank, position);
    if (wanted == Contract.NOTHING || frame.block(rank, position) != wanted) {
      return false;
    }
    int by = contract.contributor(rank, position);
    long all = schedule.ranks() == 64 ? -1L : (1L << schedule.ranks()) - 1;
    return frame.contributors(rank, position) == (by == Contract.ALL ? all : 1L << by);
  }

  private Block drawing() {
    List<Shape> shapes = new ArrayList<>();
    int ranks = Math.min(MOST_RANKS_DRAWN, schedule.ranks());
    int width = chunks * CELL + GAP;
    int height = ranks * CELL + GAP;
    int inRow = Math.max(1, MOST_WIDTH / width);
    int row = 0;
    int column = 0;
    for (int round : rounds) {
      double x = 30 + (double) column * width;
      double y = 24 + (double) row * height;
      shapes.add(new Shape.Text(x, y - 6, "after round " + round, 11, "text"));
      panel(shapes, holdings.after(round), ranks, x, y, column == 0);
      column++;
      if (column == inRow) {
        column = 0;
        row++;
      }
    }
    int rows = Math.ceilDiv(rounds.size(), inRow);
    String caption =
        "A row for each rank, a column for each chunk, the number of ranks that are in it. Green:"
            + " as it must be at the end; orange: written in this round.";
    return new Block.Drawing(
        "Who holds what, drawn",
        30.0 + Math.min(inRow, rounds.size()) * width,
        24.0 + rows * height,
        shapes,
        caption);
  }

  private void panel(
      List<Shape> shapes, Holdings.Frame frame, int ranks, double x, double y, boolean named) {
    for (int rank = 0; rank < ranks; rank++) {
      if (named) {
        shapes.add(new Shape.Text(x - 26, y + rank * CELL + 11, "" + rank, 9, "muted"));
      }
      for (int chunk = 0; chunk < chunks; chunk++) {
        int position = first + chunk;
        int in = Long.bitCount(frame.contributors(rank, position));
        boolean done = done(frame, rank, position);
        String kind =
            in == 0 ? "reserve" : done ? "fine" : frame.fresh(rank, position) ? "dp" : "muted";
        String label = in == 0 ? "" : Integer.toString(in);
        shapes.add(
            new Shape.Box(x + chunk * CELL, y + rank * CELL, CELL - 1.0, CELL - 1.0, label, kind));
      }
    }
  }
}
