package io.busbar.formats.pci;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A device of lspci -vv.
 *
 * @param busId empty in an excerpt that names no device
 * @param description class and name
 * @param can link it is capable of; {@link Link#NONE} when it was not printed
 * @param is link it has
 * @param acs access-control settings as printed; empty when they were not
 * @param firstBus first bus below a bridge; −1 when it is none
 * @param lastBus last bus below a bridge
 * @param linkAt line of the link's state
 * @param acsAt line of the access-control settings
 */
public record PciDevice(
    String busId,
    String description,
    Link can,
    Link is,
    String acs,
    int firstBus,
    int lastBus,
    Place at,
    Place linkAt,
    Place acsAt)
    implements Entry {

  /**
   * A PCIe link.
   *
   * @param gigatransfers per second and lane; NaN when unknown
   * @param lanes 0 when unknown
   * @param downgraded whether the tool marks it so
   */
  public record Link(double gigatransfers, int lanes, boolean downgraded) {
    public static final Link NONE = new Link(Double.NaN, 0, false);
  }

  public boolean isGpu() {
    return description.matches(
            "(?i).*(3D controller|VGA|Processing accelerators|Display controller).*")
        && description.matches("(?i).*(NVIDIA|AMD|Advanced Micro).*");
  }

  public boolean isNic() {
    return description.matches("(?i).*(Ethernet|Infiniband|Network) controller.*");
  }

  /** Whether requests or completions between devices are sent up to the root. */
  public boolean redirects() {
    return acs.contains("ReqRedir+") || acs.contains("CmpltRedir+");
  }

  public boolean validatesSource() {
    return acs.contains("SrcValid+");
  }

  /** Number of the bus it sits on; −1 when unknown. */
  public int bus() {
    String[] parts = busId.split("[:.]");
    return parts.length < 3 ? -1 : Integer.parseInt(parts[parts.length - 3], 16);
  }
}
