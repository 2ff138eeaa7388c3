package io.busbar.diagnose.validate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What a case says must not be claimed, in prose, as the codes that would claim it. */
final class Claims {
  private static final Map<String, Set<String>> TABLE = load();

  private final Set<String> forbidden;

  private Claims(Set<String> forbidden) {
    this.forbidden = forbidden;
  }

  private static Map<String, Set<String>> load() {
    Map<String, Set<String>> table = new LinkedHashMap<>();
    InputStream in =
        Objects.requireNonNull(Claims.class.getResourceAsStream("/io/busbar/diagnose/claims.tsv"));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] cells = line.split("\t+");
          table.put(cells[0], Set.of(cells[1].split(" ")));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table;
  }

  static Claims of(List<String> prose) {
    Set<String> codes = new HashSet<>();
    for (String claim : prose) {
      String lower = claim.toLowerCase(Locale.ROOT);
      TABLE.forEach((words, forbids) -> {
        if (lower.contains(words)) {
          codes.addAll(forbids);
        }
      });
    }
    return new Claims(codes);
  }

  boolean forbids(String code) {
    return forbidden.contains(code);
  }
}
