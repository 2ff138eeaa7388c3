package io.busbar.formats.artefact;

/** Takes what readers find. */
public interface Found {
  void add(Entry entry);

  /** Something odd that was passed over. */
  void warn(Place at, String message);
}
