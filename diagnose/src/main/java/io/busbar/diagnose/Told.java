package io.busbar.diagnose;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * All that one file told, in its order: it can be kept, and taken in again instead of reading the
 * file. {@link Gathered#ofTold} of the files of a folder is what one reading of the folder gathers.
 *
 * @param file as messages call it
 * @param entries what the readers found
 * @param warnings what they passed over
 * @param inputs the file, or the members of an archive
 * @param faults readers that broke down
 */
public record Told(
    String file,
    List<Entry> entries,
    List<Warned> warnings,
    List<Diagnosis.Input> inputs,
    List<Diagnosis.Fault> faults) {
  public Told {
    entries = List.copyOf(entries);
    warnings = List.copyOf(warnings);
    inputs = List.copyOf(inputs);
    faults = List.copyOf(faults);
  }

  /** Of a file that cannot be read at all. */
  public static Told skipped(String file, String why) {
    Diagnosis.Input input = new Diagnosis.Input(file, Diagnosis.Input.SKIPPED, 0, List.of(why));
    return new Told(file, List.of(), List.of(), List.of(input), List.of());
  }

  /** Something odd that a reader passed over. */
  public record Warned(Place at, String message) {}

  /** Writes down what is found on its way to the facts. */
  static final class Recorder implements Found {
    private final Found facts;
    final List<Entry> entries = new ArrayList<>();
    final List<Warned> warnings = new ArrayList<>();

    Recorder(Found facts) {
      this.facts = facts;
    }

    @Override
    public void add(Entry entry) {
      entries.add(entry);
      facts.add(entry);
    }

    @Override
    public void warn(Place at, String message) {
      warnings.add(new Warned(at, message));
      facts.warn(at, message);
    }
  }
}
