package io.busbar.tune.lint;

import io.busbar.nccl.variable.Owner;
import io.busbar.nccl.variable.Variables;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Which names concern NCCL at all; an environment has hundreds of others. Immutable. */
final class Names {
  private final Set<String> known = new HashSet<>();
  private final Set<String> builds = new HashSet<>();

  Names(Variables variables) {
    variables.all().forEach(v -> (v.owner() == Owner.BUILD ? builds : known).add(v.name()));
  }

  /**
   * Known names, everything that starts with NCCL_, and what would be known with that start: {@code
   * CCL_DEBUG}, {@code NCLL_DEBUG}, {@code nccl_debug}.
   */
  boolean concern(String name) {
    if (known.contains(name)) {
      return true;
    }
    if (builds.contains(name)) {
      return false;
    }
    String upper = name.strip().toUpperCase(Locale.ROOT);
    if (upper.startsWith("NCCL_") || upper.contains(" NCCL_")) {
      return true;
    }
    int mark = upper.indexOf('_');
    boolean near = mark >= 3 && mark <= 6 && upper.substring(0, mark).contains("C");
    return near && upper.contains("CL") && known.contains("NCCL" + upper.substring(mark));
  }
}
