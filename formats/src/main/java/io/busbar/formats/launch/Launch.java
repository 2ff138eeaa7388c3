package io.busbar.formats.launch;

import io.busbar.base.problem.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A training as a file starts it.
 *
 * @param kind what the file is
 * @param source its name
 * @param program what is started, {@code pretrain_gpt.py}; empty when the file does not say
 * @param settings of the framework, in order
 * @param world how many nodes and GPUs it starts on
 * @param configurations files that the settings name and that were at hand
 * @param remarks what the reader should know about how it was read
 */
public record Launch(
    LaunchKind kind,
    String source,
    String program,
    List<Setting> settings,
    World world,
    List<Launch> configurations,
    List<Remark> remarks) {
  public Launch {
    settings = List.copyOf(settings);
    configurations = List.copyOf(configurations);
    remarks = List.copyOf(remarks);
  }

  /** Something to know, in a sentence without a full stop. */
  public record Remark(Position at, String text) {}

  /**
   * Where a training runs; each part is null when nothing says it.
   *
   * @param nodes machines
   * @param perNode GPUs of each
   * @param gpus all of them, where only that is said
   * @param gpu kind of GPU as the batch system calls it
   */
  public record World(
      @Nullable Count nodes, @Nullable Count perNode, @Nullable Count gpus, @Nullable Named gpu) {
    public static final World NONE = new World(null, null, null, null);

    /** GPUs in all, or 0 when that is not known. */
    public long total() {
      if (nodes != null && perNode != null) {
        return (long) nodes.value() * perNode.value();
      }
      return gpus == null ? 0 : gpus.value();
    }
  }

  /** A count with its place. */
  public record Count(int value, Position at) {}

  /** A name with its place. */
  public record Named(String value, Position at) {}
}
