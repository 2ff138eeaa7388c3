package io.busbar.tune.lint.rule;

import io.busbar.nccl.variable.Owner;
import io.busbar.nccl.variable.Variable;
import java.util.Set;

/** Which values NCCL's own number reading decides about. */
public final class Numbers {
  private static final Set<Owner> READERS =
      Set.of(Owner.NCCL, Owner.SHARP_PLUGIN, Owner.FASTSOCKET, Owner.DOCA);
  private static final Set<String> TYPED =
      Set.of("NCCL_SET_THREAD_NAME", "NCCL_WARN_ENABLE_DEBUG_INFO", "NCCL_PARAM_DUMP_ALL");

  private Numbers() {}

  /** Whether a setting is read with {@code strtoll}. */
  public static boolean read(Setting setting) {
    Variable variable = setting.variable();
    return variable != null
        && variable.type().integer()
        && READERS.contains(variable.owner())
        && !TYPED.contains(variable.name());
  }

  /** The value without blanks around it and the quotes that a literal listing keeps. */
  public static String bare(Setting setting) {
    String text = setting.value().strip();
    boolean quoted =
        text.length() >= 2
            && (text.charAt(0) == '"' || text.charAt(0) == '\'')
            && text.charAt(text.length() - 1) == text.charAt(0);
    return quoted ? text.substring(1, text.length() - 1) : text;
  }
}
