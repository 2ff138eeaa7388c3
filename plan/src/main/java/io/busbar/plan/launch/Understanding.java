package io.busbar.plan.launch;

import io.busbar.formats.launch.Setting;
import java.util.List;

/**
 * How well the settings of a file were understood.
 *
 * @param read settings that say something about the plan
 * @param withoutEffect settings that leave the step as it is
 * @param notModelled settings that act on the step or on memory in a way the model does not know
 * @param unknown settings that nothing is known about
 * @param open settings whose value only the machine knows
 */
public record Understanding(
    List<Told> read,
    List<Told> withoutEffect,
    List<Told> notModelled,
    List<Told> unknown,
    List<Told> open) {
  public Understanding {
    read = List.copyOf(read);
    withoutEffect = List.copyOf(withoutEffect);
    notModelled = List.copyOf(notModelled);
    unknown = List.copyOf(unknown);
    open = List.copyOf(open);
  }

  /** A setting and what it means. */
  public record Told(Setting setting, String meaning) {
    /** {@code job.sh:12:5: micro-batch-size 4: sequences that pass ...}. */
    public String line() {
      return setting.nameAt() + ": " + setting.shown() + (meaning.isEmpty() ? "" : ": " + meaning);
    }
  }

  /** All settings. */
  public int total() {
    return read.size() + withoutEffect.size() + notModelled.size() + unknown.size() + open.size();
  }

  /** Settings whose meaning is known, whether they change the plan or not. */
  public int understood() {
    return read.size() + withoutEffect.size() + notModelled.size();
  }
}
