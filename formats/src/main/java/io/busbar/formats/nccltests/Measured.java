package io.busbar.formats.nccltests;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import io.busbar.formats.nccltests.NcclTestsTable.Half;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.util.Comparator;
import java.util.Optional;

/**
 * A table of nccl-tests with its lines.
 *
 * @param lines of the file, to quote from
 */
public record Measured(NcclTestsTable table, Place at, TextLines lines) implements Entry {
  /** The better bus bandwidth of a row, 10⁹ bytes per second; 0 when it was not measured. */
  public static double busbw(Row row) {
    return Math.max(busbw(row.outOfPlace()), busbw(row.inPlace()));
  }

  private static double busbw(Half half) {
    return half.busbwGBps() > 0 ? half.busbwGBps() : 0;
  }

  /** The row with the best bus bandwidth. */
  public Optional<Row> peak() {
    return table.rows().stream().max(Comparator.comparingDouble(Measured::busbw));
  }

  /** The row as evidence. */
  public Place place(Row row) {
    return lines.place(row.line());
  }
}
