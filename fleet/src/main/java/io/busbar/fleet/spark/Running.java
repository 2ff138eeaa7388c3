package io.busbar.fleet.spark;

import io.busbar.app.fleet.Follow;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.util.LongAccumulator;

/** Waits for work that Spark does, and tells how far it is. Stateless. */
public final class Running {
  private static final long LOOK_MILLIS = 200;

  private Running() {}

  /**
   * The results, or an empty list when it was stopped.
   *
   * @param of all that the accumulator will have counted
   */
  public static <T> List<T> await(
      JavaFutureAction<List<T>> work, String what, LongAccumulator done, long of, Follow follow) {
    long begun = System.nanoTime();
    while (true) {
      try {
        return work.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // An executor that died may have counted what is done again.
        follow.at(what, Math.min(of, done.value()), of, (System.nanoTime() - begun) * 1e-9);
        if (follow.stopped()) {
          work.cancel(true);
          return List.of();
        }
      } catch (ExecutionException e) {
        if (follow.stopped()) {
          return List.of(); // whoever ended this run may have ended workers first
        }
        throw new IllegalStateException(what + " failed on Spark: " + told(e), e);
      } catch (InterruptedException e) {
        work.cancel(true);
        Thread.currentThread().interrupt();
        return List.of();
      }
    }
  }

  private static String told(ExecutionException e) {
    Throwable cause = e.getCause() instanceof SparkException s ? s : e;
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }
}
