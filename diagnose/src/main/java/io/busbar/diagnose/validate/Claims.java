package io.busbar.diagnose.validate;

import io.busbar.diagnose.check.KnowledgeTable;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    for (List<String> cells : KnowledgeTable.rows("claims.tsv")) {
      table.put(cells.getFirst(), Set.of(cells.get(1).split(" ")));
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
