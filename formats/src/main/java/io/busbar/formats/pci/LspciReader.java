package io.busbar.formats.pci;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads lspci -vv, also when only the lines of interest were kept. */
public final class LspciReader implements LineReader {
  private static final Pattern DEVICE =
      Pattern.compile("^((?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) (\\S.*)$");
  private static final Pattern BUSES =
      Pattern.compile("secondary=([0-9a-f]{2}), subordinate=([0-9a-f]{2})");
  private static final Pattern LINK =
      Pattern.compile(
          "Lnk(Cap|Sta):\\s.*?Speed ([\\d.]+)GT/s( \\(downgraded\\))?.*?Width x(\\d{1,2})("
              + " \\(downgraded\\))?");

  private @Nullable Place head;
  private String busId = "";
  private String description = "";
  private PciDevice.Link can = PciDevice.Link.NONE;
  private PciDevice.Link is = PciDevice.Link.NONE;
  private String acs = "";
  private int firstBus = -1;
  private int lastBus = -1;
  private @Nullable Place linkAt;
  private @Nullable Place acsAt;

  @Override
  public String kind() {
    return "lspci";
  }

  @Override
  public List<String> keywords() {
    return List.of(
        " controller: ",
        " bridge: ",
        "Bridge: ",
        "accelerators: ",
        "LnkCap:",
        "LnkSta:",
        "ACSCtl:",
        "Bus: primary=");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher m = DEVICE.matcher(text);
    if (m.matches()) {
      flush(found);
      head = line.place();
      busId = m.group(1);
      description = m.group(2);
      return false;
    }
    if (head == null && (text.contains("ACSCtl:") || text.contains("LnkSta:"))) {
      head = line.place();
    }
    m = LINK.matcher(text);
    if (m.find()) {
      boolean down = m.group(3) != null || m.group(5) != null;
      PciDevice.Link link =
          new PciDevice.Link(Double.parseDouble(m.group(2)), Integer.parseInt(m.group(4)), down);
      if (m.group(1).equals("Cap")) {
        can = link;
      } else {
        is = link;
        linkAt = line.place();
      }
    } else if (text.contains("ACSCtl:")) {
      acs = text.strip();
      acsAt = line.place();
      if (busId.isEmpty()) {
        flush(found); // a list of these lines alone: each is a device of its own
      }
    } else {
      m = BUSES.matcher(text);
      if (m.find()) {
        firstBus = Integer.parseInt(m.group(1), 16);
        lastBus = Integer.parseInt(m.group(2), 16);
      }
    }
    return false;
  }

  private void flush(Found found) {
    if (head != null && (linkAt != null || acsAt != null || !busId.isEmpty())) {
      found.add(
          new PciDevice(
              busId,
              description,
              can,
              is,
              acs,
              firstBus,
              lastBus,
              head,
              linkAt == null ? head : linkAt,
              acsAt == null ? head : acsAt));
    }
    head = null;
    busId = "";
    description = "";
    can = PciDevice.Link.NONE;
    is = PciDevice.Link.NONE;
    acs = "";
    firstBus = -1;
    lastBus = -1;
    linkAt = null;
    acsAt = null;
  }

  @Override
  public void end(Found found) {
    flush(found);
  }
}
