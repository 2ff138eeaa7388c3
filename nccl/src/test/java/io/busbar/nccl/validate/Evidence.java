package io.busbar.nccl.validate;

import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.ExperimentsReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The published tables that are kept with the tests: {@code index.yaml} and the rows of all its
 * experiments in one {@code points.csv}. The {@code first} batch was scored before the constants
 * were fitted to it, the {@code second} is in no fit.
 */
final class Evidence {
  private static final Path FOLDER = Path.of("src/test/resources/measurements");
  private static final String HEADER = "size_bytes,time_us,inplace_time_us";

  private Evidence() {}

  /** A batch, laid out as the product reads it. */
  static List<Experiment> read(String batch) {
    try {
      Path folder = Files.createTempDirectory("measurements");
      try {
        Files.copy(FOLDER.resolve(batch).resolve("index.yaml"), folder.resolve("index.yaml"));
        for (Map.Entry<String, List<String>> table : tables(batch).entrySet()) {
          Files.write(folder.resolve(table.getKey() + ".csv"), table.getValue());
        }
        return ExperimentsReader.read(folder).experiments();
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, List<String>> tables(String batch) throws IOException {
    Map<String, List<String>> tables = new HashMap<>();
    List<String> lines = Files.readAllLines(FOLDER.resolve(batch).resolve("points.csv"));
    for (String line : lines.subList(1, lines.size())) {
      int comma = line.indexOf(',');
      tables
          .computeIfAbsent(line.substring(0, comma), id -> new ArrayList<>(List.of(HEADER)))
          .add(line.substring(comma + 1));
    }
    return tables;
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  /** Ids of the experiments of a batch whose machine and network no earlier collection had. */
  static Set<String> newKinds(String batch) {
    Set<String> ids = new HashSet<>();
    try {
      String id = "";
      for (String line : Files.readAllLines(FOLDER.resolve(batch).resolve("index.yaml"))) {
        if (line.startsWith("  - id: ")) {
          id = line.substring("  - id: ".length());
        } else if (line.equals("    kind: new")) {
          ids.add(id);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ids;
  }
}
