package io.busbar.nccl.settings;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.version.NcclVersion;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code NCCL_ALGO} or {@code NCCL_PROTO} leaves, per function. A list names what is allowed;
 * {@code ^} in front turns it into what is not. Since 2.24 lists may be given per function ({@code
 * allreduce:tree,ring;broadcast:ring}) and a wrong name fails; before, it was skipped silently.
 * Immutable.
 */
public final class Selection {
  private static final NcclVersion PER_FUNCTION = NcclVersion.of(2, 24, 3);
  private static final byte UNSET = 2;
  private static final byte ALLOWED = 1;
  private static final byte EXCLUDED = 0;
  private static final int MAX_LENGTH = 4096;

  private final String variable;
  private final String text;
  private final List<String> names;
  private final byte[][] states;

  private Selection(String variable, String text, List<String> names) {
    this.variable = variable;
    this.text = text;
    this.names = names;
    this.states = new byte[NcclFunction.all().size()][names.size()];
    for (byte[] row : states) {
      Arrays.fill(row, UNSET);
    }
  }

  /** {@code NCCL_ALGO}; empty text means that it is unset. */
  public static Selection algorithms(
      String text, NcclVersion version, Position at, Problems problems) {
    return parse("NCCL_ALGO", text, Algorithm.ncclNames(), version, at, problems);
  }

  /** {@code NCCL_PROTO}; empty text means that it is unset. */
  public static Selection protocols(
      String text, NcclVersion version, Position at, Problems problems) {
    return parse("NCCL_PROTO", text, Protocol.ncclNames(), version, at, problems);
  }

  private static Selection parse(
      String variable,
      String text,
      List<String> names,
      NcclVersion version,
      Position at,
      Problems problems) {
    Selection selection = new Selection(variable, text, names);
    if (text.length() > MAX_LENGTH) {
      problems.add(at, variable, text, "at most " + MAX_LENGTH + " characters", "");
    } else if (!text.isEmpty() && version.atLeast(PER_FUNCTION)) {
      selection.readPerFunction(at, problems);
    } else if (!text.isEmpty()) {
      for (byte[] row : selection.states) {
        selection.apply(text, row, null, at);
      }
    }
    return selection;
  }

  private void readPerFunction(Position at, Problems problems) {
    boolean first = true;
    for (String part : text.split(";")) {
      if (part.isEmpty()) {
        continue;
      }
      int colon = part.indexOf(':');
      String list = part.substring(colon + 1);
      String function = colon < 0 ? "" : part.substring(0, colon);
      if (colon < 0 && !first) {
        problems.add(
            at, variable, part, "a function in front, since only the first list may lack one", "");
      } else if (colon < 0) {
        for (int f = 0; f < states.length; f++) {
          apply(list, states[f], f == 0 ? problems : null, at);
        }
      } else {
        NcclFunction.of(function)
            .ifPresentOrElse(
                f -> apply(list, states[f.ordinal()], problems, at),
                () ->
                    problems.add(
                        at,
                        variable,
                        function,
                        "one of " + String.join(", ", NcclFunction.ncclNames()),
                        Nearest.hint(function, NcclFunction.ncclNames())));
      }
      first = false;
    }
  }

  private void apply(String list, byte[] row, @Nullable Problems problems, Position at) {
    boolean negated = list.startsWith("^");
    Arrays.fill(row, negated ? ALLOWED : EXCLUDED);
    for (String name : (negated ? list.substring(1) : list).split(",")) {
      int index = indexOf(name);
      if (index >= 0) {
        row[index] = negated ? EXCLUDED : ALLOWED;
      } else if (!name.isEmpty() && problems != null) {
        problems.add(
            at, variable, name, "one of " + String.join(", ", names), Nearest.hint(name, names));
      }
    }
  }

  private int indexOf(String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether the variable takes an element away from a function. */
  public boolean excludes(NcclFunction function, Enum<?> element) {
    return states[function.ordinal()][element.ordinal()] == EXCLUDED;
  }

  /** Whether the variable asks for an element, which also overrides what NCCL holds unsafe. */
  public boolean demands(NcclFunction function, Enum<?> element) {
    return states[function.ordinal()][element.ordinal()] == ALLOWED;
  }

  /** Name of the variable. */
  public String variable() {
    return variable;
  }

  /** The text that it was set to; empty when it is unset. */
  public String text() {
    return text;
  }
}
