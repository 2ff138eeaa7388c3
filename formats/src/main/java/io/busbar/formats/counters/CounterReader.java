package io.busbar.formats.counters;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads counters as perfquery, ibqueryerrors, ibdiagnet, sysfs, ethtool -S, nvidia-smi nvlink -e
 * and Prometheus exporters print them.
 */
public final class CounterReader implements LineReader {
  private static final Pattern PERFQUERY =
      Pattern.compile("# Port .{0,30}ounters:\\s*(?:Lid (\\d+)|(.{1,40}?)) port (\\d{1,3})");
  private static final Pattern DOTTED =
      Pattern.compile("^\\s*([A-Z][A-Za-z0-9]{2,40}):\\.{2,}(\\d{1,20})\\s*$");
  private static final Pattern ERRORS_FOR = Pattern.compile("^Errors for (?:0x\\w+ )?\"?([^\"]*)");
  private static final Pattern ERROR_PORT = Pattern.compile("GUID (0x\\w+) port (ALL|\\d{1,3}):");

  /** A monitor's line of one port: a name, the port, then the same brackets. */
  private static final Pattern MONITORED =
      Pattern.compile("\\b([\\w.-]{1,64}) [Pp]ort (\\d{1,3}): \\[\\w{3,40} == ");

  private static final Pattern BRACKET =
      Pattern.compile("\\[(\\w{3,40}) == (\\d{1,20})(?: \\([^)]*\\))?\\]");
  private static final Pattern SYSFS =
      Pattern.compile(
          "/infiniband/([\\w.-]{1,64})/ports/(\\d{1,3})/(?:hw_)?counters/(\\w{2,60})\\s*[:="
              + " ]\\s*(\\d{1,20})");
  private static final Pattern ETHTOOL_OF = Pattern.compile("ethtool -S (\\S{1,32})");
  private static final Pattern ETHTOOL =
      Pattern.compile(
          "^\\s{0,20}(?:\\[\\d{1,4}\\]:"
              + " )?((?:[rt]x|np|rp|port|dev|out|link|rocev?2?)_\\w{2,60}(?:\\.nic)?):\\s*(\\d{1,20})\\s*$");
  private static final Pattern PROMETHEUS =
      Pattern.compile(
          "^(\\w{3,120})\\{([^}]{0,500})\\}\\s+([-+\\d.eE]{1,30}|NaN)(?:\\s+\\d+)?\\s*$");
  private static final Pattern LABEL = Pattern.compile("(\\w{1,40})=\"([^\"]{0,120})\"");
  private static final Pattern STATISTIC =
      Pattern.compile("^link (\\S{1,64}/\\d{1,3}) ((?:[a-z]\\w{2,60} \\d{1,20}(?: |$))+)$");
  private static final Pattern NVLINK =
      Pattern.compile(
          "^\\s*Link (\\d{1,2}): (Replay|Recovery|CRC|CRC FLIT|CRC Data)[\\w ]*Errors?:"
              + " (\\d{1,18})");
  private static final Pattern GPU = Pattern.compile("^GPU (\\d{1,3}):");

  private static final int MAX_SUMS = 50_000;

  private String kind = "counters";
  private String scope = "";
  private String switchName = "";
  private final List<CounterReading> allPorts = new ArrayList<>();
  private final Set<String> withPorts = new HashSet<>();

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "# Port ",
        ":...",
        " port ",
        " == ",
        "counters/",
        "ethtool -S",
        "tx_",
        "rx_",
        "np_",
        "rp_",
        "out_of_",
        "} ",
        "Errors: ",
        "Errors for",
        "GPU ",
        "link_down");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    dotted(text, line, found);
    queryErrors(text, line, found);
    sysfs(text, line, found);
    ethtool(text, line, found);
    statistic(text, line, found);
    nvlink(text, line, found);
    prometheus(text, line, found);
    return false;
  }

  private void dotted(String text, Line line, Found found) {
    Matcher header = PERFQUERY.matcher(text);
    if (header.find()) {
      kind = "perfquery";
      String who = header.group(1) != null ? "lid " + header.group(1) : header.group(2);
      scope = who + "/" + header.group(3);
      return;
    }
    Matcher m = DOTTED.matcher(text);
    if (m.matches()) {
      add(scope, m.group(1), Double.parseDouble(m.group(2)), line, found);
    }
  }

  private void queryErrors(String text, Line line, Found found) {
    Matcher of = ERRORS_FOR.matcher(text);
    if (of.find()) {
      kind = "ibqueryerrors";
      switchName = of.group(1).strip();
      return;
    }
    Matcher port = ERROR_PORT.matcher(text);
    if (!port.find()) {
      monitored(text, line, found);
      return;
    }
    kind = "ibqueryerrors";
    String who = switchName.isEmpty() ? port.group(1) : switchName;
    boolean sums = port.group(2).equals(CounterReading.ALL_PORTS);
    Matcher m = BRACKET.matcher(text);
    while (m.find()) {
      double value = Double.parseDouble(m.group(2));
      if (sums && allPorts.size() < MAX_SUMS) {
        allPorts.add(
            new CounterReading(
                who + "/" + CounterReading.ALL_PORTS,
                CounterNames.of(m.group(1)),
                value,
                line.place()));
      } else if (!sums) {
        withPorts.add(who);
        add(who + "/" + port.group(2), m.group(1), value, line, found);
      }
    }
  }

  private void monitored(String text, Line line, Found found) {
    Matcher port = MONITORED.matcher(text);
    if (!port.find()) {
      return;
    }
    kind = "ibqueryerrors";
    Matcher m = BRACKET.matcher(text);
    while (m.find()) {
      double value = Double.parseDouble(m.group(2));
      add(port.group(1) + "/" + port.group(2), m.group(1), value, line, found);
    }
  }

  /** Sums over ports count only where no port of the device is told by itself. */
  @Override
  public void end(Found found) {
    for (CounterReading sum : allPorts) {
      String who = sum.scope().substring(0, sum.scope().lastIndexOf('/'));
      if (!withPorts.contains(who)) {
        found.add(sum);
      }
    }
  }

  private void sysfs(String text, Line line, Found found) {
    Matcher m = SYSFS.matcher(text);
    if (m.find()) {
      kind = "sysfs";
      add(m.group(1) + "/" + m.group(2), m.group(3), Double.parseDouble(m.group(4)), line, found);
    }
  }

  private void ethtool(String text, Line line, Found found) {
    Matcher of = ETHTOOL_OF.matcher(text);
    if (of.find()) {
      kind = "ethtool";
      scope = of.group(1);
      return;
    }
    Matcher m = ETHTOOL.matcher(text);
    if (m.matches()) {
      kind = "ethtool";
      String name = m.group(1).replace(".nic", "");
      add(scope, name, Double.parseDouble(m.group(2)), line, found);
    }
  }

  /** {@code rdma statistic show}: one line a port, names and values in turn. */
  private void statistic(String text, Line line, Found found) {
    Matcher m = STATISTIC.matcher(text.strip());
    if (m.matches()) {
      kind = "rdma statistic";
      String[] words = m.group(2).strip().split(" ");
      for (int i = 0; i + 1 < words.length; i += 2) {
        add(m.group(1), words[i], Double.parseDouble(words[i + 1]), line, found);
      }
    }
  }

  private void nvlink(String text, Line line, Found found) {
    Matcher gpu = GPU.matcher(text);
    if (gpu.find()) {
      scope = "GPU " + gpu.group(1);
      return;
    }
    Matcher m = NVLINK.matcher(text);
    if (m.find()) {
      kind = "nvidia-smi nvlink -e";
      String name = "nvlink_" + m.group(2).toLowerCase(Locale.ROOT).replace(' ', '_') + "_errors";
      add(scope + " link " + m.group(1), name, Double.parseDouble(m.group(3)), line, found);
    }
  }

  private void prometheus(String text, Line line, Found found) {
    Matcher m = PROMETHEUS.matcher(text);
    if (!m.matches() || m.group(3).equals("NaN")) {
      return;
    }
    kind = "prometheus";
    StringBuilder who = new StringBuilder();
    String port = "";
    Matcher label = LABEL.matcher(m.group(2));
    while (label.find()) {
      switch (label.group(1)) {
        case "device", "gpu", "Hostname", "instance" ->
            who.append(who.isEmpty() ? "" : " ").append(label.group(2));
        case "port" -> port = "/" + label.group(2);
        default -> {}
      }
    }
    add(who + port, m.group(1), Double.parseDouble(m.group(3)), line, found);
  }

  private static void add(String scope, String name, double value, Line line, Found found) {
    found.add(new CounterReading(scope, CounterNames.of(name), value, line.place()));
  }
}
