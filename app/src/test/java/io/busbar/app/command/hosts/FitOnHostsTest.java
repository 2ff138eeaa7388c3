package io.busbar.app.command.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.app.Main;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four hosts of network namespaces at 1 Gbit/s: fitted, and predicted from the file. */
class FitOnHostsTest {
  private static final File TOOL = new File("../tools/hosts").getAbsoluteFile();
  private static final int CANNOT = 3;

  /**
   * On an idle machine the error is below 5 %. Tests run beside others, which disturb what is
   * fitted and what is predicted in different ways; -Dbusbar.trials=1 looks closer.
   */
  private static final double SLACK = Integer.getInteger("busbar.trials", 0) > 0 ? 0.25 : 0.7;

  private static final int TRIES = 3;

  private final String name = "f" + ProcessHandle.current().pid();
  @TempDir private Path folder;

  private record Run(int code, String said) {}

  private static Run run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), said);
  }

  /** Of this test, which a launcher may have loaded itself. */
  private static String classes() {
    return FitOnHostsTest.class.getClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(":"))
        : System.getProperty("java.class.path");
  }

  @Test
  void an_all_reduce_over_four_hosts_is_predicted_from_a_fit() throws Exception {
    Run up = run(List.of(TOOL.getPath(), "up", name, "4", "1gbit"));
    assumeTrue(up.code != CANNOT, up.said);
    assertThat(up.code).as(up.said).isZero();
    try {
      double error = Double.MAX_VALUE;
      for (int i = 0; i < TRIES && error > SLACK; i++) {
        error = Math.min(error, fit());
      }
      assertThat(error).isLessThan(SLACK);
    } finally {
      run(List.of(TOOL.getPath(), "down", name));
    }
  }

  /** Largest error at 1 MiB and above. */
  private double fit() throws Exception {
    Path hosts = folder.resolve("hosts.txt");
    Files.writeString(hosts, "10.77.0.1\n10.77.0.2\n10.77.0.3\n10.77.0.4\n");
    List<String> command = new ArrayList<>();
    command.addAll(List.of(TOOL.getPath(), "run", name, "1"));
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", classes()));
    command.addAll(List.of(Main.class.getName(), "perf", "--fit", "-n", "4"));
    command.addAll(List.of("-b", "1M", "-e", "4M", "--meet", "10.77.0.1", "--format", "json"));
    command.addAll(List.of("--hosts", hosts.toString(), "--launch"));
    command.add(TOOL.getPath() + " run " + name + " {index} {command}");
    Run run = run(command);
    assertThat(run.code).as(run.said).isZero();
    Matcher matcher =
        Pattern.compile("\"largest_error_from_mebibyte\" *: *([0-9.eE-]+)").matcher(run.said);
    assertThat(matcher.find()).as(run.said).isTrue();
    return Double.parseDouble(matcher.group(1));
  }
}
