package io.busbar.app.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every reader under a coverage-guided fuzzer (Jazzer), in a process of its own: {@code mvn -Pfuzz
 * -pl app -am test} gives each five seconds, {@code -Dbusbar.fuzz=120} two minutes, {@code
 * -Dbusbar.fuzz.only=pickle,yaml} takes some. The way through the inputs is the same in every run,
 * so that a change is judged by what it changes and not by luck; {@code -Dbusbar.fuzz.seed=0} takes
 * another way each time, which is how to look for more. It begins with the seeds in {@code fuzz/}
 * and those that {@code fuzz/seeds.txt} names, and keeps what it found under {@code target/fuzz},
 * where the next run goes on. An input that broke a reader is named by the failing test; once
 * mended, it belongs into {@code fuzz/}, which {@link #inputs_that_once_broke_a_reader_do_not}
 * reads in every build.
 */
class FuzzTest {
  private static final String DRIVER = "com.code_intelligence.jazzer.Jazzer";
  private static final Path ROOT = Path.of("..");
  private static final Path SEEDS = Path.of("src/test/fuzz");
  private static final Path ELSEWHERE = SEEDS.resolve("seeds.txt");
  private static final Path FOUND = Path.of("target/fuzz");
  private static final int MINUTE = 60;

  static Stream<String> targets() {
    String only = System.getProperty("busbar.fuzz.only", "");
    List<String> some = List.of(only.split(","));
    return FuzzTargets.names().stream().filter(name -> only.isEmpty() || some.contains(name));
  }

  private static boolean present() {
    try (InputStream driver =
        FuzzTest.class.getResourceAsStream("/" + DRIVER.replace('.', '/') + ".class")) {
      return driver != null;
    } catch (IOException e) {
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void no_input_breaks_a_reader(String target) throws Exception {
    int seconds = Integer.getInteger("busbar.fuzz", 5);
    int seed = Integer.getInteger("busbar.fuzz.seed", 1);
    assumeTrue(present(), "asked for with -Pfuzz");
    Path corpus = Files.createDirectories(FOUND.resolve(target));
    Path log = FOUND.resolve(target + ".log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", "-Xss1m"));
    command.addAll(List.of("-XX:+EnableDynamicAgentLoading", "--add-modules"));
    command.addAll(List.of("jdk.incubator.vector", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(DRIVER, "--target_class=" + FuzzTargets.class.getName()));
    command.add("--target_args=" + target);
    command.add("--instrumentation_includes=io.busbar.**");
    command.add("--reproducer_path=" + FOUND);
    command.addAll(List.of("-max_total_time=" + seconds, "-timeout=20", "-rss_limit_mb=2048"));
    command.addAll(
        List.of(
            "-seed=" + seed, "-max_len=8192", "-artifact_prefix=" + FOUND + "/" + target + "-"));
    command.add(corpus.toString());
    command.add(gathered(target).toString());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(ends(process, log, seconds + 2 * MINUTE))
          .as(() -> target + ": " + tail(log))
          .isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Whether all went well: the driver says so when it is through, and its JVM may take longer. */
  private static boolean ends(Process process, Path log, int seconds) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() - end < 0) {
      if (process.waitFor(200, TimeUnit.MILLISECONDS)) {
        return process.exitValue() == 0;
      }
      if (Files.readString(log, StandardCharsets.ISO_8859_1).contains("\nDone ")) {
        return true;
      }
    }
    return false;
  }

  private static String tail(Path log) {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    } catch (IOException e) {
      return "see " + log + File.separator;
    }
  }

  /** A beginning for a reader. */
  record Seed(String target, Path file) {}

  static Stream<Seed> seeds() throws IOException {
    List<Seed> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SEEDS)) {
      files
          .filter(file -> Files.isRegularFile(file) && !file.equals(ELSEWHERE))
          .sorted()
          .forEach(file -> all.add(new Seed(file.getParent().getFileName().toString(), file)));
    }
    for (String line : Files.readAllLines(ELSEWHERE)) {
      if (!line.startsWith("#")) {
        String[] words = line.split(" ");
        all.add(new Seed(words[0], ROOT.resolve(words[1])));
      }
    }
    return all.stream();
  }

  /** A folder with all seeds of a target, as the driver wants them. */
  private static Path gathered(String target) throws IOException {
    Path folder = Files.createDirectories(FOUND.resolve("seeds").resolve(target));
    for (Seed seed : seeds().filter(seed -> seed.target.equals(target)).toList()) {
      Path copy = folder.resolve(seed.file.getFileName());
      Files.copy(seed.file, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    return folder;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void inputs_that_once_broke_a_reader_do_not(Seed seed) throws IOException {
    FuzzTargets.fuzzerInitialize(new String[] {seed.target});
    byte[] bytes = Files.readAllBytes(seed.file);
    assertThatCode(() -> FuzzTargets.fuzzerTestOneInput(bytes)).doesNotThrowAnyException();
  }

  @Test
  void every_folder_of_seeds_has_a_target() throws IOException {
    assertThat(seeds().map(Seed::target)).isNotEmpty().isSubsetOf(FuzzTargets.names());
  }
}
