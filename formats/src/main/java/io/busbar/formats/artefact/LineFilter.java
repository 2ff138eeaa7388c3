package io.busbar.formats.artefact;

/** Decides which lines readers may see. */
public interface LineFilter {
  /** Every line. */
  LineFilter ALL = line -> true;

  boolean keeps(Line line);
}
