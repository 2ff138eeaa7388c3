package io.busbar.model.cluster;

import java.util.Map;

/**
 * The constants of the step model that are known of one machine, from a calibration; the others are
 * what is usual. Immutable.
 */
public record MachineConstants(Map<MachineConstant, Double> values) {
  /** Nothing is known: all are as usual. */
  public static final MachineConstants NONE = new MachineConstants(Map.of());

  /**
   * @throws IllegalArgumentException when a value is out of its range
   */
  public MachineConstants {
    values = ConstantValues.checked(MachineConstant.class, values);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The same with one value set. */
  public MachineConstants with(MachineConstant constant, double value) {
    return new MachineConstants(ConstantValues.with(values, constant, value));
  }
}
