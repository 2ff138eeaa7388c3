package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A GPU in a listing.
 *
 * @param index as printed
 * @param model {@code NVIDIA H100 80GB HBM3}
 * @param uuid empty when it is not printed
 */
public record GpuSeen(int index, String model, String uuid, Place at) implements Entry {
  /** Whether this model can be joined to an NVSwitch; boards for desktops cannot. */
  public boolean desktop() {
    return model.contains("GeForce") || model.contains("RTX") || model.contains("TITAN");
  }
}
