package io.busbar.app.command.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.app.call.TestTerminal;
import io.busbar.plan.textbook.Claim;
import io.busbar.plan.textbook.Claims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CollectiveCommandTest {
  private static final String DGX = "collective all_reduce --cluster dgx-h100:4 ";

  private TestTerminal terminal = new TestTerminal();

  private JsonNode json(String call) {
    terminal = new TestTerminal();
    assertThat(terminal.run((call + " --format json").split(" "))).as(terminal.err()).isZero();
    return JsonMapper.shared().readTree(terminal.out());
  }

  @Test
  void json_has_the_textbook_beside_ours_at_the_largest_size() {
    JsonNode answer = json(DGX + "-b 1M -e 1600000000 --textbook");

    JsonNode time = answer.get("textbook").get(0);
    // 2 · 31/32 · 2^30 / 50e9: sizes double from 1 MiB and end at 1 GiB.
    assertThat(time.get("textbook").asDouble()).isCloseTo(0.0416076, within(1e-6));
    JsonNode last = answer.get("rows").get(answer.get("rows").size() - 1);
    assertThat(time.get("ours").asDouble())
        .isCloseTo(last.get("time_us").asDouble() * 1e-6, within(1e-12));
    assertThat(time.get("unit").asString()).isEqualTo("seconds");
  }

  @Test
  void a_measured_table_lies_beside_the_prediction_of_its_own_sizes(@TempDir Path folder)
      throws IOException {
    Path table = folder.resolve("all_reduce_perf.txt");
    Files.writeString(
        table,
        """
        #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
        #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
            16777216       4194304     float     sum      -1    310.5   54.03  104.69      0    309.0   54.29  105.20      0
          1073741824     268435456     float     sum      -1   5900.1  181.99  352.60      0   5890.0  182.30  353.20      0
        """);

    JsonNode answer = json(DGX + "-b 1G -e 1G --measured " + table);

    JsonNode measured = answer.get("measured").get(0);
    JsonNode last = measured.get("points").get(1);
    // The same model at the same size: 2^30 bytes in 5890 us, 2 · 31/32 of it on the bus.
    assertThat(last.get("predicted_us").asDouble())
        .isEqualTo(answer.get("rows").get(0).get("time_us").asDouble());
    assertThat(last.get("busbw_bytes_per_s").asDouble()).isCloseTo(353.2e9, within(0.1e9));
    assertThat(measured.get("points").get(0).get("size_bytes").asLong()).isEqualTo(16 << 20);

    String[] other = {"collective", "alltoall", "--cluster", "dgx-h100:4"};
    String[] call = Arrays.copyOf(other, 6);
    call[4] = "--measured";
    call[5] = table.toString();
    assertThat(terminal.run(call)).isEqualTo(2);
    assertThat(terminal.err()).contains("times of alltoall").contains("it has all_reduce");
  }

  @Test
  void without_the_option_there_is_no_textbook() {
    assertThat(json(DGX + "-e 1K").get("textbook").isNull()).isTrue();
  }

  @Test
  void text_with_the_textbook_fits_100_columns() {
    assertThat(terminal.run((DGX + "--textbook --explain 1M").split(" "))).isZero();
    assertThat(terminal.out()).contains("Textbook beside ours at 8 GiB", "with SHARP", "D2");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void an_operation_without_a_formula_says_so() {
    assertThat(terminal.run("collective", "alltoall", "--cluster", "dgx-h100:2", "--textbook"))
        .isZero();
    assertThat(terminal.out()).contains("The textbook has no formula for alltoall.");
  }

  @Test
  void a_claim_shows_both_values_why_and_the_command() {
    assertThat(terminal.run("textbook", "D1b", "--explain")).isZero();
    assertThat(terminal.out())
        .contains(
            "7.78 ms",
            "4.67 ms",
            "40.0 %",
            "busbar collective all_reduce --cluster dgx-h100:1",
            "2 * (ranks - 1) / ranks * gradient_bytes");
  }

  @Test
  void json_of_a_claim_has_both_values_of_every_row() {
    JsonNode computed = json("textbook D1b").get("computed");

    assertThat(computed.size()).isEqualTo(3);
    computed.forEach(row -> {
      assertThat(row.get("textbook").asDouble()).isPositive();
      assertThat(row.get("ours").asDouble()).isPositive();
      assertThat(row.get("why").asString()).isNotEmpty();
    });
  }

  static Stream<Claim> claimsOfCollectives() {
    return Claims.standard().all().stream()
        .filter(claim -> claim.owner() == Claim.Owner.NCCL && !claim.command().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("claimsOfCollectives")
  void the_command_of_a_claim_runs(Claim claim) {
    List<String> words = Arrays.asList(claim.command().split(" "));
    assertThat(terminal.run(words.subList(1, words.size()).toArray(String[]::new)))
        .as(terminal.err())
        .isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "collective all_reduc --cluster dgx-h100:4 | OPERATION: read 'all_reduc'"
            + " | did you mean 'all_reduce'?",
        "collective all_reduce --cluster dgx-h10:4 | --cluster: | did you mean 'dgx-h100'?",
        "collective all_reduce | --cluster | --help",
        DGX + "--algo rng | --env: | did you mean 'Ring'?",
        DGX + "--proto simpel | --env: | did you mean 'Simple'?",
        DGX + "--nccl latest | --nccl: read 'latest' | such as",
        DGX + "--nccl 2.99 | --nccl: read '2.99' | 2.17.1 to 2.30.7",
        DGX + "--nccl 1.0 | --nccl: read '1.0' | nearest",
        DGX + "--launch procesess | --launch | did you mean 'processes'?",
        DGX + "--env NCCL_MIN_CTA=8 | --env: read 'NCCL_MIN_CTA=8' | did you mean 'NCCL_MIN_CTAS'?",
        DGX + "--env FOO=1 | --env: read 'FOO=1' | expected one of NCCL_ALGO",
        DGX + "--env NCCL_ALGO | --env: read 'NCCL_ALGO' | expected",
        DGX + "-b 8G -e 8K | -b: read '8G' | at most the last size, 8K",
        DGX + "-b 0 | -b: read '0' | a size of 1 B to 1024 TiB",
        DGX + "-b 1Q | -b: read '1Q' | K, M and G are binary",
        DGX + "-e 99999999999999999999 | -e: read '99999999999999999999' | a size of",
        DGX + "-e 2000T | -e: read '2000T' | a size of",
        DGX + "-f 1 | -f: read '1' | a whole factor of 2 or more",
        DGX + "-f 1.5 | -f: read '1.5' | -i steps by bytes",
        DGX + "-i 1M -f 2 | -i: read '1M' | either -i or -f",
        DGX + "-i 8 | -i: read '8' | at most 100000 sizes",
        DGX + "-i 0 | -i: read '0' | a size of",
        DGX + "--ranks 1 | --ranks: read '1' | 2 to the 32 GPUs",
        DGX + "--ranks 33 | --ranks: read '33' | 2 to the 32 GPUs",
        DGX + "--ranks x | --ranks | x",
        DGX + "--ranks-per-domain 0 | --ranks-per-domain: read '0' | 1 to 8",
        DGX + "--ranks-per-domain 9 | --ranks-per-domain: read '9' | 1 to 8",
        DGX + "--ranks-per-domain 4 | --ranks-per-domain: read '4' | at least 8 for 32 ranks",
        DGX + "--explain big | --explain: read 'big' | a size of",
        "collective all_reduce --fabric torus:4x4 --link 0GB/s | --link: read '0GB/s' | 80Tb/s",
        "collective all_reduce --fabric torus:4x4 --link-latency 1s | --link-latency: | most 1ms",
        "collective all_reduce --fabric torus:4y4 --link x | --link: read 'x' | 2 problems",
        DGX + "--size 1G | --size: read '1G' | write GB (10^9) or GiB (2^30)",
        DGX + "--size 0B | --size: read '0B' | 1 B to 1024 TiB",
        DGX + "--size 1GiB -e 2G | --size: read '1GiB' | either --size or -b, -e, -f and -i",
      })
  void wrong_calls_are_told_with_what_was_read_and_expected(
      String call, String read, String expected) {
    assertThat(terminal.run(call.split(" "))).as(terminal.err()).isEqualTo(2);
    assertThat(terminal.err()).contains(read).contains(expected).doesNotContain("fault");
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void one_size_means_what_it_means_to_simulate() {
    JsonNode rows = json(DGX + "--size 64MB").get("rows");
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).get("size_bytes").asLong()).isEqualTo(64_000_000);
    assertThat(rows.get(0)).isEqualTo(json(DGX + "-b 64000000 -e 64000000").get("rows").get(0));
  }

  @ParameterizedTest
  @CsvSource({
    "all_reduce",
    "all_gather",
    "reduce_scatter",
    "alltoall",
    "broadcast",
    "reduce",
    "gather",
    "scatter",
    "sendrecv"
  })
  void on_a_grid_it_names_what_simulate_plays(String op) {
    String place = op + " --fabric torus:4x4 --size 1MiB";
    JsonNode answer = json("collective " + place);
    assertThat(answer.get("played")).isEqualTo(json("simulate " + place).get("algorithm"));
  }

  @Test
  void a_negative_size_is_refused() {
    assertThat(terminal.run((DGX + "-b -8").split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains("-b").doesNotContain("fault");
  }

  @Test
  void amd_gpus_have_rccl_with_its_own_release() {
    JsonNode answer = json("collective all_reduce --cluster mi300x-platform:2 -b 64M -e 64M");

    assertThat(answer.at("/library").asString()).isEqualTo("RCCL");
    assertThat(answer.at("/nccl_version").asString()).isEqualTo("2.27.7");
    assertThat(answer.at("/rows/0/algorithm").asString()).isEqualTo("Ring");
    assertThat(answer.at("/limits/0").asString()).contains("ROCm 7.2", "not derived");
  }
}
