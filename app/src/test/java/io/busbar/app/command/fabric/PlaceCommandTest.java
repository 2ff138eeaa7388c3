package io.busbar.app.command.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceCommandTest {
  private static final String FOLDER = "../examples/13-place/";
  private final TestTerminal terminal = new TestTerminal();

  private int run(String... more) {
    String[] args = new String[more.length + 3];
    args[0] = "place";
    args[1] = "--plan";
    args[2] = FOLDER + "plan.yaml";
    System.arraycopy(more, 0, args, 3, more.length);
    return terminal.run(args);
  }

  @Test
  void a_fabric_is_shown_with_findings_and_a_picture_in_100_columns() {
    String dump = FOLDER + "ibnetdiscover.txt";
    assertThat(terminal.run("fabric", "show", dump)).isZero();
    assertThat(terminal.out()).contains("miscabled-rail", "missing-adapter", "16 leaf + 1 spine");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);

    TestTerminal html = new TestTerminal();
    assertThat(html.run("fabric", "show", dump, "--format", "html")).isZero();
    assertThat(html.out()).contains("The fabric by tiers", "<svg", "rail 7");
  }

  @Test
  void a_placement_on_a_fabric_is_confirmed_in_100_columns() {
    int code = run("--fabric", FOLDER + "ibnetdiscover.txt", "--confirm");

    assertThat(code).isZero();
    assertThat(terminal.out())
        .contains("proved to be the best", "Played by the flow engine", "node[001,005,007,009]");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hostfile", "rankfile", "slurm"})
  void a_placement_is_emitted_for_launchers(String launcher) {
    int code =
        run(
            "--cluster",
            FOLDER + "cluster.yaml",
            "--free",
            FOLDER + "topology.conf",
            "--emit",
            launcher);

    assertThat(code).isZero();
    assertThat(terminal.out()).contains("node001");
  }

  @Test
  void wrong_input_is_exit_code_2_with_the_nearest_name() {
    int code = run("--fabric", FOLDER + "ibnetdiscover.txt", "--check", FOLDER + "topology.conf");

    assertThat(code).isEqualTo(2);
    assertThat(terminal.err()).contains("topology.conf:2");

    TestTerminal other = new TestTerminal();
    assertThat(other.run("fabric", "shw", "x")).isEqualTo(2);
    assertThat(other.err()).contains("did you mean 'show'?");
    TestTerminal none = new TestTerminal();
    assertThat(none.run("fabric", "show", FOLDER + "plan.yaml")).isEqualTo(2);
    assertThat(none.err())
        .contains("expected output of ibnetdiscover or iblinkinfo, LLDP neighbours");
  }
}
