package io.busbar.nccl.time;

import io.busbar.model.hardware.Generation;
import java.util.Locale;

/** GPUs whose thread blocks move data alike; older and other accelerators count as Ampere. */
enum Family {
  AMPERE,
  HOPPER,
  BLACKWELL;

  static Family of(Generation generation) {
    return switch (generation) {
      case HOPPER -> HOPPER;
      case BLACKWELL -> BLACKWELL;
      case VOLTA, AMPERE, ADA, CDNA2, CDNA3, CDNA4, TPU, CPU -> AMPERE;
    };
  }

  /** Whose constants of reducing in NVSwitches hold: Ampere's switches do not reduce. */
  Family reducing() {
    return this == AMPERE ? HOPPER : this;
  }

  /** Whose thread blocks move bytes alike: those of Hopper and later copy through tensor memory. */
  String blockKey() {
    return this == AMPERE ? "ampere" : "hopper";
  }

  /** As names of constants end. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
