package io.busbar.model.cluster;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import java.util.EnumMap;
import java.util.Map;

/** The section of a cluster file with constants of its training steps, one key each. Stateless. */
final class StepsShape {
  /** A bound that was written in another unit is still within the range. */
  private static final double ROUNDING = 1e-9;

  private static final Map<MachineConstant, Key<Double>> KEYS = keys();

  static final Shape SHAPE =
      Shape.of(
          "What training steps achieve on this machine, from 'busbar calibrate --steps'; the rest"
              + " is as usual.",
          KEYS.values().toArray(Key<?>[]::new));

  private StepsShape() {}

  private static Map<MachineConstant, Key<Double>> keys() {
    Map<MachineConstant, Key<Double>> keys = new EnumMap<>(MachineConstant.class);
    for (MachineConstant c : MachineConstant.values()) {
      Key<Double> key = Key.optional(c.key(), type(c), c.meaning());
      keys.put(c, key.mention(c.example()));
    }
    return keys;
  }

  private static Type<Double> type(MachineConstant c) {
    double low = c.low() * (1 - ROUNDING);
    double high = c.high() * (1 + ROUNDING);
    return c.isTime()
        ? Type.quantity(TimeSpan::parse, c.example(), new TimeSpan(low), new TimeSpan(high))
            .map(TimeSpan::seconds)
        : Type.number(c.low(), c.high());
  }

  /** The constants that were written and could be read. */
  static MachineConstants bind(Fields fields) {
    Map<MachineConstant, Double> values = new EnumMap<>(MachineConstant.class);
    KEYS.forEach((constant, key) -> {
      Double value = fields.find(key);
      if (value != null) {
        values.put(constant, Math.clamp(value, constant.low(), constant.high()));
      }
    });
    return new MachineConstants(values);
  }
}
