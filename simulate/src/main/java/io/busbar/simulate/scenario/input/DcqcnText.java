package io.busbar.simulate.scenario.input;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.MarkingSettings;
import io.busbar.simulate.packet.RateSettings;
import io.busbar.simulate.scenario.setting.TransportOptions;
import io.busbar.simulate.scenario.setting.Words;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * DCQCN's parameters in words: {@code connectx} or {@code paper}, then single ones by {@code
 * key=value}, such as {@code timer=55us} or {@code kmin=100kB}. All of them are kept as numbers by
 * key until the end: picoseconds, bytes, bytes per second.
 */
public final class DcqcnText {
  /** What is behind a key. */
  private enum Unit {
    TIME("a time such as 55us"),
    SIZE("a size such as 100kB"),
    RATE("a rate such as 40Mb/s"),
    PART("a number from 0 to 1"),
    COUNT("a whole number from 0 to 100");

    private final String words;

    Unit(String words) {
      this.words = words;
    }
  }

  private enum Key {
    NOTIFY(Unit.TIME),
    GAIN(Unit.PART),
    ALPHA(Unit.TIME),
    CUT(Unit.TIME),
    LEAST_FACTOR(Unit.PART),
    TIMER(Unit.TIME),
    BYTES(Unit.SIZE),
    FAST_STAGES(Unit.COUNT),
    ADDITIVE(Unit.RATE),
    HYPER(Unit.RATE),
    LEAST_RATE(Unit.RATE),
    CLAMP_TARGET(Unit.COUNT),
    KMIN(Unit.SIZE),
    KMAX(Unit.SIZE),
    PMAX(Unit.PART),
    MARK_AT_DEQUEUE(Unit.COUNT);

    private final Unit unit;

    Key(Unit unit) {
      this.unit = unit;
    }
  }

  /** Shorter periods would be a step each for every packet. */
  private static final double LEAST_PERIOD_PS = 100_000;

  private static final String BASES = "connectx or paper";
  private static final String OPTION = "--dcqcn";

  private final Problems problems;
  private final Map<Key, Double> values = new EnumMap<>(Key.class);
  private long perBytesPerSecond;

  DcqcnText(Problems problems) {
    this.problems = problems;
  }

  /** Rate control and marks of the words; null after a problem was added. */
  @Nullable TransportOptions read(List<String> words, TransportOptions options) {
    List<String> rest = new ArrayList<>(words);
    boolean based = !rest.isEmpty() && !rest.getFirst().contains("=");
    String base = based ? rest.removeFirst() : "connectx";
    if (base.equals("paper")) {
      take(RateSettings.PAPER, MarkingSettings.PAPER);
    } else if (base.equals("connectx")) {
      take(RateSettings.CONNECTX, MarkingSettings.BY_RATE);
    } else {
      String hint = Nearest.hint(base, List.of("connectx", "paper"));
      problems.add(Position.of(OPTION), "", base, BASES + ", then key=value", hint);
      return null;
    }
    rest.forEach(this::change);
    for (Key key : List.of(Key.ALPHA, Key.TIMER)) {
      if (values.getOrDefault(key, 0.0) < LEAST_PERIOD_PS) {
        problems.add(Position.of(OPTION), "", Words.of(key), "100ns or more", "");
      }
    }
    try {
      return options.with(rate(), marking());
    } catch (IllegalArgumentException e) {
      String read = String.join(",", words);
      problems.add(Position.of(OPTION), "", read, "parameters that fit each other", message(e));
      return null;
    }
  }

  private static String message(IllegalArgumentException e) {
    return String.valueOf(e.getMessage());
  }

  private void take(RateSettings rate, MarkingSettings marking) {
    values.put(Key.NOTIFY, (double) rate.notifyPs());
    values.put(Key.GAIN, rate.gain());
    values.put(Key.ALPHA, (double) rate.alphaPs());
    values.put(Key.CUT, (double) rate.cutPs());
    values.put(Key.LEAST_FACTOR, rate.leastFactor());
    values.put(Key.TIMER, (double) rate.timerPs());
    values.put(Key.BYTES, (double) rate.stageBytes());
    values.put(Key.FAST_STAGES, (double) rate.fastStages());
    values.put(Key.ADDITIVE, rate.additive());
    values.put(Key.HYPER, rate.hyper());
    values.put(Key.LEAST_RATE, rate.leastBytesPerSecond());
    values.put(Key.CLAMP_TARGET, rate.clampTarget() ? 1.0 : 0.0);
    values.put(Key.KMIN, (double) marking.kMinBytes());
    values.put(Key.KMAX, (double) marking.kMaxBytes());
    values.put(Key.PMAX, marking.pMax());
    values.put(Key.MARK_AT_DEQUEUE, marking.atDequeue() ? 1.0 : 0.0);
    perBytesPerSecond = marking.perBytesPerSecond();
  }

  private void change(String word) {
    int equals = word.indexOf('=');
    Map<String, Key> keys = Words.byName(Key.class);
    Key key = equals < 0 ? null : keys.get(word.substring(0, equals));
    if (key == null) {
      String name = equals < 0 ? word : word.substring(0, equals);
      String known = "key=value with one of " + String.join(", ", keys.keySet());
      problems.add(Position.of(OPTION), "", word, known, Nearest.hint(name, keys.keySet()));
      return;
    }
    try {
      values.put(key, number(key.unit, word.substring(equals + 1)));
    } catch (QuantityFormatException e) {
      problems.add(Position.of(OPTION), "", word, e.expected(), e.hint());
    } catch (IllegalArgumentException e) {
      problems.add(Position.of(OPTION), "", word, key.unit.words, "");
    }
  }

  private static double number(Unit unit, String text) {
    double value =
        switch (unit) {
          case TIME -> SimTime.ps(TimeSpan.parse(text).seconds());
          case SIZE -> DataSize.parse(text).bytes();
          case RATE -> Bandwidth.parse(text).bytesPerSecond();
          case PART -> Double.parseDouble(text);
          case COUNT -> Integer.parseInt(text);
        };
    double most = unit == Unit.PART ? 1 : unit == Unit.COUNT ? 100 : Double.MAX_VALUE;
    if (!(value >= 0 && value <= most)) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }

  private long whole(Key key) {
    return Math.round(values.getOrDefault(key, 0.0));
  }

  private double part(Key key) {
    return values.getOrDefault(key, 0.0);
  }

  private RateSettings rate() {
    return new RateSettings(
        true,
        whole(Key.NOTIFY),
        part(Key.GAIN),
        whole(Key.ALPHA),
        whole(Key.CUT),
        part(Key.LEAST_FACTOR),
        whole(Key.TIMER),
        whole(Key.BYTES),
        (int) whole(Key.FAST_STAGES),
        part(Key.ADDITIVE),
        part(Key.HYPER),
        part(Key.LEAST_RATE),
        whole(Key.CLAMP_TARGET) > 0);
  }

  private MarkingSettings marking() {
    return new MarkingSettings(
        whole(Key.KMIN),
        whole(Key.KMAX),
        part(Key.PMAX),
        perBytesPerSecond,
        whole(Key.MARK_AT_DEQUEUE) > 0);
  }
}
