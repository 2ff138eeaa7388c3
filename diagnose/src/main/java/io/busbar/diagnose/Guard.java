package io.busbar.diagnose;

import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.ReaderFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Keeps a breakdown of one reader, check or analysis from costing what the others find. Not
 * thread-safe.
 */
final class Guard {
  private static final int MAX_FAULTS = 100;

  private final List<Diagnosis.Fault> broken = new ArrayList<>();

  /** Reads a file. */
  interface Reading {
    void read() throws IOException;
  }

  /** Reads; what breaks down is told as a fault. Files that cannot be read are no fault. */
  void reading(String file, String reader, Reading what) throws IOException {
    try {
      what.read();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      failed(file, reader, e);
    }
  }

  /** A reader broke down over a file. */
  void failed(String file, String reader, Throwable why) {
    add(new Diagnosis.Fault(file, 0, reader, ReaderFault.told(why)));
  }

  /** Concludes. */
  void concluding(String part, Runnable what) {
    concluding(
        part,
        () -> {
          what.run();
          return true;
        },
        false);
  }

  /**
   * Concludes.
   *
   * @return what it gives, or the other value when it breaks down
   */
  <T> T concluding(String part, Supplier<T> what, T otherwise) {
    try {
      return what.get();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      add(new Diagnosis.Fault("", 0, part, ReaderFault.told(e)));
      return otherwise;
    }
  }

  /** Takes in what broke down in another reading. */
  void absorb(Guard other) {
    other.broken.forEach(this::add);
  }

  /** What broke down in readings and checks so far. */
  List<Diagnosis.Fault> broken() {
    return broken;
  }

  void add(Diagnosis.Fault fault) {
    if (broken.size() < MAX_FAULTS) {
      broken.add(fault);
    }
  }

  /** What broke down here, and what readers of lines told of themselves. */
  List<Diagnosis.Fault> faults(Facts facts) {
    List<Diagnosis.Fault> all = new ArrayList<>();
    for (ReaderFault f : facts.all(ReaderFault.class)) {
      if (all.size() < MAX_FAULTS) {
        all.add(new Diagnosis.Fault(f.at().file(), f.at().line(), f.reader(), f.what()));
      }
    }
    all.addAll(broken);
    return all;
  }
}
