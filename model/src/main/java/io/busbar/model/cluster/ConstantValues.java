package io.busbar.model.cluster;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.model.cluster.CalibratedConstant.Limits;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Values of one kind of constants: as a section of a cluster file, one key each, and checked. The
 * sections differ in their constants only. Immutable.
 */
final class ConstantValues<C extends Enum<C> & CalibratedConstant> {
  /** A bound that was written in another unit is still within the range. */
  private static final double ROUNDING = 1e-9;

  private final Class<C> kind;
  private final Map<C, Key<Double>> keys;

  ConstantValues(Class<C> kind) {
    this.kind = kind;
    keys = new EnumMap<>(kind);
    for (C constant : kind.getEnumConstants()) {
      Key<Double> key = Key.optional(constant.key(), type(constant.limits()), constant.meaning());
      keys.put(constant, key.mention(constant.limits().example()));
    }
  }

  private static Type<Double> type(Limits limits) {
    String example = limits.example();
    double low = limits.low() * (1 - ROUNDING);
    double high = limits.high() * (1 + ROUNDING);
    return switch (limits.unit()) {
      case SECONDS ->
          Type.quantity(TimeSpan::parse, example, new TimeSpan(low), new TimeSpan(high))
              .map(TimeSpan::seconds);
      case BYTES_PER_SECOND ->
          Type.quantity(Bandwidth::parse, example, new Bandwidth(low), new Bandwidth(high))
              .map(Bandwidth::bytesPerSecond);
      case SHARE ->
          Type.quantity(Share::parse, example, new Share(low), new Share(limits.high()))
              .map(Share::fraction);
      case FACTOR -> Type.number(limits.low(), limits.high());
    };
  }

  /** The section of a cluster file. */
  Shape shape(String doc) {
    return Shape.of(doc, keys.values().toArray(Key<?>[]::new));
  }

  /** The values that were written and could be read. */
  Map<C, Double> read(Fields fields) {
    Map<C, Double> values = new EnumMap<>(kind);
    keys.forEach((constant, key) -> {
      Double value = fields.find(key);
      if (value != null) {
        values.put(constant, Math.clamp(value, constant.low(), constant.high()));
      }
    });
    return values;
  }

  /**
   * The same values in the order of the constants, which cannot be changed.
   *
   * @throws IllegalArgumentException when one is out of its range
   */
  static <C extends Enum<C> & CalibratedConstant> Map<C, Double> checked(
      Class<C> kind, Map<C, Double> values) {
    Map<C, Double> ordered = new EnumMap<>(kind);
    values.forEach((constant, value) -> {
      if (!(value >= constant.low() && value <= constant.high())) {
        throw new IllegalArgumentException(constant.key() + ": " + value);
      }
      ordered.put(constant, value);
    });
    return Collections.unmodifiableMap(ordered);
  }

  /** A copy with one value set. */
  static <C extends Enum<C>> Map<C, Double> with(Map<C, Double> values, C constant, double value) {
    Map<C, Double> copy = new EnumMap<>(constant.getDeclaringClass());
    copy.putAll(values);
    copy.put(constant, value);
    return copy;
  }
}
