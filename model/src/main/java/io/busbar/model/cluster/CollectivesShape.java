package io.busbar.model.cluster;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.model.cluster.SystemConstant.Unit;
import java.util.EnumMap;
import java.util.Map;

/** The section of a cluster file with its own system constants, one key each. Stateless. */
final class CollectivesShape {
  /** A bound that was written in another unit is still within the range. */
  private static final double ROUNDING = 1e-9;

  private static final Map<SystemConstant, Key<Double>> KEYS = keys();

  static final Shape SHAPE =
      Shape.of(
          "What collectives achieve on this system, from 'busbar calibrate'; the rest is as usual.",
          KEYS.values().toArray(Key<?>[]::new));

  private CollectivesShape() {}

  private static Map<SystemConstant, Key<Double>> keys() {
    Map<SystemConstant, Key<Double>> keys = new EnumMap<>(SystemConstant.class);
    for (SystemConstant c : SystemConstant.values()) {
      Key<Double> key = Key.optional(c.key(), type(c), c.meaning());
      keys.put(c, key.mention(c.example()));
    }
    return keys;
  }

  private static Type<Double> type(SystemConstant c) {
    double low = c.low() * (1 - ROUNDING);
    double high = c.unit() == Unit.SHARE ? c.high() : c.high() * (1 + ROUNDING);
    return switch (c.unit()) {
      case SECONDS ->
          Type.quantity(TimeSpan::parse, c.example(), new TimeSpan(low), new TimeSpan(high))
              .map(TimeSpan::seconds);
      case BYTES_PER_SECOND ->
          Type.quantity(Bandwidth::parse, c.example(), new Bandwidth(low), new Bandwidth(high))
              .map(Bandwidth::bytesPerSecond);
      case SHARE ->
          Type.quantity(Share::parse, c.example(), new Share(low), new Share(high))
              .map(Share::fraction);
    };
  }

  /** The constants that were written and could be read. */
  static SystemConstants bind(Fields fields) {
    Map<SystemConstant, Double> values = new EnumMap<>(SystemConstant.class);
    KEYS.forEach((constant, key) -> {
      Double value = fields.find(key);
      if (value != null) {
        values.put(constant, Math.clamp(value, constant.low(), constant.high()));
      }
    });
    return new SystemConstants(values);
  }
}
