package io.busbar.tune.lint.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The value of NCCL_ALGO or NCCL_PROTO: {@code Ring,Tree}, {@code ^NVLS}, from 2.24 also per
 * function, {@code allreduce:tree;broadcast:ring}.
 *
 * @param excluding whether everything but the tokens is meant
 * @param tokens names in order, as written
 * @param functions names before a colon
 */
public record Choice(boolean excluding, List<String> tokens, List<String> functions) {
  public static Choice of(String value) {
    List<String> tokens = new ArrayList<>();
    List<String> functions = new ArrayList<>();
    boolean excluding = value.startsWith("^");
    for (String part : value.split(";")) {
      int colon = part.indexOf(':');
      if (colon >= 0) {
        functions.add(part.substring(0, colon).strip());
      }
      String list = part.substring(colon + 1).strip();
      excluding |= list.startsWith("^");
      for (String token : list.replace("^", "").split(",")) {
        if (!token.isBlank()) {
          tokens.add(token.strip());
        }
      }
    }
    return new Choice(excluding, tokens, functions);
  }

  /** Whether a name is among the tokens; case does not count. */
  public boolean names(String token) {
    return tokens.stream().anyMatch(t -> t.equalsIgnoreCase(token));
  }

  /** Whether only the tokens are allowed, so that all others are shut out. */
  public boolean forces() {
    return !excluding && !tokens.isEmpty() && functions.isEmpty();
  }

  /** Whether any token is one of an in-network algorithm. */
  public boolean collnet() {
    return tokens.stream().anyMatch(t -> t.toLowerCase(Locale.ROOT).startsWith("collnet"));
  }

  /** Whether any token is one of NVLink SHARP. */
  public boolean nvls() {
    return tokens.stream().anyMatch(t -> t.toLowerCase(Locale.ROOT).startsWith("nvls"));
  }

  /** Algorithm names of a version. */
  public static List<String> algorithms(Context context) {
    List<String> names = new ArrayList<>(List.of("Ring", "Tree"));
    if (context.atLeast(14)) {
      names.addAll(List.of("CollnetDirect", "CollnetChain"));
    } else {
      names.add("CollNet");
    }
    if (context.atLeast(17)) {
      names.add("NVLS");
    }
    if (context.atLeast(18)) {
      names.add("NVLSTree");
    }
    if (context.atLeast(23)) {
      names.add("PAT");
    }
    return names;
  }
}
