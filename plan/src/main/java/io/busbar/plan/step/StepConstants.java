package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.formats.constants.Constant;
import io.busbar.formats.constants.Constants;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.MachineConstant;
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

  private static final String EARLY_ATTENTION = "attention_flash2_hopper";

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

  /** The same constants with what is known of a machine in their place. */
  public StepConstants on(Cluster cluster) {
    StepConstants own = this;
    for (var known : cluster.machine().values().entrySet()) {
      own = own.with(known.getKey(), cluster, known.getValue());
    }
    return own;
  }

  /** The same constants with one of a machine set, for every software that may run on it. */
  public StepConstants with(MachineConstant constant, Cluster cluster, double value) {
    String name = name(constant, cluster);
    if (constant != MachineConstant.ATTENTION || !family(cluster).equals("hopper")) {
      return with(name, value);
    }
    // The older kernel keeps its distance.
    double older = value(EARLY_ATTENTION) / value(name) * value;
    return with(name, value).with(EARLY_ATTENTION, older);
  }

  /** What holds for a machine. */
  public double value(MachineConstant constant, Cluster cluster) {
    return value(name(constant, cluster));
  }

  private static String name(MachineConstant constant, Cluster cluster) {
    String family = family(cluster);
    return switch (constant) {
      case SUSTAINED, ATTENTION -> constant.key() + "_" + family;
      case SUSTAINED_NARROW ->
          constant.key() + "_" + (family.equals("blackwell") ? family : "hopper");
      case LAYER_GAP, HOST_LAYER_EXPERTS, COLLECTIVE_START -> constant.key() + "_s";
      default -> constant.key();
    };
  }

  private static String family(Cluster cluster) {
    return family(cluster.node().gpu().generation());
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
