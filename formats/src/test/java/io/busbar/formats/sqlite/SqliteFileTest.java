package io.busbar.formats.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteFileTest {
  @TempDir private Path folder;

  private Path export() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            SqliteFileTest.class.getResourceAsStream("/io/busbar/formats/traces/nsys.sqlite"))) {
      return Files.write(folder.resolve("x"), in.readAllBytes());
    }
  }

  @Test
  void rows_with_every_kind_of_value_are_read() throws IOException, SqliteException {
    List<String> rows = new ArrayList<>();
    try (SeekableByteChannel channel = Files.newByteChannel(export())) {
      SqliteFile.open(channel)
          .rows(
              "ODD",
              List.of("c", "a", "missing"),
              r ->
                  rows.add(
                      r.rowid() + " " + r.text(0, 9) + " " + r.integer(1) + " " + r.isNull(2)));
    }
    assertThat(rows).containsExactly("1 ééé 1 true", "2  -70000 true");
  }

  @Test
  void a_row_that_spans_pages_is_whole_and_its_number_stands_for_the_key()
      throws IOException, SqliteException {
    List<String> names = new ArrayList<>();
    try (SeekableByteChannel channel = Files.newByteChannel(export())) {
      SqliteFile.open(channel)
          .rows(
              "StringIds",
              List.of("id", "value"),
              r -> names.add(r.integer(0) + " " + r.text(1, 3000).length()));
    }
    assertThat(names).containsExactly("1 4", "2 40", "3 1524", "4 31");
  }

  @Test
  void a_table_of_many_pages_is_walked_in_order() throws IOException, SqliteException {
    List<Long> numbers = new ArrayList<>();
    try (SeekableByteChannel channel = Files.newByteChannel(export())) {
      SqliteFile.open(channel)
          .rows("CUPTI_ACTIVITY_KIND_KERNEL", List.of(), r -> numbers.add(r.rowid()));
    }
    assertThat(numbers).hasSize(240).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void another_file_is_refused() throws IOException {
    Path file = Files.writeString(folder.resolve("x"), "no database");
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      assertThatThrownBy(() -> SqliteFile.open(channel)).isInstanceOf(SqliteException.class);
    }
  }

  @Test
  void columns_are_told_by_the_statement_that_made_the_table() {
    ColumnNames names =
        ColumnNames.of(
            "CREATE TABLE t (\"id\" INTEGER PRIMARY KEY, `b c` TEXT DEFAULT (1,2), [d] REAL,"
                + " CONSTRAINT x UNIQUE (d, e), PRIMARY KEY(d))");
    assertThat(names.names()).containsExactly("id", "b c", "d");
    assertThat(names.rowidColumn()).isZero();
    assertThat(ColumnNames.of("CREATE TABLE t (a) WITHOUT ROWID").withoutRowid()).isTrue();
  }
}
