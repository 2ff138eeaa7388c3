package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.formats.constants.Constant;
import io.busbar.formats.constants.Constants;
import io.busbar.model.hardware.Generation;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The constants of the step model, from the resource {@code step/constants.yaml}. The same for all
 * systems of a kind; none belongs to one system or one publication. Immutable and thread-safe.
 */
public final class StepConstants {
  /** Part of the forward products that per-operation recomputation repeats. */
  public static final String PER_OPERATION_SHARE = "per_operation_share";

  private static final String RESOURCE = "/step/constants.yaml";

  private static @Nullable StepConstants standard;

  private final Constants constants;

  private StepConstants(Constants constants) {
    this.constants = constants;
  }

  /** The constants of this version; read once. */
  public static synchronized StepConstants standard() {
    if (standard == null) {
      standard = new StepConstants(Constants.load(StepConstants.class, RESOURCE));
    }
    return standard;
  }

  /** All of them, in the order of the resource. */
  public Collection<Constant> all() {
    return constants.all();
  }

  /** The same constants with one value replaced; for sensitivity and fits. */
  public StepConstants with(String name, double value) {
    return new StepConstants(constants.with(name, value));
  }

  /**
   * @throws IllegalArgumentException when no constant is called so
   */
  public double value(String name) {
    return constants.value(name);
  }

  /** The constant of a GPU generation: {@code name_ampere} and so on. */
  double value(String name, Generation generation) {
    return value(name + "_" + family(generation));
  }

  /** Puts a constant into the ledger with its quality and source. */
  double put(Ledger ledger, String name) {
    return constants.put(ledger, name);
  }

  /**
   * Generations that share constants: Volta and Ada compute like Ampere, CDNA like Hopper for want
   * of measurements.
   */
  static String family(Generation generation) {
    return switch (generation) {
      case VOLTA, AMPERE, ADA -> "ampere";
      case HOPPER, CDNA2, CDNA3, CDNA4, TPU, CPU -> "hopper";
      case BLACKWELL -> "blackwell";
    };
  }
}
