package io.busbar.simulate.scenario.input;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.CreditSettings;
import io.busbar.simulate.packet.HpccSettings;
import io.busbar.simulate.packet.MarkingSettings;
import io.busbar.simulate.packet.NsccSettings;
import io.busbar.simulate.packet.SwiftSettings;
import io.busbar.simulate.scenario.setting.Congestion;
import io.busbar.simulate.scenario.setting.Controls;
import io.busbar.simulate.scenario.setting.Words;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Parameters of controls that bound what is under way, in words: {@code hpcc.eta=0.9} or {@code
 * swift.base=25us}. All are kept as numbers by key until the end: picoseconds, bytes, plain
 * numbers.
 */
public final class ControlText {
  private enum Unit {
    TIME("a time such as 20us"),
    SIZE("a size such as 100kB"),
    NUMBER("a number such as 0.8"),
    COUNT("a whole number such as 4");

    private final String words;

    Unit(String words) {
      this.words = words;
    }
  }

  private enum Key {
    HPCC_ETA(Unit.NUMBER, c -> c.hpcc().target()),
    HPCC_STAGES(Unit.COUNT, c -> c.hpcc().stages()),
    HPCC_RTT(Unit.TIME, c -> c.hpcc().rttPs()),
    HPCC_ADDITIVE(Unit.NUMBER, c -> c.hpcc().additive()),
    SWIFT_BASE(Unit.TIME, c -> c.swift().basePs()),
    SWIFT_HOP(Unit.TIME, c -> c.swift().hopPs()),
    SWIFT_RANGE(Unit.TIME, c -> c.swift().rangePs()),
    SWIFT_LEAST(Unit.NUMBER, c -> c.swift().scalingLeast()),
    SWIFT_MOST(Unit.NUMBER, c -> c.swift().scalingMost()),
    SWIFT_ADDITIVE(Unit.NUMBER, c -> c.swift().additive()),
    SWIFT_BETA(Unit.NUMBER, c -> c.swift().beta()),
    SWIFT_MAX_CUT(Unit.NUMBER, c -> c.swift().mostCut()),
    NSCC_TARGET(Unit.TIME, c -> c.nscc().targetPs()),
    NSCC_WINDOW(Unit.NUMBER, c -> c.nscc().most()),
    NSCC_PROPORTIONAL(Unit.NUMBER, c -> c.nscc().proportional()),
    NSCC_FAIR(Unit.NUMBER, c -> c.nscc().fair()),
    NSCC_STEADY(Unit.NUMBER, c -> c.nscc().steady()),
    NSCC_FAST(Unit.NUMBER, c -> c.nscc().fast()),
    NSCC_GAMMA(Unit.NUMBER, c -> c.nscc().gamma()),
    NSCC_GAIN(Unit.NUMBER, c -> c.nscc().delayGain()),
    NSCC_QUICK(Unit.NUMBER, c -> c.nscc().quickDelay()),
    NSCC_GATE(Unit.COUNT, c -> c.nscc().quickGate()),
    NSCC_KMIN(Unit.SIZE, c -> c.marking().kMinBytes()),
    NSCC_KMAX(Unit.SIZE, c -> c.marking().kMaxBytes()),
    NSCC_PMAX(Unit.NUMBER, c -> c.marking().pMax()),
    RCCC_INITIAL(Unit.NUMBER, c -> c.rccc().initial()),
    RCCC_OUTSTANDING(Unit.NUMBER, c -> c.rccc().outstanding()),
    RCCC_QUANTUM(Unit.COUNT, c -> c.rccc().quantum());

    private final Unit unit;
    private final ToDoubleFunction<Controls> published;

    Key(Unit unit, ToDoubleFunction<Controls> published) {
      this.unit = unit;
      this.published = published;
    }

    /** {@code swift.max-cut}. */
    String word() {
      return Words.of(this).replaceFirst("-", ".");
    }

    Congestion congestion() {
      return Congestion.valueOf(name().substring(0, name().indexOf('_')));
    }
  }

  private static final String OPTION = "--control";
  private static final double MOST_PS = 1e12;
  private static final int MOST_COUNT = 1_000;

  private final Problems problems;
  private final Map<Key, Double> values = new EnumMap<>(Key.class);

  public ControlText(Problems problems) {
    this.problems = problems;
  }

  /** The published parameters with those of the words in their place. */
  public Controls read(List<String> words, List<Congestion> congestions) {
    for (Key key : Key.values()) {
      values.put(key, key.published.applyAsDouble(Controls.PUBLISHED));
    }
    words.forEach(word -> change(word, congestions));
    try {
      return controls();
    } catch (IllegalArgumentException e) {
      String read = String.join(",", words);
      String hint = String.valueOf(e.getMessage());
      problems.add(Position.of(OPTION), "", read, "parameters that fit each other", hint);
      return Controls.PUBLISHED;
    }
  }

  private static Map<String, Key> keys() {
    Map<String, Key> keys = new LinkedHashMap<>();
    for (Key key : Key.values()) {
      keys.put(key.word(), key);
    }
    return keys;
  }

  private void change(String word, List<Congestion> congestions) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    Key key = keys().get(name);
    if (equals < 0 || key == null) {
      String known = "key=value with one of " + String.join(", ", keys().keySet());
      problems.add(Position.of(OPTION), "", word, known, Nearest.hint(name, keys().keySet()));
      return;
    }
    if (!congestions.contains(key.congestion())) {
      String with = "--congestion " + Words.of(key.congestion()) + " with it";
      problems.add(Position.of(OPTION), "", word, with, "");
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
          case NUMBER -> Double.parseDouble(text);
          case COUNT -> Integer.parseInt(text);
        };
    double most = unit == Unit.COUNT ? MOST_COUNT : unit == Unit.SIZE ? Long.MAX_VALUE : MOST_PS;
    if (!(value >= 0 && value <= most)) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }

  private double part(Key key) {
    return values.getOrDefault(key, 0.0);
  }

  private long whole(Key key) {
    return Math.round(part(key));
  }

  private Controls controls() {
    return new Controls(
        new HpccSettings(
            part(Key.HPCC_ETA),
            (int) whole(Key.HPCC_STAGES),
            whole(Key.HPCC_RTT),
            part(Key.HPCC_ADDITIVE)),
        new SwiftSettings(
            whole(Key.SWIFT_BASE),
            whole(Key.SWIFT_HOP),
            whole(Key.SWIFT_RANGE),
            part(Key.SWIFT_LEAST),
            part(Key.SWIFT_MOST),
            part(Key.SWIFT_ADDITIVE),
            part(Key.SWIFT_BETA),
            part(Key.SWIFT_MAX_CUT)),
        new NsccSettings(
            whole(Key.NSCC_TARGET),
            part(Key.NSCC_WINDOW),
            part(Key.NSCC_PROPORTIONAL),
            part(Key.NSCC_FAIR),
            part(Key.NSCC_STEADY),
            part(Key.NSCC_FAST),
            part(Key.NSCC_GAMMA),
            part(Key.NSCC_GAIN),
            part(Key.NSCC_QUICK),
            (int) whole(Key.NSCC_GATE)),
        new MarkingSettings(
            whole(Key.NSCC_KMIN),
            whole(Key.NSCC_KMAX),
            part(Key.NSCC_PMAX),
            Controls.NSCC_MARKS.perBytesPerSecond(),
            true),
        new CreditSettings(
            part(Key.RCCC_INITIAL), part(Key.RCCC_OUTSTANDING), (int) whole(Key.RCCC_QUANTUM)));
  }
}
