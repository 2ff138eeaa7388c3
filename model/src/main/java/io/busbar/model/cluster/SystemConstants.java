package io.busbar.model.cluster;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * The system constants that are known of one cluster, mostly from a calibration; the others are
 * what is usual for its kind. Immutable.
 */
public record SystemConstants(Map<SystemConstant, Double> values) {
  /** Nothing is known: all are as usual. */
  public static final SystemConstants NONE = new SystemConstants(Map.of());

  /**
   * @throws IllegalArgumentException when a value is out of its range
   */
  public SystemConstants {
    values = ConstantValues.checked(SystemConstant.class, values);
  }

  /** Empty when it is as usual. */
  public OptionalDouble find(SystemConstant constant) {
    Double value = values.get(constant);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The same with one value set. */
  public SystemConstants with(SystemConstant constant, double value) {
    return new SystemConstants(ConstantValues.with(values, constant, value));
  }
}
