package io.busbar.formats.astra;

import java.util.List;

/**
 * A network of ASTRA-sim's analytical backends: dimensions of NPUs, the first one innermost.
 * Immutable.
 */
public record NetworkFile(List<Dimension> dimensions) {
  /** A gigabyte as its {@code bandwidth} counts it. */
  public static final double GIGABYTE = 1L << 30;

  public NetworkFile {
    dimensions = List.copyOf(dimensions);
  }

  /** NPUs of all dimensions together. */
  public long npus() {
    return dimensions.stream().mapToLong(Dimension::npus).reduce(1, (a, b) -> a * b);
  }

  /** How the NPUs of a dimension are joined. */
  public enum Shape {
    RING("Ring"),
    MESH("Mesh"),
    SWITCH("Switch"),
    FULLY_CONNECTED("FullyConnected");

    private final String word;

    Shape(String word) {
      this.word = word;
    }

    /** As it is written. */
    public String word() {
      return word;
    }
  }

  /**
   * A dimension.
   *
   * @param bytesPerSecond of a link, each way
   * @param latencySeconds of a link; a switch is two of them away
   */
  public record Dimension(Shape shape, int npus, double bytesPerSecond, double latencySeconds) {}
}
