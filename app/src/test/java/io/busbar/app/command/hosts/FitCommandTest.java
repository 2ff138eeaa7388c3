package io.busbar.app.command.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.app.call.TestTerminal;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code perf --fit} writes, and what predictions make of such a file. */
class FitCommandTest {
  private static final double ALPHA = 100e-6;
  private static final double BETA = 1 / 119e6;
  private static final double GAMMA = 1 / 2e9;

  private static final String HOSTS =
      """
      name: hosts
      node: {name: host, gpu: cpu, gpus: 1, nics: 1, nic_rate: 119MB/s, network: tcp,
        reduce_rate: 2GB/s}
      nodes: 4
      network: {latency: {leaf: 100us, switch: 1us, link: 100ns}}
      """;

  @TempDir private Path folder;

  private static List<String> rows(String json) {
    Tree tree = TreeReader.parse("out", json.getBytes(StandardCharsets.UTF_8));
    List<String> rows = new ArrayList<>();
    Tree list = ((Tree.Mapping) tree).get("rows");
    for (Tree row : ((Tree.Sequence) list).items()) {
      rows.add(((Tree.Mapping) row).text("time_us"));
    }
    return rows;
  }

  private List<Double> predicted(String... call) throws Exception {
    Path file = folder.resolve("hosts.yaml");
    Files.writeString(file, HOSTS);
    List<String> all = new ArrayList<>(Arrays.asList(call));
    all.addAll(List.of("--cluster", file.toString(), "--format", "json"));
    TestTerminal terminal = new TestTerminal();
    assertThat(terminal.run(all.toArray(String[]::new))).as(terminal.err()).isZero();
    return rows(terminal.out()).stream().map(Double::parseDouble).toList();
  }

  /** 2(n-1) messages of a slot or less for each loop, half of them added up. */
  @ParameterizedTest
  @CsvSource({"1048576, 1", "4194304, 4", "16777216, 16"})
  void a_ring_takes_its_closed_form(long bytes, int loops) throws Exception {
    String size = Long.toString(bytes);
    List<Double> us =
        predicted("collective", "all_reduce", "-b", size, "-e", size, "--algo", "ring,channels=1");
    double expected = loops * 6 * ALPHA + 6 * bytes / 4.0 * BETA + 3 * bytes / 4.0 * GAMMA;
    assertThat(us).hasSize(1);
    assertThat(us.getFirst()).isCloseTo(expected * 1e6, within(1e-3 * expected * 1e6));
  }

  /** Two exchanges of everything with n = 4. */
  @Test
  void recursive_doubling_takes_its_closed_form() throws Exception {
    List<Double> us = predicted("collective", "all_reduce", "-b", "8192", "-e", "8192");
    double expected = 2 * (ALPHA + 8192 * (BETA + GAMMA));
    assertThat(us.getFirst()).isCloseTo(expected * 1e6, within(1e-3 * expected * 1e6));
  }

  @Test
  void simulate_plays_the_same() throws Exception {
    Path file = folder.resolve("hosts.yaml");
    Files.writeString(file, HOSTS);
    TestTerminal terminal = new TestTerminal();
    String call =
        "simulate all_reduce --size 1MiB --slot 256KiB --fidelity message,flow --cluster ";
    assertThat(terminal.run((call + file).split(" "))).as(terminal.err()).isZero();
    assertThat(terminal.out()).contains("14.21 ms").contains("message", "flow");
  }

  @Test
  void processors_train_nothing_and_run_no_nccl() throws Exception {
    Path file = folder.resolve("hosts.yaml");
    Files.writeString(file, HOSTS);
    TestTerminal terminal = new TestTerminal();
    assertThat(
            terminal.run("plan", "--model", "llama3-8b", "--cluster", file.toString(), "--tp", "1"))
        .isEqualTo(2);
    assertThat(terminal.err()).contains("a cluster of GPUs");
    TestTerminal other = new TestTerminal();
    assertThat(other.run("collective", "all_reduce", "--cluster", file.toString(), "--proto", "LL"))
        .isEqualTo(2);
    assertThat(other.err()).contains("this one is of processors");
  }

  @Test
  void a_fit_writes_a_cluster_file_that_is_read() throws Exception {
    Path file = folder.resolve("here.yaml");
    TestTerminal terminal = new TestTerminal();
    assertThat(
            terminal.run(
                "perf", "--fit", "--ranks", "2", "-b", "4K", "-e", "64K", "--out", file.toString()))
        .as(terminal.err())
        .isZero();
    assertThat(terminal.out())
        .contains("alpha us", "1/beta", "1/gamma", "predicted us", "error %")
        .doesNotContain("Cluster file");
    assertThat(terminal.out().lines().mapToInt(String::length).max().orElse(0))
        .isLessThanOrEqualTo(100);
    assertThat(file).content().contains("name: ranks-local-1x2", "gpu: cpu", "reduce_rate: ");
    TestTerminal reader = new TestTerminal();
    String call = "collective all_reduce -e 64K --cluster ";
    assertThat(reader.run((call + file).split(" "))).as(reader.err()).isZero();
    assertThat(reader.out()).contains("all_reduce on 2 ranks of ranks-local-1x2, runtime");
  }

  @Test
  void a_table_is_written_read_and_named() throws Exception {
    Path file = folder.resolve("ways.txt");
    TestTerminal terminal = new TestTerminal();
    String call = "perf all_reduce --tune --ranks 2 -b 64 -e 64K -f 32 --tuning ";
    assertThat(terminal.run((call + file).split(" "))).as(terminal.err()).isZero();
    assertThat(terminal.out()).contains("gain %").contains("start value");
    assertThat(file).content().startsWith("busbar tuning 1\n").contains("all_reduce");
    TestTerminal user = new TestTerminal();
    String use = "perf all_reduce --ranks 2 -b 64 -e 64 -n 5 --tuning ";
    assertThat(user.run((use + file).split(" "))).as(user.err()).isZero();
    assertThat(user.out()).containsPattern("algorithms by +" + file);

    Files.writeString(file, "busbar tuning 1\nall_reduce local 1 2 rest rign ring\n");
    TestTerminal wrong = new TestTerminal();
    assertThat(wrong.run((use + file).split(" "))).isEqualTo(2);
    assertThat(wrong.err()).contains("ways.txt:2:27: read 'rign'", "did you mean 'ring'?");
    TestTerminal none = new TestTerminal();
    assertThat(none.run((use + folder.resolve("no.txt")).split(" "))).isEqualTo(2);
    assertThat(none.err()).contains("busbar perf --tune");
  }

  @Test
  void the_usual_place_is_the_user_s_configuration() {
    assertThat(TuningFile.usual(Map.of("HOME", "/h")))
        .isEqualTo(Path.of("/h/.config/busbar/tuning.txt"));
    assertThat(TuningFile.usual(Map.of("HOME", "/h", "XDG_CONFIG_HOME", "/x")))
        .isEqualTo(Path.of("/x/busbar/tuning.txt"));
    assertThat(TuningFile.usual(Map.of())).isNull();
  }
}
