package io.busbar.diagnose;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Which finding explains which, from {@code relations.tsv}. A consequence that is folded says
 * nothing beside its cause, so it is named there and not shown itself. Constants.
 */
final class Relations {
  static final Relations ALL = load();

  private final Map<String, Set<String>> explains;
  private final Set<String> folded;

  private Relations(Map<String, Set<String>> explains, Set<String> folded) {
    this.explains = explains;
    this.folded = folded;
  }

  private static Relations load() {
    Map<String, Set<String>> explains = new LinkedHashMap<>();
    Set<String> folded = new HashSet<>();
    InputStream in = Objects.requireNonNull(Relations.class.getResourceAsStream("relations.tsv"));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        String[] cells = line.split("\t+");
        for (String effect : cells[1].split(" ")) {
          explains.computeIfAbsent(cells[0], c -> new HashSet<>()).add(effect);
          if (cells.length > 2 && cells[2].equals("fold")) {
            folded.add(cells[0] + " " + effect);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Relations(explains, folded);
  }

  boolean explains(String cause, String effect) {
    return explains.getOrDefault(cause, Set.of()).contains(effect);
  }

  /** Whether the effect is not shown when its cause is. */
  boolean folds(String cause, String effect) {
    return folded.contains(cause + " " + effect);
  }

  /** Every code that the table names, for tests. */
  Set<String> codes() {
    Set<String> codes = new HashSet<>(explains.keySet());
    explains.values().forEach(codes::addAll);
    return codes;
  }

  Map<String, Set<String>> table() {
    return new HashMap<>(explains);
  }
}
