package io.busbar.app.command.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.Main;
import io.busbar.app.call.TestTerminal;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Equal calls give equal bytes on any machine, and absurd ones an error or an honest answer. */
class SimulateAnyInputTest {
  private static final String LINE =
      "simulate permutation --fabric leaf-spine:4x4x2 --size 256KiB --fidelity flow,packet"
          + " --routing spray --congestion dcqcn --fault loss:all:1e-3 --seed 5 --format json";

  /** In a process of its own, so that its count of processors can be chosen. */
  private static String onProcessors(int count) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:ActiveProcessorCount=" + count);
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of("-cp", classPath()));
    command.add("io.busbar.app.Main");
    command.addAll(List.of(LINE.replace("flow,packet", "packet").split(" ")));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return out.replaceAll("\"cpu_s\": [0-9.E-]+", "");
  }

  /** That of this test, however it was started. */
  private static String classPath() {
    return Main.class.getClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs())
            .map(url -> Path.of(URI.create(url.toString())).toString())
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }

  @Test
  void one_processor_and_two_give_the_same_bytes() throws Exception {
    String one = onProcessors(1);

    assertThat(one).contains("\"link_hops\"", "\"completion_s\"");
    assertThat(onProcessors(2)).isEqualTo(one);
    assertThat(onProcessors(1)).isEqualTo(one);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "permutation --fabric leaf-spine:4x4x0 | leaves, hosts of each, spines",
        "permutation --fabric star:1 | one host has nobody to send to",
        "permutation --fabric star:10000000 | 10,000,000",
        "all_reduce --cluster dgx-h100:1250000 | a whole number from 1 to 100000",
        "permutation --fabric star:4 --link-latency -1us | --link-latency",
        "permutation --fabric star:4 --link -400Gb/s | --link",
        "permutation --fabric star:4 --fidelity packet --fault loss:all:0.1:-2us..-1us | a time",
        "permutation --fabric star:4 --fidelity packet --fault link-down:leaf0-spine0 | a link"
            + " such",
        "permutation --fabric star:4 --fidelity packet --fault link-down:endpoint9-leaf0 | a link",
        "permutation --fabric fat-tree:8 --size -1MiB | a data size",
      })
  void what_cannot_be_is_an_error_that_says_what_could(String words, String expected) {
    TestTerminal terminal = new TestTerminal();
    assertThat(terminal.run(("simulate " + words).split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "permutation --fabric star:4 --fault link-down:endpoint0-leaf0 | failed",
        "all_reduce --fabric leaf-spine:2x2x1 --fault switch-loss:spine0 | failed",
        "permutation --fabric star:4 --fault loss:all:1 | failed",
        "permutation --fabric ring:4x4 --size 16MiB --buffer 200kB --congestion none | Deadlock",
        "permutation --fabric star:2 --size 0B | completion",
      })
  void a_fabric_that_falls_apart_has_an_honest_end(String words, String expected) {
    TestTerminal terminal = new TestTerminal();
    int code = terminal.run(("simulate " + words + " --fidelity packet").split(" "));
    assertThat(code).isEqualTo(expected.equals("completion") ? 0 : 1);
    assertThat(terminal.out()).contains(expected);
  }
}
