package io.busbar.app.algo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long an algorithm takes, beside others.
 *
 * @param cluster on which it is played
 * @param rows algorithms and engines, those of the question first
 */
public record PlayAnswer(
    String name, String operation, int ranks, String cluster, List<Row> rows, List<String> notes) {

  /**
   * One algorithm in one engine, or executed.
   *
   * @param engine message, flow, packet, or {@code executed}: threads of this machine
   * @param bytes as the operation counts them, the least the schedule can carry at or above the
   *     size
   * @param boundS least time of the operation on the fabric; null when it was executed
   * @param wrongElements of an execution; null of an engine
   */
  public record Row(
      String algorithm,
      String engine,
      long bytes,
      double timeS,
      @Nullable Double boundS,
      double busbwBytesPerS,
      @Nullable Long messages,
      @Nullable Long wrongElements) {}
}
