package io.busbar.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.Calls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetDiagnoseTest {
  private static final FileTime THEN = FileTime.from(Instant.parse("2026-11-30T12:00:00Z"));
  private static final String WELL = "ACTIVE physical_state LINK_UP";
  private static final String ILL = "DOWN physical_state POLLING";

  @TempDir private Path folder;
  private Path logs;
  private Path out;

  @BeforeEach
  void three_hosts_for_two_days() throws IOException {
    logs = folder.resolve("logs");
    out = folder.resolve("out");
    for (String day : List.of("2026-11-29", "2026-11-30")) {
      for (int host = 1; host <= 3; host++) {
        boolean ill = host == 2 && day.endsWith("30");
        link(day, "node" + host, ill ? ILL : WELL);
      }
    }
  }

  private void link(String day, String host, String state) throws IOException {
    write(
        day + "/" + host + "/rdma-link.txt",
        "root@%s:~# rdma link show\nlink mlx5_0/1 state %s netdev eth0\n".formatted(host, state));
  }

  private Path write(String name, String text) throws IOException {
    Path file = logs.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return Files.setLastModifiedTime(file, THEN);
  }

  private String diagnose(String... more) {
    List<String> words =
        new ArrayList<>(List.of("fleet", "diagnose", logs.toString(), "--out", out.toString()));
    words.addAll(List.of(more));
    Calls.Result result = Calls.run(words.toArray(String[]::new));
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return result.out();
  }

  private static String looked(String json, String key) {
    return json.replaceAll("(?s).*?\"" + key + "\": ([^,\\s]+).*", "$1");
  }

  @Test
  void the_ill_port_and_its_day_are_named_and_nobody_else() throws IOException {
    String json = diagnose("--format", "json");

    assertThat(looked(json, "hosts_ill")).isEqualTo("1");
    assertThat(looked(json, "links_ill")).isEqualTo("1");
    assertThat(json)
        .contains("\"host\": \"node2\"", "\"port\": \"mlx5_0 port 1\"")
        .contains("\"first_day\": \"2026-11-30\"")
        .doesNotContain("\"host\": \"node1\"", "\"host\": \"node3\"");
    assertThat(Files.readString(out.resolve("report.html"))).contains("Worst links", "node2");
    try (Stream<Path> files = Files.list(out.resolve("findings.parquet"))) {
      assertThat(files.map(Path::toString)).anyMatch(name -> name.endsWith(".parquet"));
    }
  }

  @Test
  void what_nobody_understood_is_no_clean_bill() throws IOException {
    logs = folder.resolve("others");
    write("2026-11-30/node9/notes.txt", "banana split 17\n");

    assertThat(diagnose()).contains("Unread in part: 1 of 1 parts").doesNotContain("Nothing wrong");
    assertThat(looked(diagnose("--format", "json"), "parts_unread")).isEqualTo("1");
  }

  @Test
  void only_new_files_are_read_and_the_answer_is_that_of_reading_all() throws IOException {
    String first = diagnose("--format", "json");
    assertThat(looked(first, "parts_now")).isEqualTo("6");

    String again = diagnose("--format", "json");
    assertThat(looked(again, "parts_now")).isEqualTo("0");
    assertThat(looked(again, "bytes_now")).isEqualTo("0");

    Path added =
        write(
            "2026-11-29/node1/syslog",
            "Nov 29 10:00:00 node1 kernel: NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen"
                + " off the bus.\n");
    String more = diagnose("--format", "json");
    assertThat(looked(more, "parts_now")).isEqualTo("1");
    assertThat(looked(more, "bytes_now")).isEqualTo(Long.toString(Files.size(added)));

    out = folder.resolve("anew");
    String anew = diagnose("--format", "json");
    assertThat(withoutNow(more)).isEqualTo(withoutNow(anew));
  }

  private static String withoutNow(String json) {
    return json.replaceAll("\"(parts|bytes)_now\": \\d+,", "");
  }

  @Test
  void a_run_that_was_killed_goes_on_where_it_was() throws IOException {
    diagnose("--conf", "spark.task.maxFailures=1");
    Path state = out.resolve("state");
    try (Stream<Path> files = Files.list(state)) {
      // A killed run leaves tasks without the file that says they are done.
      Path done = files.filter(f -> f.toString().endsWith(".done")).findFirst().orElseThrow();
      Files.delete(done);
    }
    String json = diagnose("--format", "json");

    assertThat(looked(json, "parts")).isEqualTo("6");
    assertThat(looked(json, "hosts_ill")).isEqualTo("1");
    try (Stream<Path> files = Files.list(state)) {
      assertThat(files.map(f -> f.getFileName().toString().replaceFirst(".*\\.", "")).distinct())
          .containsExactlyInAnyOrder("done", "rows", "told");
    }
  }

  @Test
  void what_ill_hosts_share_and_a_change_that_made_them_ill_are_told() throws IOException {
    StringBuilder inventory = new StringBuilder("host,leaf\n");
    for (int host = 1; host <= 40; host++) {
      boolean ill = host <= 8;
      inventory.append("node%d,leaf%d\n".formatted(host, (host - 1) / 8));
      for (int day = 1; day <= 6; day++) {
        String date = "2026-10-0" + day;
        boolean after = day > 3;
        link(date, "node" + host, ill && after ? ILL : WELL);
        write(
            date + "/node" + host + "/ibstat.txt",
            "root@node%d:~# ibstat\nCA 'mlx5_9'\n\tFirmware version: 28.4%d.1000\n"
                .formatted(host, ill && after ? 1 : 0));
      }
    }
    Path table = Files.writeString(folder.resolve("hosts.csv"), inventory.toString());

    String text = diagnose("--layout", "day/host", "--inventory", table.toString());

    assertThat(text)
        .contains("What ill hosts and ports have in common", "leaf0", "8 of 8")
        .contains("What got worse after a change", "28.40.1000", "28.41.1000", "2026-10-04");
  }

  @Test
  void the_answer_of_a_part_is_that_of_diagnose() throws IOException {
    diagnose();
    Calls.Result alone =
        Calls.run("diagnose", logs.resolve("2026-11-30/node2").toString(), "--format", "json");

    String code = alone.out().replaceAll("(?s).*?\"code\": \"([^\"]+)\".*", "$1");
    assertThat(diagnose("--format", "json")).contains("\"" + code + "\"");
    assertThat(alone.exitCode()).isEqualTo(1);
  }

  @Test
  void a_level_that_is_none_and_a_folder_that_is_not_there_are_refused() {
    Calls.Result level =
        Calls.run(
            "fleet", "diagnose", logs.toString(), "--out", out.toString(), "--layout", "dya/job");
    assertThat(level.exitCode()).isEqualTo(2);
    assertThat(level.err()).contains("did you mean 'day'?");

    Calls.Result missing = Calls.run("fleet", "diagnose", logs + "/no", "--out", out.toString());
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("an existing folder");
  }
}
