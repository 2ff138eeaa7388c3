package io.busbar.model.cluster;

import java.util.Collections;
import java.util.EnumMap;
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
    Map<MachineConstant, Double> ordered = new EnumMap<>(MachineConstant.class);
    values.forEach((constant, value) -> {
      if (!(value >= constant.low() && value <= constant.high())) {
        throw new IllegalArgumentException(constant.key() + ": " + value);
      }
      ordered.put(constant, value);
    });
    values = Collections.unmodifiableMap(ordered);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The same with one value set. */
  public MachineConstants with(MachineConstant constant, double value) {
    Map<MachineConstant, Double> copy = new EnumMap<>(MachineConstant.class);
    copy.putAll(values);
    copy.put(constant, value);
    return new MachineConstants(copy);
  }
}
