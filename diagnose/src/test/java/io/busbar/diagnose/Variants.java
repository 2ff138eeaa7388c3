package io.busbar.diagnose;

import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The cases of {@code variants.txt}. */
record Variants(int line, String code, Map<String, String> files) {
  static List<Variants> all() {
    try (InputStream in =
        Objects.requireNonNull(Variants.class.getResourceAsStream("variants.txt"))) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Variants> parse(String text) {
    List<Variants> cases = new ArrayList<>();
    StringBuilder file = new StringBuilder();
    String name = "";
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      if (line.startsWith("=== ") || line.startsWith("--- ")) {
        if (!name.isEmpty()) {
          cases.getLast().files().put(name, file.toString());
        }
        file.setLength(0);
        name = "";
        if (line.startsWith("=== ")) {
          cases.add(new Variants(number, line.substring(4).strip(), new LinkedHashMap<>()));
        } else {
          name = line.substring(4).strip();
        }
      } else if (!name.isEmpty()) {
        file.append(line).append('\n');
      }
    }
    cases.getLast().files().put(name, file.toString());
    return cases;
  }

  /** Whether nothing is wrong. */
  boolean harmless() {
    return code.equals("ok");
  }

  /** This case with one file cut after some lines. */
  Variants cut(String file, int lines) {
    Map<String, String> kept = new LinkedHashMap<>(files);
    kept.put(file, String.join("\n", files.get(file).lines().limit(lines).toList()));
    return new Variants(line, code, kept);
  }

  Diagnosis diagnose(Path folder) {
    files.forEach((name, text) -> {
      try {
        Files.writeString(folder.resolve(name), text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    return new Diagnoser(NcclExpectation.inferred()).diagnose(folder, files.keySet());
  }

  @Override
  public String toString() {
    return code + " at line " + line;
  }
}
