package io.busbar.formats.sqlite;

import io.busbar.formats.sqlite.Row.Varint;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tables of a SQLite file, row by row. A page is read at most once per walk, so a file whose pages
 * point in a circle ends the walk. Tables without row numbers and changes in a write-ahead log are
 * not read. Not thread-safe.
 */
public final class SqliteFile {
  private static final int MAX_DEPTH = 24;
  private static final int MAX_ROW_BYTES = 16 << 20;
  private static final int MAX_TABLES = 10_000;
  private static final int LEAF = 0x0d;
  private static final int INTERIOR = 0x05;
  private static final int FILE_HEADER = 100;

  private final Pages pages;
  private final Map<String, Table> tables = new LinkedHashMap<>();

  private record Table(long root, List<String> columns, int rowidColumn) {}

  /** Takes rows. */
  public interface Visitor {
    void row(Row row);
  }

  private SqliteFile(Pages pages) {
    this.pages = pages;
  }

  /** Whether the bytes begin as a SQLite file does. */
  public static boolean looksLikeOne(byte[] head) {
    return Pages.looksLikeOne(head);
  }

  /**
   * Opens a file and reads what tables it has.
   *
   * @param channel read while the object is used, not closed by it
   */
  public static SqliteFile open(SeekableByteChannel channel) throws IOException, SqliteException {
    SqliteFile file = new SqliteFile(new Pages(channel));
    Row schema = new Row(new int[] {0, 1, 3, 4}, -1, file.pages.encoding);
    new Walk(
            file.pages,
            schema,
            row -> {
              if (row.text(0, 16).equals("table") && file.tables.size() < MAX_TABLES) {
                ColumnNames names = ColumnNames.of(row.text(3, 1 << 16));
                if (!names.withoutRowid()) {
                  file.tables.put(
                      row.text(1, 200).toLowerCase(Locale.ROOT),
                      new Table(row.integer(2), names.names(), names.rowidColumn()));
                }
              }
            })
        .page(1, 0);
    return file;
  }

  public boolean has(String table) {
    return tables.containsKey(table.toLowerCase(Locale.ROOT));
  }

  /**
   * Walks the rows of a table in the order of their numbers.
   *
   * @param columns that the visitor asks for by their place in this list; the file may lack some
   */
  public void rows(String table, List<String> columns, Visitor visitor)
      throws IOException, SqliteException {
    Table found = tables.get(table.toLowerCase(Locale.ROOT));
    if (found == null) {
      return;
    }
    int[] wanted =
        columns.stream()
            .mapToInt(c -> found.columns().indexOf(c.toLowerCase(Locale.ROOT)))
            .toArray();
    Row row = new Row(wanted, found.rowidColumn(), pages.encoding);
    new Walk(pages, row, visitor).page(found.root(), 0);
  }

  /** One walk over the pages of a table. */
  private static final class Walk {
    private final Pages pages;
    private final Row row;
    private final Visitor visitor;
    private final List<byte[]> levels = new ArrayList<>();
    private final byte[] overflow;
    private byte[] record = new byte[4096];
    private long visited;

    Walk(Pages pages, Row row, Visitor visitor) {
      this.pages = pages;
      this.row = row;
      this.visitor = visitor;
      overflow = new byte[pages.size];
    }

    void page(long number, int depth) throws IOException, SqliteException {
      if (depth == MAX_DEPTH || ++visited > pages.count) {
        throw new SqliteException("the pages of a table form no tree");
      }
      if (levels.size() == depth) {
        levels.add(new byte[pages.size]);
      }
      byte[] page = levels.get(depth);
      pages.read(number, page);
      int header = number == 1 ? FILE_HEADER : 0;
      int type = page[header];
      int cells = u2(page, header + 3);
      if (type != LEAF && type != INTERIOR) {
        throw new SqliteException("page " + number + " is of no table");
      }
      int pointers = header + (type == LEAF ? 8 : 12);
      for (int i = 0; i < cells; i++) {
        int cell = u2(page, within(pointers + 2 * i, 2));
        if (type == LEAF) {
          leaf(page, within(cell, 4));
        } else {
          page(u4(page, within(cell, 4)), depth + 1);
        }
      }
      if (type == INTERIOR) {
        page(u4(page, header + 8), depth + 1);
      }
    }

    private int within(int offset, int length) throws SqliteException {
      if (offset < 0 || offset + length > pages.size) {
        throw new SqliteException("a page points out of itself");
      }
      return offset;
    }

    private void leaf(byte[] page, int cell) throws IOException, SqliteException {
      Varint at = new Varint(page, pages.size);
      at.position = cell;
      long size = at.next();
      long rowid = at.next();
      if (size < 0 || size > MAX_ROW_BYTES) {
        throw new SqliteException("a row of " + size + " bytes");
      }
      int total = (int) size;
      if (record.length < total) {
        record = new byte[Math.max(total, record.length * 2)];
      }
      int local = local(total);
      System.arraycopy(page, within(at.position, local), record, 0, local);
      if (local < total) {
        rest(u4(page, within(at.position + local, 4)), local, total);
      }
      row.set(record, total, rowid);
      visitor.row(row);
    }

    /** How much of a row stands on its own page. */
    private int local(int total) {
      int usable = pages.usable;
      if (total <= usable - 35) {
        return total;
      }
      int least = (usable - 12) * 32 / 255 - 23;
      int fitting = least + (total - least) % (usable - 4);
      return fitting <= usable - 35 ? fitting : least;
    }

    private void rest(long first, int from, int total) throws IOException, SqliteException {
      long next = first;
      int at = from;
      while (at < total) {
        pages.read(next, overflow);
        int length = Math.min(total - at, pages.usable - 4);
        System.arraycopy(overflow, 4, record, at, length);
        at += length;
        next = u4(overflow, 0);
      }
    }

    private static int u2(byte[] page, int at) {
      return ((page[at] & 0xff) << 8) | (page[at + 1] & 0xff);
    }

    private static long u4(byte[] page, int at) {
      return ((long) u2(page, at) << 16) | u2(page, at + 2);
    }
  }
}
