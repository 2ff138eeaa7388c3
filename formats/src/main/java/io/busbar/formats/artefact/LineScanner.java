package io.busbar.formats.artefact;

import io.busbar.formats.lines.ByteLines;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Leads the lines of files to the readers that want them. Holds no file; one line is in memory at a
 * time. Immutable: every scan makes its own readers.
 */
public final class LineScanner {
  /** Of a longer line only this much is looked at. */
  public static final int MAX_LINE_BYTES = 1 << 16;

  /** Breakdowns over one file after which a reader sees no more of it. */
  private static final int MAX_FAULTS = 10;

  private final List<Supplier<? extends LineReader>> makers;
  private final KeywordMachine machine;

  /**
   * @param makers make a reader for a file
   */
  public LineScanner(List<Supplier<? extends LineReader>> makers) {
    this.makers = List.copyOf(makers);
    this.machine = new KeywordMachine(makers.stream().map(m -> m.get().keywords()).toList());
  }

  /**
   * What a file held.
   *
   * @param lines how many it has
   * @param kinds of the readers that took something, those that took most first
   */
  public record Summary(int lines, List<String> kinds) {}

  /** Reads a stream to its end; it is not closed. */
  public Summary scan(String file, InputStream in, Found found) throws IOException {
    return scan(file, in, found, LineFilter.ALL);
  }

  /**
   * Reads a stream to its end; it is not closed.
   *
   * @param filter asked about the lines that a reader wants
   */
  public Summary scan(String file, InputStream in, Found found, LineFilter filter)
      throws IOException {
    ByteLines lines = new ByteLines(in, MAX_LINE_BYTES);
    Line line = new Line(file, lines);
    LineReader[] readers = new LineReader[makers.size()];
    Arrays.setAll(readers, i -> makers.get(i).get());
    Tally tally = new Tally(found, readers.length);
    boolean[] open = new boolean[readers.length];
    long[] hits = machine.emptySet();
    Shapes shapes = new Shapes(readers.length);
    boolean anyOpen = false;
    while (lines.next()) {
      int shape = anyOpen ? -1 : shapes.slot(lines.array(), lines.from(), lines.length());
      if (shape >= 0 && shapes.quiet(shape)) {
        continue;
      }
      Arrays.fill(hits, 0);
      boolean any = machine.scan(lines.bytes(), lines.length(), hits);
      if (shape >= 0) {
        shapes.looked(shape, hits[0]);
        hits[0] &= ~shapes.skipped(shape);
        any = hits[0] != 0;
      }
      if (!any && !anyOpen) {
        continue;
      }
      line.moved();
      if (!filter.keeps(line)) {
        continue;
      }
      anyOpen = false;
      for (int i = 0; i < readers.length; i++) {
        if (open[i] || (hits[i >> 6] >>> i & 1) != 0) {
          tally.reader = i;
          int before = tally.counts[i];
          open[i] = read(readers[i], line, tally);
          anyOpen |= open[i];
          if (shape >= 0) {
            shapes.told(shape, i, open[i] || tally.counts[i] > before, readers[i].enough());
          }
        }
      }
    }
    for (int i = 0; i < readers.length; i++) {
      tally.reader = i;
      end(readers[i], new Place(file, lines.number(), ""), tally);
    }
    return new Summary(lines.number(), tally.kinds(readers));
  }

  /** A line that a reader stumbles over must not cost what others find, nor the other files. */
  private static boolean read(LineReader reader, Line line, Tally tally) {
    if (tally.broken()) {
      return false;
    }
    try {
      return reader.read(line, tally);
    } catch (NumberFormatException | IndexOutOfBoundsException | DateTimeException e) {
      tally.warn(line.place(), "not understood as " + reader.kind() + ": " + e.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      tally.broke(reader, line.place(), e);
    }
    return false;
  }

  private static void end(LineReader reader, Place at, Tally tally) {
    try {
      reader.end(tally);
    } catch (RuntimeException | StackOverflowError e) {
      tally.broke(reader, at, e);
    }
  }

  /** Counts per reader what passes. */
  private static final class Tally implements Found {
    private final Found to;
    private final int[] counts;
    private final int[] faults;
    private int reader;

    Tally(Found to, int readers) {
      this.to = to;
      this.counts = new int[readers];
      this.faults = new int[readers];
    }

    /** Whether the reader broke down so often that it is left out for the rest of the file. */
    boolean broken() {
      return faults[reader] >= MAX_FAULTS;
    }

    void broke(LineReader broken, Place at, Throwable why) {
      faults[reader]++;
      String name = broken.kind().isEmpty() ? broken.getClass().getSimpleName() : broken.kind();
      to.add(ReaderFault.of(name, at, why));
    }

    @Override
    public void add(Entry entry) {
      counts[reader]++;
      to.add(entry);
    }

    @Override
    public void warn(Place at, String message) {
      to.warn(at, message);
    }

    List<String> kinds(LineReader[] readers) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < readers.length; i++) {
        if (counts[i] > 0 && !readers[i].kind().isEmpty()) {
          order.add(i);
        }
      }
      order.sort((a, b) -> Integer.compare(counts[b], counts[a]));
      return order.stream().map(i -> readers[i].kind()).toList();
    }
  }
}
