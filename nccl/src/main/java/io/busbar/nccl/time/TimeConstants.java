package io.busbar.nccl.time;

import io.busbar.base.explain.Ledger;
import io.busbar.formats.constants.Constant;
import io.busbar.formats.constants.Constants;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The constants of the achieved time, from the resource {@code nccl/time/constants.yaml}. The same
 * for all systems of a kind; none belongs to one system. Immutable and thread-safe.
 */
public final class TimeConstants {
  private static final String RESOURCE = "/nccl/time/constants.yaml";

  private static @Nullable TimeConstants standard;

  private final Constants constants;

  private TimeConstants(Constants constants) {
    this.constants = constants;
  }

  /** The constants of this version; read once. */
  public static synchronized TimeConstants standard() {
    if (standard == null) {
      standard = new TimeConstants(Constants.load(TimeConstants.class, RESOURCE));
    }
    return standard;
  }

  /** All of them, in the order of the resource. */
  public Collection<Constant> all() {
    return constants.all();
  }

  /** The same constants with one value replaced; for calibration, sensitivity and fits. */
  public TimeConstants with(String name, double value) {
    return new TimeConstants(constants.with(name, value));
  }

  /**
   * @throws IllegalArgumentException when no constant is called so
   */
  public double value(String name) {
    return constants.value(name);
  }

  /** Puts a constant into the ledger with its quality and source. */
  double put(Ledger ledger, String name) {
    return constants.put(ledger, name);
  }
}
