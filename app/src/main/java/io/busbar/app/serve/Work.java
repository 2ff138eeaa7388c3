package io.busbar.app.serve;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A question being answered: where its progress goes, and how it is stopped. Thread-safe. */
final class Work implements Watch {
  private @Nullable Runnable action;
  private Consumer<String> listener = line -> {};
  private boolean stopped;

  /** Sets who hears of progress. */
  synchronized void tell(Consumer<String> who) {
    listener = who;
  }

  @Override
  public void progress(String line) {
    Consumer<String> who;
    synchronized (this) {
      who = listener;
    }
    who.accept(line);
  }

  @Override
  public void onStop(Runnable what) {
    synchronized (this) {
      action = what;
      if (!stopped) {
        return;
      }
    }
    Thread.ofVirtual().start(what);
  }

  /** Whether nobody waits any longer. */
  synchronized boolean isStopped() {
    return stopped;
  }

  /** Nobody waits any longer. */
  void stop() {
    Runnable what;
    synchronized (this) {
      if (stopped) {
        return;
      }
      stopped = true;
      what = action;
    }
    if (what != null) {
      Thread.ofVirtual().start(what);
    }
  }
}
