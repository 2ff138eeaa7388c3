package io.busbar.runtime.tuning;

import io.busbar.base.file.UserFile;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.call.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which route {@code auto} takes, by operation, group and size, as {@code busbar perf --tune} has
 * measured it; where the table says nothing the start values hold. A group takes the table of its
 * rank 0. Immutable.
 */
public final class Tuning {
  /** No table: start values everywhere. */
  public static final Tuning NONE = new Tuning(List.of());

  /** Size without a bound. */
  public static final long REST = Long.MAX_VALUE;

  /** Most rows; the table of a group has to fit into one message of its bootstrap. */
  public static final int MOST_ROWS = 1000;

  private static final int MOST_BYTES = 1 << 20;

  private final List<Row> rows;

  /**
   * The route of sizes that no row before it covers.
   *
   * @param op what is done
   * @param group by whom
   * @param upToBytes last size as {@link CollectiveOp} counts it, or {@link #REST}
   * @param route what is done
   * @param links what is done instead when memory is not visible to all ranks; a schedule
   */
  public record Row(CollectiveOp op, Group group, long upToBytes, Route route, Route links) {}

  /**
   * A table of rows, which are sorted.
   *
   * @param rows in any order
   * @throws IllegalArgumentException when there are more than {@link #MOST_ROWS}
   */
  public Tuning(List<Row> rows) {
    if (rows.size() > MOST_ROWS) {
      throw new IllegalArgumentException(rows.size() + " rows; expected at most " + MOST_ROWS);
    }
    List<Row> sorted = new ArrayList<>(rows);
    sorted.sort(
        Comparator.comparing(Row::op)
            .thenComparing(row -> Group.TRANSPORTS.indexOf(row.group().transport()))
            .thenComparing(row -> row.group().hosts())
            .thenComparing(row -> row.group().ranks())
            .thenComparing(Row::upToBytes));
    this.rows = List.copyOf(sorted);
  }

  /**
   * Reads a table.
   *
   * @param file which {@code busbar perf --tune} wrote
   * @return the table
   * @throws io.busbar.base.problem.InputException with everything that is wrong with it
   * @throws UncheckedIOException when it cannot be read
   */
  public static Tuning read(Path file) {
    try (InputStream in = UserFile.open(file, MOST_BYTES + 1L)) {
      byte[] bytes = in.readNBytes(MOST_BYTES);
      return new TuningText(file.toString()).read(bytes, in.read() >= 0);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + file, e);
    }
  }

  /**
   * Reads a table from its text.
   *
   * @param source for messages
   * @param text what {@link #text} gave
   * @return the table
   * @throws io.busbar.base.problem.InputException with everything that is wrong with it
   */
  public static Tuning parse(String source, String text) {
    return new TuningText(source).read(text);
  }

  /** {@return all rows, by operation, group and size} */
  public List<Row> rows() {
    return rows;
  }

  /**
   * Finds the row of a size.
   *
   * @param op what is done
   * @param group by whom
   * @param bytes as {@link CollectiveOp} counts them
   * @return the row; null when the table says nothing
   */
  public @Nullable Row find(CollectiveOp op, Group group, long bytes) {
    for (Row row : rows) {
      if (row.op() == op && bytes <= row.upToBytes() && row.group().equals(group)) {
        return row;
      }
    }
    return null;
  }

  /**
   * The rows that a group and its parts may need.
   *
   * @param transport as {@link Group} names it
   * @param ranks of the group
   * @return a smaller table
   */
  public Tuning of(String transport, int ranks) {
    return new Tuning(
        rows.stream()
            .filter(row -> row.group().transport().equals(transport))
            .filter(row -> row.group().ranks() <= ranks)
            .toList());
  }

  /**
   * The same with new rows in place of those of the same operations and groups.
   *
   * @param fresh measured later
   * @return another table
   */
  public Tuning with(List<Row> fresh) {
    List<Row> all = new ArrayList<>(fresh);
    for (Row row : rows) {
      if (fresh.stream().noneMatch(f -> f.op() == row.op() && f.group().equals(row.group()))) {
        all.add(row);
      }
    }
    return new Tuning(all);
  }

  /**
   * The table as a file.
   *
   * @param comment a line about where it comes from; may be empty
   * @return lines, which {@link #read} takes
   */
  public String text(String comment) {
    return TuningText.write(this, comment);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Tuning that && rows.equals(that.rows);
  }

  @Override
  public int hashCode() {
    return rows.hashCode();
  }
}
