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
 * What ranks may see of each other in shared memory, under jcstress: the runtime as it is, which has
 * to show nothing that is forbidden, and {@linkplain Mutant wrong ones}, of which each has to be
 * found. Run it as {@code PublicationStress [milliseconds of each test]}.
 */
public final class PublicationStress {
  private static final Pattern RESULTS = Pattern.compile("\\[(OK|FAILED|ERROR|INTERESTING)\\] (\\S+)");

  private PublicationStress() {}

  public static void main(String[] args) throws Exception {
    String millis = args.length > 0 ? args[0] : "500";
    Path folder = Files.createTempDirectory("busbar-jcstress-");
    String path = System.getProperty("java.class.path");
    boolean right = tell("the runtime as it is", run(folder, path, millis), false);
    for (Mutant mutant : Mutant.all()) {
      Path wrong = Files.createDirectories(folder.resolve("mutant"));
      mutant.into(wrong);
      List<String> failed = run(folder, wrong + File.pathSeparator + path, millis);
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
  private static List<String> run(Path folder, String path, String millis)
      throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", path, "org.openjdk.jcstress.Main", "-t", "io.busbar.*Stress.*"));
    command.addAll(List.of("-f", "1", "-iters", "1", "-time", millis, "-strideSize", "50"));
    command.addAll(List.of("-strideCount", "20", "-r", folder.resolve("report").toString()));
    new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start()
        .waitFor();
    List<String> failed = new ArrayList<>();
    int all = 0;
    Matcher results = RESULTS.matcher(Files.readString(log, StandardCharsets.UTF_8));
    while (results.find()) {
      all++;
      String name = results.group(2).substring(results.group(2).lastIndexOf('.') + 1);
      if (results.group(1).equals("ERROR")) {
        throw new IOException("jcstress: see " + log);
      }
      if (results.group(1).equals("FAILED") && !failed.contains(name)) {
        failed.add(name);
      }
    }
    if (all == 0) {
      throw new IOException("jcstress ran nothing: see " + log);
    }
    return failed;
  }
}
