package io.busbar.model.fabric;

/** Takes what cannot be built, and places it where the user asked for it. */
@FunctionalInterface
public interface Refusals {
  /** Nobody wants to know. */
  Refusals SILENT =
      new Refusals() {
        @Override
        public void add(Aspect aspect, String read, String expected, String hint) {
          // nobody
        }

        @Override
        public boolean wantHints() {
          return false;
        }
      };

  /**
   * One of them.
   *
   * @param read what was asked for
   * @param expected what could be
   * @param hint what to do; may be empty
   */
  void add(Aspect aspect, String read, String expected, String hint);

  /** Whether somebody reads the hints, which take a search. */
  default boolean wantHints() {
    return true;
  }
}
