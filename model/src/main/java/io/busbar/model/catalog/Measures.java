package io.busbar.model.catalog;

import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.ComputeRate;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Names;
import io.busbar.formats.shape.SchemaNode;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.Ports;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How figures of the catalogue are written: a number with its unit, or two joined by {@code to}
 * where sources differ. Values come out in bytes, bytes per second, FLOP per second, seconds,
 * watts, hertz, metres, dollars. Stateless.
 */
final class Measures {
  private static final Pattern NUMBER = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(.*)");
  private static final Pattern WAY = Pattern.compile("(\\d{1,5})\\s*x\\s*(\\S+)");
  private static final int MAX_COUNT = 1_000_000;

  static final Type<Double> SIZE =
      Type.quantity(DataSize::parse, "80GB").map(size -> (double) size.bytes());
  static final Type<Double> BANDWIDTH =
      Type.quantity(Bandwidth::parse, "400Gb/s").map(Bandwidth::bytesPerSecond);
  static final Type<Double> COMPUTE =
      Type.quantity(ComputeRate::parse, "989TFLOPS").map(ComputeRate::flopPerSecond);
  static final Type<Range> TIME =
      range(Type.quantity(TimeSpan::parse, "1.5us").map(TimeSpan::seconds));
  static final Type<Range> MONEY = range(Type.quantity(Money::parse, "$36000").map(Money::dollars));
  static final Type<Range> POWER =
      range(unit("a power", "700W", Map.of("W", 1.0, "kW", 1e3, "MW", 1e6)));
  static final Type<Range> LENGTH = range(unit("a length", "500m", Map.of("m", 1.0)));
  static final Type<Range> CYCLES = range(unit("clock cycles", "29cycles", Map.of("cycles", 1.0)));
  static final Type<Range> RATIO = range(unit("a percentage", "30%", Map.of("%", 0.01)));
  static final Type<Range> FACTOR = range(unit("a ratio", "1.45", Map.of("", 1.0)));
  static final Type<Double> CLOCK = unit("a clock rate", "1830MHz", Map.of("MHz", 1e6, "GHz", 1e9));
  static final Type<Integer> COUNT = Type.count(0, MAX_COUNT);
  static final Type<List<Ports>> PORTS = list("64 x 400Gb/s, 128 x 200Gb/s", Measures::ports);
  static final Type<List<NetworkKind>> NETWORKS = list("infiniband, roce", Measures::network);

  private Measures() {}

  private static Type<Double> unit(String what, String example, Map<String, Double> factors) {
    return Type.scalar(
        what + " such as " + example,
        SchemaNode.of("string", "examples", List.of(example)),
        (text, quoted) -> {
          Matcher m = NUMBER.matcher(text.strip());
          Double factor = m.matches() ? factors.get(m.group(2)) : null;
          return factor == null ? null : Double.parseDouble(m.group(1)) * factor;
        });
  }

  /** One value, or the lowest and the highest: {@code 130ns to 330ns}. */
  private static Type<Range> range(Type<Double> one) {
    return new Type<>() {
      @Override
      public @Nullable Range read(Tree tree, String key, Problems problems) {
        if (!(tree instanceof Tree.Scalar s) || !s.text().contains(" to ")) {
          Double value = one.read(tree, key, problems);
          return value == null ? null : new Range(value, value);
        }
        String[] ends = s.text().split(" to ", 2);
        Double low = one.read(new Tree.Scalar(s.at(), ends[0].strip(), false), key, problems);
        Double high = one.read(new Tree.Scalar(s.at(), ends[1].strip(), false), key, problems);
        if (low == null || high == null) {
          return null;
        }
        if (low > high) {
          problems.add(s.at(), key, s.text(), "the lower value first", "");
          return null;
        }
        return new Range(low, high);
      }

      @Override
      public Map<String, Object> schema() {
        return one.schema();
      }
    };
  }

  /** Items separated by commas; an item that is none (null) refuses the whole. */
  private static <T> Type<List<T>> list(String example, Function<String, @Nullable T> one) {
    return Type.scalar(
        "a list such as " + example,
        SchemaNode.of("string", "examples", List.of(example)),
        (text, quoted) -> {
          List<T> items = new ArrayList<>();
          for (String part : text.split(",")) {
            T item = one.apply(part.strip());
            if (item == null) {
              return null;
            }
            items.add(item);
          }
          return items;
        });
  }

  private static @Nullable Ports ports(String text) {
    Matcher m = WAY.matcher(text);
    if (!m.matches()) {
      return null;
    }
    try {
      return new Ports(Integer.parseInt(m.group(1)), Bandwidth.parse(m.group(2)).bytesPerSecond());
    } catch (QuantityFormatException e) {
      return null;
    }
  }

  private static @Nullable NetworkKind network(String text) {
    for (NetworkKind kind : NetworkKind.values()) {
      if (Names.of(kind).equals(text)) {
        return kind;
      }
    }
    return null;
  }
}
