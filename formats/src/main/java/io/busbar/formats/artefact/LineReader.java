package io.busbar.formats.artefact;

import java.util.List;

/** Knows one tool's output in all its versions. One instance reads one file. */
public interface LineReader {
  /** Name of the tool's output, {@code ibstat}; empty for what is no tool's. */
  String kind();

  /** Texts of which one must stand in a line before this reader sees it. */
  List<String> keywords();

  /**
   * Takes what it knows from a line; what it does not know it passes over.
   *
   * @return whether it wants the next line too, whatever that holds
   */
  boolean read(Line line, Found found);

  /**
   * Lines of one shape, numbers apart, after which it has seen what there is to see of them; for
   * messages that a large job prints by the million.
   */
  default int enough() {
    return Integer.MAX_VALUE;
  }

  /** The file is over. */
  default void end(Found found) {}
}
