package io.busbar.app.command.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An all-reduce of 1 MiB among 2 ranks at 12.5 GB/s with 1 us of latency takes 85.89 us, among 4 it
 * takes 131.8 us.
 */
class SimulateWorkloadTest {
  private static final String LAYER =
      "a -1 10000 ALLREDUCE 1048576 20000 %s 5000 ALLREDUCE 1048576 0\n";

  private final TestTerminal terminal = new TestTerminal();

  @TempDir private Path folder;

  private int play(String text, String... more) throws IOException {
    Path file = folder.resolve("w.txt");
    Files.writeString(file, text);
    List<String> call = new ArrayList<>(List.of("simulate", "--workload", file.toString()));
    call.addAll(List.of("--fabric", "star:4", "--link", "100Gb/s", "--fidelity", "message"));
    call.addAll(List.of(more));
    return terminal.run(call.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    // 10 + 85.89 + 20 + 5 us, then 85.89 us that nobody waits for but the end.
    "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 all_gpus: 4, 206.8 us",
    // Two stages of two ranks: nobody to sum weights with.
    "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 pp: 2 all_gpus: 4, 120.9 us",
    // All ranks, twice.
    "MODEL, 298.7 us",
    // Only weight gradients are exchanged.
    "DATA, 146.8 us",
    "MICRO, 131.8 us"
  })
  void a_policy_says_who_exchanges_what_and_who_waits(String first, String time)
      throws IOException {
    boolean says = first.contains("all_gpus");
    String[] ranks = says ? new String[0] : new String[] {"--ranks", "4"};
    assertThat(play(first + "\n1\n" + LAYER.formatted("NONE 0"), ranks)).isZero();
    assertThat(terminal.out()).contains(time);
    boolean stages = first.contains("pp: 2");
    assertThat(terminal.out().contains("one stage of 2 is played")).isEqualTo(stages);
  }

  @Test
  void what_is_advised_may_be_typed() throws IOException {
    // A workload brings its own messages: --algo is refused beside it.
    Path file = folder.resolve("w.txt");
    Files.writeString(file, "MODEL\n1\n" + LAYER.formatted("NONE 0"));
    String call = "simulate --workload " + file + " --fabric star:4 --ranks 4 --fidelity flow";
    assertThat(terminal.run(call.split(" "))).isZero();
    assertThat(terminal.out()).contains("to change").doesNotContain("--algo");
  }

  @Test
  void weights_are_computed_beside_the_sum_of_input_gradients() throws IOException {
    String two = LAYER.formatted("NONE 0") + LAYER.formatted("ALLREDUCE 1048576");
    // Forward 2·(10 + 131.8), 20 of inputs; their sum hides 5 of weights, whose sum follows it;
    // then 20 + 5 and the last sum, which waits for the one before.
    assertThat(play("MODEL\n2\n" + two, "--ranks", "4")).isZero();
    assertThat(terminal.out()).contains("699.1 us");
  }

  @Test
  void a_forward_pass_is_repeated_from_a_checkpoint() throws IOException {
    String first =
        "HYBRID_TRANSFORMER_FWD_IN_BCKWD all_gpus: 2 checkpoints: 1 0 checkpoint_initiates: ";
    String layers = "\n3\n" + "a -1 10000 NONE 0 20000 NONE 0 5000 NONE 0 0\n".repeat(3);
    assertThat(play(first + "0" + layers)).isZero();
    assertThat(terminal.out()).contains("105 us");
    assertThat(play(first + "1 2" + layers)).isZero();
    assertThat(terminal.out()).contains("125 us");
  }

  @Test
  void ranks_that_do_not_fit_are_refused() throws IOException {
    String first = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 2\n1\n";
    String text = first + LAYER.formatted("ALLREDUCEALLTOALL 1");
    assertThat(play(text)).isEqualTo(2);
    assertThat(terminal.err()).contains("--ranks N").contains("both in one are not played");
    assertThat(play(text, "--ranks", "6")).isEqualTo(2);
    assertThat(terminal.err()).contains("a multiple of 4");
    assertThat(play("DATA\n1\nb -1\n", "--ranks", "4")).isEqualTo(2);
    assertThat(terminal.err()).contains("w.txt:3:1").contains("12 words");
  }
}
