package io.busbar.fleet.diagnose;

import io.busbar.fleet.spark.Store;
import io.busbar.fleet.wire.RecordReader;
import io.busbar.fleet.wire.RecordWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * What runs keep in the folder of their results. Each task writes three files named by its number:
 * {@code told} with what files told, {@code rows} with the findings, and last {@code done} with the
 * states of its parts, so that a task without {@code done} never was. Of a part that several tasks
 * did, the last run's counts.
 */
final class Kept {
  static final String STATE = "state";
  private static final String DONE = ".done";
  static final String ROWS = ".rows";
  static final String TOLD = ".told";

  private final Store store;
  private final Map<String, Known> parts = new HashMap<>();
  private int runs;

  /** A part and the task that did it. */
  record Known(String task, PartState state) {}

  /** States of the parts of a task, as a file. */
  record Done(List<PartState> parts) {
    Done {
      parts = List.copyOf(parts);
    }
  }

  /** Findings, traits and figures of the parts of a task, as a file. */
  record Rows(List<FindingRow> findings, List<TraitRow> traits, List<FigureRow> figures) {
    Rows {
      findings = List.copyOf(findings);
      traits = List.copyOf(traits);
      figures = List.copyOf(figures);
    }
  }

  private Kept(Store store) {
    this.store = store;
  }

  /** Where a folder of results keeps its state. */
  static Store store(String out, Configuration conf) throws IOException {
    return Store.at(folder(out), conf);
  }

  /** Its name. */
  static String folder(String out) {
    return out + "/" + STATE;
  }

  /** What earlier runs knew. */
  static Kept of(Store store) throws IOException {
    Kept kept = new Kept(store);
    for (String name : store.names()) { // by name: by run, then by number
      if (name.endsWith(DONE)) {
        String task = name.substring(0, name.length() - DONE.length());
        kept.runs = Math.max(kept.runs, Integer.parseInt(task.substring(1, task.indexOf('-'))));
        for (PartState state : RecordReader.of(store.read(name), Done.class).parts()) {
          kept.parts.put(state.part(), new Known(task, state));
        }
      }
    }
    return kept;
  }

  /** Names of tasks of the next run begin so. */
  String nextRun() {
    return String.format(java.util.Locale.ROOT, "r%06d-", runs + 1);
  }

  @Nullable Known of(String part) {
    return parts.get(part);
  }

  List<PartState> states() {
    return parts.values().stream().map(Known::state).toList();
  }

  /** The tasks whose parts still count, with the parts. */
  Map<String, Set<String>> live() {
    Map<String, Set<String>> live = new HashMap<>();
    parts.forEach(
        (part, known) -> live.computeIfAbsent(known.task(), t -> new HashSet<>()).add(part));
    return live;
  }

  /** Takes away what no part needs any more. */
  void clean() throws IOException {
    Set<String> live = live().keySet();
    List<String> gone = new ArrayList<>();
    for (String name : store.names()) {
      if (!live.contains(name.substring(0, name.indexOf('.')))) {
        gone.add(name);
      }
    }
    // First what says that the rest counts.
    gone.sort((a, b) -> Boolean.compare(b.endsWith(DONE), a.endsWith(DONE)));
    for (String name : gone) {
      store.delete(name);
    }
  }

  static void finish(Store store, String task, byte[] told, Rows rows, Done done)
      throws IOException {
    store.write(task + TOLD, told);
    store.write(task + ROWS, RecordWriter.bytes(rows));
    store.write(task + DONE, RecordWriter.bytes(done));
  }
}
