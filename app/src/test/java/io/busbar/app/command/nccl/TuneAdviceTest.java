package io.busbar.app.command.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import io.busbar.tune.tuner.TunerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Advice on systems of the catalogue against files that were reviewed line by line; {@code
 * -Dbusbar.docs=write} writes them anew, and the difference is to be read.
 */
class TuneAdviceTest {
  private static final boolean WRITE = "write".equals(System.getProperty("busbar.docs"));
  private static final Path FILES = Path.of("src/test/resources/io/busbar/app/tune");
  private static final String ROCE = FILES.resolve("hgx-h100-roce.yaml").toString();
  private static final String PLAN = FILES.resolve("plan.yaml").toString();

  private final TestTerminal terminal = new TestTerminal();

  @ParameterizedTest
  @CsvSource({
    "dgx-h100, dgx-h100:128, 1",
    "hgx-h100-roce, ROCE, 2",
    "dgx-a100, dgx-a100:16, 0",
    "p5.48xlarge, p5.48xlarge:16, 0",
    "nd-h100-v5, nd-h100-v5:16, 1",
    "a3-mega, a3-mega:16, 0",
    "gb200-nvl72, gb200-nvl72:4, 0",
  })
  void advice_is_short_and_as_reviewed(String name, String cluster, int settings)
      throws IOException {
    String where = cluster.equals("ROCE") ? ROCE : cluster;
    assertThat(terminal.run("tune", "--cluster", where, "--nccl", "2.30.7")).isEqualTo(0);
    Path golden = FILES.resolve(name + ".txt");
    if (WRITE) {
      Files.writeString(golden, terminal.out());
    }
    assertThat(terminal.out()).isEqualTo(Files.readString(golden));
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);

    TestTerminal json = new TestTerminal();
    json.run("tune", "--cluster", where, "--nccl", "2.30.7", "--format", "json");
    JsonNode answer = JsonMapper.shared().readTree(json.out());
    assertThat(answer.get("schema").asString()).isEqualTo("busbar/tune/1");
    assertThat(answer.get("settings").size()).isEqualTo(settings);
  }

  @Test
  void only_roce_of_ones_own_gets_commands_for_the_fabric() {
    assertThat(terminal.run("tune", "--cluster", ROCE)).isEqualTo(0);
    assertThat(terminal.out()).contains("mlnx_qos -i IF --trust dscp").contains("ecnconfig -p");
    TestTerminal rented = new TestTerminal();
    rented.run("tune", "--cluster", "a3-ultra:4");
    assertThat(rented.out()).doesNotContain("mlnx_qos").contains("set_nccl_env.sh");
  }

  @ParameterizedTest
  @CsvSource({
    "env, export NCCL_IB_TC=106",
    "nccl.conf, NCCL_IB_TC=106",
    "k8s, '  - name: NCCL_IB_TC'",
    "slurm, export NCCL_IB_TC=106",
  })
  void settings_are_printed_to_be_pasted_and_pass_the_lint(
      String form, String line, @TempDir Path folder) throws IOException {
    assertThat(terminal.run("tune", "--cluster", ROCE, "--emit", form)).isEqualTo(0);
    assertThat(terminal.out().lines()).contains(line);
    String name =
        switch (form) {
          case "nccl.conf" -> "nccl.conf";
          case "k8s" -> "pod.yaml";
          default -> "env.sh";
        };
    Path file = Files.writeString(folder.resolve(name), terminal.out());
    TestTerminal lint = new TestTerminal();
    int code =
        lint.run("tune", "--check", file.toString(), "--cluster", ROCE, "--fail-on", "warning");
    assertThat(code).as(lint.out()).isEqualTo(0);
  }

  @Test
  void a_plan_gives_the_communicators_and_its_cluster_may_be_replaced() {
    assertThat(terminal.run("tune", "--plan", PLAN)).isEqualTo(0);
    assertThat(terminal.out()).contains("dgx-h100:16").contains("the TP group (8 GPUs)");
    TestTerminal other = new TestTerminal();
    assertThat(other.run("tune", "--plan", PLAN, "--cluster", "dgx-a100:16")).isEqualTo(0);
    assertThat(other.out()).contains("NCCL settings for dgx-a100:16");
  }

  @Test
  void the_tuner_file_is_valid_and_has_the_communicators_of_the_plan(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("tuner.csv");
    assertThat(terminal.run("tune", "--plan", PLAN, "--tuner", file.toString())).isEqualTo(0);
    assertThat(TunerFile.parse("tuner.csv", Files.readString(file)))
        .anyMatch(row -> row.nodes() == 1 && row.ranks() == 8)
        .anyMatch(row -> row.nodes() == 8 && row.ranks() == 8);
  }

  @Test
  void html_is_one_page() {
    assertThat(terminal.run("tune", "--cluster", ROCE, "--format", "html")).isEqualTo(0);
    assertThat(terminal.out()).startsWith("<!DOCTYPE html>").contains("NCCL_IB_TC=106");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--cluster dgx-h1000:4; did you mean",
        "--cluster mi300x-platform:4; a cluster of NVIDIA GPUs",
        "--cluster dgx-h100:4 --emit nccl.cnf; did you mean 'nccl.conf'?",
        "--cluster dgx-h100:4 --nccl two; a version of NCCL",
        "--cluster dgx-h100:4 --nccl 2.18 --tuner t.csv; 2.27.7 or later",
        "--cluster dgx-h100:4 --tuner /no/such/folder/t.csv; existing directory",
        "--plan no-such-plan.yaml; no-such-plan.yaml",
        "--check x.sh --emit env; --emit without --check",
        "--nccl 2.27; --cluster or --plan",
      })
  void wrong_input_is_refused(String options, String message) {
    assertThat(terminal.run(("tune " + options).split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains(message);
  }
}
