package io.busbar.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Processes that have the class path of the tests, and the options that Spark needs. */
final class FleetProcess {
  private FleetProcess() {}

  /**
   * Starts a program.
   *
   * @param log gets what it prints
   * @param environment set beside that of the tests
   */
  static Process start(Path log, Map<String, String> environment, String main, List<String> args)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlog4j2.configurationFile=fleet-log4j2.properties",
                "-cp",
                System.getProperty("java.class.path"),
                main));
    command.addAll(args);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }
}
