package io.busbar.app.command.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import io.busbar.app.progress.SearchProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchCommandTest {
  private static final String[] SMALL = {
    "search",
    "--model",
    "llama3-8b",
    "--cluster",
    "dgx-h100:2..8,dgx-b200:2..4",
    "--global-batch",
    "256,512",
    "--tp",
    "1,2,4",
    "--pp",
    "1,2",
    "--tokens",
    "1T"
  };

  private final TestTerminal terminal = new TestTerminal();

  private int run(String... more) {
    String[] args = new String[SMALL.length + more.length];
    System.arraycopy(SMALL, 0, args, 0, SMALL.length);
    System.arraycopy(more, 0, args, SMALL.length, more.length);
    return terminal.run(args);
  }

  @Test
  void what_to_take_comes_first_in_100_columns() {
    assertThat(run("--deadline", "60d")).isZero();

    assertThat(terminal.out())
        .contains("within the limits: dgx-", "see why: busbar plan --model llama3-8b")
        .contains("Cheapest point of each cluster", "keep the rules of layouts");
    assertThat(terminal.out().lines().skip(3).findFirst().orElseThrow())
        .contains("the cheapest", "within the limits");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void limits_that_nothing_keeps_to_are_said_with_the_nearest() {
    assertThat(run("--deadline", "1h", "--budget", "$10")).isZero();

    assertThat(terminal.out())
        .contains("no set-up keeps to what was asked for: within 1.0 h, for $10.00")
        .contains("the cheapest", "the nearest ones follow");
  }

  @Test
  void the_plan_of_the_first_set_up_is_a_plan_with_the_same_step(@TempDir Path folder)
      throws IOException {
    Path plan = folder.resolve("best.yaml");
    Path csv = folder.resolve("front.csv");
    assertThat(run("--fabric", "roce+2:1", "--save-plan", plan + "", "--csv", csv + "")).isZero();

    String out = terminal.out().replaceAll("\\s+", " ");
    String step = out.replaceAll(".*?: step ([\\d.]+ m?s),.*", "$1");
    TestTerminal replay = new TestTerminal();
    assertThat(replay.run("plan", plan.toString(), "--brief")).isZero();
    assertThat(replay.out()).contains(step);
    assertThat(Files.readAllLines(csv).getFirst()).startsWith("index,model,cluster,fabric,gpus");
    assertThat(Files.readAllLines(csv)).hasSizeGreaterThan(5);
  }

  @Test
  void json_and_picture_hold_the_front() {
    assertThat(run("--format", "json", "--objectives", "train-time,cost")).isZero();
    assertThat(terminal.out())
        .contains("\"schema\": \"busbar/search/1\"", "\"per_trillion_tokens_j\"")
        .contains("\"cost\", \"train-time\"");

    TestTerminal html = new TestTerminal();
    String[] args = SMALL.clone();
    args[4] = "dgx-h100:2..8";
    assertThat(html.run(with(args, "--format", "html"))).isZero();
    assertThat(html.out()).contains("Time against cost", "<svg");
  }

  private static String[] with(String[] args, String... more) {
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return all;
  }

  @Test
  void everything_wrong_is_exit_code_2_at_once() {
    int code =
        terminal.run(
            "search",
            "--model",
            "llama3-8b",
            "--cluster",
            "dgx-h100:4",
            "--deadline",
            "3x",
            "--tp",
            "1,x",
            "--fabric",
            "pigeon");

    assertThat(code).isEqualTo(2);
    assertThat(terminal.err()).contains("3x", "--tp", "pigeon", "3 problems");
    assertThat(new TestTerminal().run("search")).isEqualTo(2);
  }

  @Test
  void progress_says_how_long_it_still_takes() {
    assertThat(SearchProgress.line(250, 1000, 10))
        .isEqualTo("search: 250 of 1,000 set-ups (25 %), 10 s, about 30 s left");
  }
}
