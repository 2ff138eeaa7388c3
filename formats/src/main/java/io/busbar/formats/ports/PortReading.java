package io.busbar.formats.ports;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.EnumMap;
import java.util.Map;

/**
 * One look at a port.
 *
 * @param node adapter's or switch's name where a fabric tool tells it, else empty
 * @param device {@code mlx5_0}; empty when the excerpt does not name it
 * @param port number; 0 when unknown
 * @param values what was told
 * @param places where each value stands
 * @param at where the port's block begins
 */
public record PortReading(
    String node,
    String device,
    int port,
    Map<PortField, String> values,
    Map<PortField, Place> places,
    Place at)
    implements Entry {
  /** Type of a port of a switch, whose kind a fabric tool does not tell otherwise. */
  public static final String SWITCH = "switch";

  public PortReading {
    values = Map.copyOf(values);
    places = Map.copyOf(places);
  }

  /** A value, or empty text. */
  public String value(PortField field) {
    return values.getOrDefault(field, "");
  }

  /** Where a value stands; the beginning of the block when it was not told. */
  public Place place(PortField field) {
    return places.getOrDefault(field, at);
  }

  public boolean has(PortField field, String value) {
    return value(field).equals(value);
  }

  /** Gb/s; NaN when it was not told. */
  public double rateGbps() {
    String rate = value(PortField.RATE);
    return rate.isEmpty() ? Double.NaN : Double.parseDouble(rate);
  }

  /** {@code mlx5_0 port 1}, {@code switch07 port 37}. */
  public String label() {
    String name = device.isEmpty() ? node : device;
    String where = name.isEmpty() ? "the port" : name;
    return port > 0 ? where + " port " + port : where;
  }

  /** Gathers what a block tells. */
  static final class Builder {
    private final Map<PortField, String> values = new EnumMap<>(PortField.class);
    private final Map<PortField, Place> places = new EnumMap<>(PortField.class);
    private String node = "";
    private String device = "";
    private int port;
    private final Place at;

    Builder(Place at) {
      this.at = at;
    }

    Builder device(String name, int number) {
      device = name;
      port = number;
      return this;
    }

    Builder node(String name) {
      node = name;
      return this;
    }

    boolean has(PortField field) {
      return values.containsKey(field);
    }

    /** A value that was told so far, or empty text. */
    String told(PortField field) {
      return values.getOrDefault(field, "");
    }

    /** Whether it tells a state, without which it is no reading. */
    boolean tellsState() {
      return has(PortField.STATE) || has(PortField.PHYSICAL) || has(PortField.ACTIVE_MTU);
    }

    Builder put(PortField field, String text, Place place) {
      String value = PortWords.plain(field, text);
      if (!value.isEmpty()) {
        values.put(field, value);
        places.put(field, place);
      }
      return this;
    }

    PortReading build() {
      return new PortReading(node, device, port, values, places, at);
    }
  }
}
