package io.busbar.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.busbar.base.problem.InputException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTableTest {
  @TempDir private Path folder;

  private CsvTable read(String text) throws IOException {
    return CsvTable.read(Files.writeString(folder.resolve("runs.csv"), text));
  }

  private String refused(Path file) {
    InputException e = catchThrowableOfType(InputException.class, () -> CsvTable.read(file));
    assertThat(e).isNotNull();
    return e.getMessage().replace(folder + "/", "");
  }

  @Test
  void reads_cells_by_column_and_blank_ones_as_empty() throws IOException {
    CsvTable table = read("id,gpus,note\na, 8 ,\"x,y\"\n\nb,,\n");

    assertThat(table.columns()).containsExactly("id", "gpus", "note");
    assertThat(table.rows()).hasSize(2);
    assertThat(table.rows().getFirst().text("gpus")).isEqualTo("8");
    assertThat(table.rows().getFirst().text("note")).isEqualTo("x,y");
    assertThat(table.rows().getLast().text("gpus")).isEmpty();
    assertThat(table.rows().getLast().text("no-such-column")).isEmpty();
    assertThat(table.rows().getLast().at().line()).isEqualTo(4);
  }

  @Test
  void a_byte_order_mark_is_no_part_of_the_first_column() throws IOException {
    assertThat(read("\uFEFFid,gpus\na,8\n").columns()).containsExactly("id", "gpus");
  }

  @Test
  void broken_csv_is_told_in_plain_words() throws IOException {
    Path open = Files.writeString(folder.resolve("open.csv"), "id,gpus\n\"a,8\n");
    Path twice = Files.writeString(folder.resolve("twice.csv"), "id,id\na,8\n");
    Path latin = Files.write(folder.resolve("latin.csv"), new byte[] {'i', 'd', (byte) 0xe9});

    assertThat(refused(open)).startsWith("open.csv:2: expected valid CSV").doesNotContain("org.");
    assertThat(refused(twice))
        .isEqualTo(
            "twice.csv:1: header: read 'id', expected each column once; this is the name of columns 1"
                + " and 2");
    assertThat(refused(latin)).isEqualTo("latin.csv: expected UTF-8 text");
  }

  @Test
  void what_is_no_table_is_refused_before_it_fills_the_memory() throws IOException {
    Path large = folder.resolve("large.csv");
    try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
      sparse.setLength(CsvTable.MAX_BYTES + 1L);
    }

    assertThat(refused(large))
        .isEqualTo("large.csv: expected at most 64 MiB; is this the right file?");
    assertThat(refused(folder)).contains("expected a file, but this is a directory");
    assertThat(refused(folder.resolve("none.csv")))
        .isEqualTo("none.csv: expected an existing file");
  }
}
