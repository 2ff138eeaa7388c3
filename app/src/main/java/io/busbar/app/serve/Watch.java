package io.busbar.app.serve;

/** Whoever waits for an answer. Thread-safe. */
public interface Watch {
  /** Tells how far it is, in words. */
  void progress(String line);

  /** Sets what is done, at most once and on another thread, when nobody waits any longer. */
  void onStop(Runnable action);
}
