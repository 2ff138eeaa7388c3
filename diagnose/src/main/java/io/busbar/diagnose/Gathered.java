package io.busbar.diagnose;

import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.since.AfterTime;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.LineFilter;
import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.detect.Detection;
import io.busbar.formats.intake.Artefact;
import io.busbar.formats.intake.Intake;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was read of some files: facts, what each input was, what broke down. What several threads or
 * machines gathered joins by {@link #merge}; {@link Diagnoser#conclude} answers. Filled by one
 * thread.
 */
public final class Gathered implements Intake.Visitor {
  private final Facts facts;
  private Found found;
  private final List<Diagnosis.Input> inputs = new ArrayList<>();
  private final Guard guard = new Guard();
  private final @Nullable AfterTime after;
  private final Diagnoser.Reading reading;
  private long bytesRead;

  private Gathered(Facts facts, @Nullable AfterTime after, Diagnoser.Reading reading) {
    this.facts = facts;
    this.found = facts;
    this.after = after;
    this.reading = reading;
  }

  /**
   * @param after only lines after this time count; null for all
   */
  Gathered(@Nullable AfterTime after, Diagnoser.Reading reading) {
    this(new Facts(), after, reading);
  }

  /** What files and directories tell, read here. */
  public static Gathered of(Collection<Path> paths) {
    Gathered gathered = new Gathered(null, (file, bytes) -> {});
    new Intake(gathered).walkAll(paths);
    return gathered;
  }

  /**
   * What one file or archive tells, read here.
   *
   * @param name what messages call it
   */
  public static Told told(Path file, String name) {
    Gathered gathered = new Gathered(null, (read, bytes) -> {});
    Told.Recorder recorder = new Told.Recorder(gathered.facts);
    gathered.found = recorder;
    new Intake(gathered).walk(file, name);
    return new Told(
        name, recorder.entries, recorder.warnings, gathered.inputs, gathered.guard.broken());
  }

  /** What files told, as if they were read here in this order. */
  public static Gathered ofTold(List<Told> files) {
    Gathered gathered = new Gathered(null, (read, bytes) -> {});
    for (Told told : files) {
      told.entries().forEach(gathered.facts::add);
      told.warnings().forEach(w -> gathered.facts.warn(w.at(), w.message()));
      gathered.inputs.addAll(told.inputs());
      told.faults().forEach(gathered.guard::add);
    }
    return gathered;
  }

  /**
   * What both tell, as if the files of a and then those of b had been read here. Neither is
   * changed.
   */
  public static Gathered merge(Gathered a, Gathered b) {
    Gathered both = new Gathered(Facts.merge(a.facts, b.facts), a.after, a.reading);
    for (Gathered one : List.of(a, b)) {
      both.inputs.addAll(one.inputs);
      both.guard.absorb(one.guard);
    }
    return both;
  }

  /** The facts alone. */
  public Facts facts() {
    return facts;
  }

  List<Diagnosis.Input> inputs() {
    return inputs;
  }

  Guard guard() {
    return guard;
  }

  /** Whether lines were left out on purpose. */
  boolean part() {
    return after != null;
  }

  @Override
  public void file(Artefact given) throws IOException {
    Artefact artefact = Detection.plain(given);
    String file = artefact.name();
    List<String> kinds = new ArrayList<>();
    guard.reading(file, "document", () -> kinds.addAll(Detection.ALL.documents(artefact, found)));
    if (Detection.isBinary(artefact)) {
      inputs.add(binaryInput(file, kinds));
      return;
    }
    int[] count = {0};
    try {
      guard.reading(file, "lines", () -> count[0] = lines(artefact, kinds));
    } finally { // what could be read of a stream that breaks off counts
      inputs.add(input(file, kinds, count[0]));
    }
  }

  /** Leads its lines to the readers of lines; returns how many there are. */
  private int lines(Artefact artefact, List<String> kinds) throws IOException {
    try (InputStream in = watched(artefact)) {
      LineScanner.Summary summary =
          Detection.ALL.lines(artefact.name(), in, found, after == null ? LineFilter.ALL : after);
      kinds.addAll(summary.kinds());
      if (kinds.isEmpty()) {
        String form = Detection.unknown(artefact, facts);
        if (!form.isEmpty()) {
          kinds.add(form);
        }
      }
      return summary.lines();
    }
  }

  private Diagnosis.Input input(String file, List<String> kinds, int lines) {
    String kind =
        kinds.isEmpty() ? "unknown" : String.join(", ", kinds.stream().distinct().toList());
    List<String> warnings = new ArrayList<>(facts.warnings(file));
    String passedOver = after == null ? "" : after.note();
    if (!passedOver.isEmpty()) {
      warnings.add(passedOver);
    }
    return new Diagnosis.Input(file, kind, lines, warnings);
  }

  private InputStream watched(Artefact artefact) throws IOException {
    return new WatchedInput(
        artefact.open(),
        count -> {
          bytesRead += count;
          reading.at(artefact.name(), bytesRead);
        });
  }

  private Diagnosis.Input binaryInput(String name, List<String> kinds) {
    List<String> warnings = new ArrayList<>(facts.warnings(name));
    if (kinds.isEmpty()) {
      warnings.add("binary: not read");
    }
    return new Diagnosis.Input(
        name, kinds.isEmpty() ? "binary" : String.join(", ", kinds), 0, warnings);
  }

  @Override
  public void skipped(String name, String why) {
    inputs.add(new Diagnosis.Input(name, Diagnosis.Input.SKIPPED, 0, List.of(why)));
  }

  @Override
  public void failed(String name, String part, Throwable why) {
    guard.failed(name, part, why);
    skipped(name, "a part of Busbar failed over it: see the faults");
  }
}
