package io.busbar.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.Calls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetSearchTest {
  /** More than one part: 297,000 numbers. */
  private static final String ASKED =
      """
      model: llama3-8b
      cluster: ["dgx-h100:8..64", "dgx-b200:4..32"]
      fabric: [usual, roce, "2:1"]
      batch:
        sequence: 8192
        global_batch: [256, 512, 1024]
      recompute: [auto, full]
      search:
        tokens: 2T
        deadline: 60d
      """;

  @TempDir private Path folder;

  private Path search() throws IOException {
    return Files.writeString(folder.resolve("search.yaml"), ASKED);
  }

  private String front(String... call) throws IOException {
    Path csv = folder.resolve("front.csv");
    Files.deleteIfExists(csv);
    List<String> words = new ArrayList<>(List.of(call));
    words.addAll(List.of(search().toString(), "--csv", csv.toString()));
    Calls.Result result = Calls.run(words.toArray(String[]::new));
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return Files.readString(csv);
  }

  @Test
  void the_front_is_that_of_one_process_on_one_core_and_on_two() throws IOException {
    String here = front("search");

    assertThat(here.lines().count()).isGreaterThan(5);
    assertThat(front("fleet", "search", "--master", "local[1]")).isEqualTo(here);
    assertThat(front("fleet", "search", "--threads", "2")).isEqualTo(here);
  }

  @Test
  void finished_parts_are_not_looked_through_again() throws IOException {
    Path work = folder.resolve("parts");
    String first = front("fleet", "search", "--work", work.toString());
    Path part = work.resolve("part-1");
    byte[] bytes = Files.readAllBytes(part);
    Files.delete(part); // as a killed run leaves it
    byte[] kept = Files.readAllBytes(work.resolve("part-0"));
    Object written = Files.getLastModifiedTime(work.resolve("part-0"));

    assertThat(front("fleet", "search", "--work", work.toString())).isEqualTo(first);

    assertThat(Files.readAllBytes(part)).isEqualTo(bytes);
    assertThat(Files.readAllBytes(work.resolve("part-0"))).isEqualTo(kept);
    assertThat(Files.getLastModifiedTime(work.resolve("part-0"))).isEqualTo(written);
    try (Stream<Path> files = Files.list(work)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("part-0", "part-1", "search");
    }
  }

  @Test
  void parts_of_another_search_are_refused() throws IOException {
    Path work = folder.resolve("parts");
    front("fleet", "search", "--work", work.toString());

    Calls.Result other =
        Calls.run(
            "fleet", "search", search().toString(), "--tokens", "3T", "--work", work.toString());

    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err()).contains("--work", "another search was begun there");
  }

  @Test
  void a_setting_that_is_none_of_spark_is_refused() {
    Calls.Result result =
        Calls.run(
            "fleet",
            "search",
            "--model",
            "llama3-8b",
            "--cluster",
            "dgx-h100:2",
            "--conf",
            "executor.memory=8g");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--conf", "starts with spark.");
  }
}
