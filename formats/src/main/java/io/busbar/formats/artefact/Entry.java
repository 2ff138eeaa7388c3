package io.busbar.formats.artefact;

/** Something that a reader found: a tool's record, or a part of one. */
public interface Entry {
  /** Where it was found. */
  Place at();
}
