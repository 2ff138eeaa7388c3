package io.busbar.tune.lint.rule;

import io.busbar.formats.env.Assignment;
import io.busbar.nccl.variable.CInteger;
import io.busbar.nccl.variable.Variable;
import org.jspecify.annotations.Nullable;

/**
 * An assignment together with what is known of its variable.
 *
 * @param assignment what was read
 * @param variable null when nobody reads the name
 */
public record Setting(Assignment assignment, @Nullable Variable variable) {

  public String name() {
    return assignment.name();
  }

  public String value() {
    return assignment.value();
  }

  public boolean is(String name) {
    return assignment.name().equals(name);
  }

  /** Whether NCCL takes the value for this number. */
  public boolean is(String name, long number) {
    return is(name) && known() && number().used() > 0 && number().value() == number;
  }

  /** Whether there is a value to judge: known, and not empty, which NCCL takes for unset. */
  public boolean known() {
    boolean read =
        assignment.manner() != Assignment.Manner.FORWARDED
            && assignment.manner() != Assignment.Manner.MCA;
    return assignment.known() && read && !assignment.value().isEmpty();
  }

  /** The value as NCCL reads numbers. */
  public CInteger number() {
    return CInteger.read(assignment.value());
  }
}
