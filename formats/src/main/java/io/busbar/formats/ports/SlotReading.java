package io.busbar.formats.ports;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * PCIe link of an adapter against what it can do.
 *
 * @param can {@code x16 G3}
 * @param is {@code x8}, with the tool's mark when it is less
 */
public record SlotReading(String busId, String device, String can, String is, Place at)
    implements Entry {
  /** Whether the tool or the lanes say that it is less than it could be. */
  public boolean reduced() {
    return is.contains(">!<") || lanes(is) > 0 && lanes(is) < lanes(can);
  }

  private static int lanes(String text) {
    String digits = text.replaceFirst("^.*?x(\\d{1,2}).*$", "$1");
    return digits.matches("\\d{1,2}") ? Integer.parseInt(digits) : 0;
  }
}
