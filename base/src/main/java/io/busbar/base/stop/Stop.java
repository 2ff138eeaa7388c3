package io.busbar.base.stop;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/**
 * Ends work whose answer nobody waits for: loops that may take long ask now and then. It holds for
 * the thread that {@link #when} runs on. Without one, work runs to its end.
 */
public final class Stop {
  private static final ScopedValue<BooleanSupplier> WANTED = ScopedValue.newInstance();

  private Stop() {}

  /**
   * Runs an action that ends early when it is wanted.
   *
   * @throws StoppedException when it ended early
   */
  public static <T> T when(BooleanSupplier wanted, Callable<T> action) throws Exception {
    return ScopedValue.where(WANTED, wanted).call(action::call);
  }

  /**
   * Asks whether to end; costs some nanoseconds.
   *
   * @throws StoppedException when nobody waits any longer
   */
  public static void check() {
    if (WANTED.isBound() && WANTED.get().getAsBoolean()) {
      throw new StoppedException();
    }
  }
}
