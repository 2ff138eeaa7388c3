package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the lines of an NCCL or RCCL log that describe a healthy start: devices, settings,
 * communicators; with or without prefix, behind any launcher's tags.
 */
public final class RunLogReader implements LineReader {
  private static final Pattern NICS =
      Pattern.compile(
          "(Bootstrap|NET/IB|NET/Socket|OOB)\\s?:?\\s?[Uu]sing (?!internal|network)(.+)");
  private static final Pattern NIC =
      Pattern.compile(
          "\\[(\\d{1,3})\\]([\\w.+-]{1,80}?)(?::\\d+)?(?::\\d+:\\d+)?/(IB|RoCE|ETH)(?:/SHARP)?");
  private static final Pattern INTERFACE =
      Pattern.compile("(?:\\[\\d{1,3}\\])?([A-Za-z][\\w.-]{0,30}):([\\w:.%]{3,60})<\\d+>");
  private static final Pattern SET =
      Pattern.compile("\\b([A-Z]{2,8}_[A-Z0-9_]{2,60}) set (?:by environment )?to (.*?)\\.?\\s*$");
  private static final int ENOUGH = 2_000;

  @Override
  public String kind() {
    return "NCCL log";
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "Bootstrap",
        "NET/IB : Using",
        "NET/IB: Using",
        "NET/Socket",
        " set by environment to ",
        "NCCL_IB_HCA set to",
        "NCCL_SOCKET_IFNAME set to");
  }

  @Override
  public int enough() {
    return ENOUGH;
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher m = SET.matcher(text);
    if (m.find()) {
      found.add(
          new Setting(m.group(1), m.group(2).strip(), Setting.ECHOED, line.origin(), line.place()));
      return false;
    }
    m = NICS.matcher(text);
    if (m.find()) {
      nics(m.group(1), m.group(2), line, found);
    }
    return false;
  }

  private static void nics(String role, String rest, Line line, Found found) {
    List<NicList.Nic> nics = new ArrayList<>();
    int outOfBand = rest.indexOf("OOB");
    String own = outOfBand < 0 ? rest : rest.substring(0, outOfBand);
    Matcher nic = NIC.matcher(own);
    while (nic.find()) {
      nics.add(new NicList.Nic(nic.group(2), nic.group(3)));
    }
    if (nics.isEmpty()) {
      Matcher address = INTERFACE.matcher(own);
      while (address.find()) {
        nics.add(new NicList.Nic(address.group(1), address.group(2)));
      }
    }
    if (!nics.isEmpty()) {
      String plain = role.substring(role.indexOf('/') + 1);
      found.add(new NicList(plain, nics, line.origin(), line.place()));
    }
  }
}
