package io.busbar.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What ranks may see of each other in shared memory, under jcstress: the runtime as it is, which
 * has to show nothing that is forbidden, and {@linkplain Mutant wrong ones}, of which each has to
 * be found. Run it as {@code PublicationStress [milliseconds of each test]}.
 */
public final class PublicationStress {
  private static final Pattern COUNTS =
      Pattern.compile("Results: (\\d+) planned; (\\d+) passed, (\\d+) failed, 0 soft errs, 0 hard");

  private static final Pattern FAILED = Pattern.compile("\\[FAILED\\] \\S+\\.(\\w+)");

  private PublicationStress() {}

  public static void main(String[] args) throws Exception {
    String millis = args.length > 0 ? args[0] : "3000";
    Path folder = Files.createTempDirectory("busbar-jcstress-");
    String path = System.getProperty("java.class.path");
    boolean right = tell("the runtime as it is", run(folder, path, millis, ".*"), false);
    for (Mutant mutant : Mutant.all()) {
      Path wrong = Files.createDirectories(folder.resolve("mutant"));
      mutant.into(wrong);
      List<String> failed = run(folder, wrong + File.pathSeparator + path, millis, mutant.tests());
      Files.delete(wrong.resolve(mutant.file() + ".class"));
      right &= tell(mutant.name(), failed, true) || !mutant.seen();
    }
    System.exit(right ? 0 : 1);
  }

  private static boolean tell(String name, List<String> failed, boolean wanted) {
    System.out.println(name + ": " + (failed.isEmpty() ? "nothing forbidden is seen" : failed));
    return failed.isEmpty() != wanted;
  }

  /** Names of the tests that saw what is forbidden. */
  private static List<String> run(Path folder, String path, String millis, String tests)
      throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", path, "org.openjdk.jcstress.Main", "-t"));
    command.add("io\\.busbar\\.runtime\\.transport\\." + tests);
    command.addAll(List.of("-f", "1", "-iters", "1", "-time", millis, "-strideSize", "500"));
    command.addAll(List.of("-strideCount", "40", "-r", folder.resolve("report").toString()));
    command.addAll(List.of("-sc", "false", "-af", "NONE", "-jvmArgs", "-XX:+UseSerialGC"));
    new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start()
        .waitFor();
    String said = Files.readString(log, StandardCharsets.UTF_8);
    int planned = 0;
    int passed = 0;
    int found = 0;
    Matcher counts = COUNTS.matcher(said);
    while (counts.find()) {
      planned = Integer.parseInt(counts.group(1));
      passed = Integer.parseInt(counts.group(2));
      found = Integer.parseInt(counts.group(3));
    }
    if (planned == 0 || passed + found != planned) {
      throw new IOException("jcstress did not run all tests: see " + log);
    }
    List<String> failed = new ArrayList<>();
    Matcher names = FAILED.matcher(said);
    while (names.find()) {
      if (!failed.contains(names.group(1))) {
        failed.add(names.group(1));
      }
    }
    if (failed.isEmpty() != (found == 0)) {
      throw new IOException("jcstress found " + found + ", and " + failed + ": see " + log);
    }
    return failed;
  }
}
