package io.busbar.formats.cabling;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.csv.CsvTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads lists of cables: CSV with a column for the system and the port of each end under any of the
 * usual names (NetBox's import and table, vendors' point-to-point lists, our own), and the graphs
 * that Cumulus checks its cabling with ({@code "leaf01":"swp1" -- "spine01":"swp3"}).
 */
final class CableList {
  /** What the columns are called, in lower case, without what is no letter or digit. */
  private static final List<List<String>> SYSTEMS =
      List.of(
          List.of(
              "sideadevice",
              "devicea",
              "sourcedevice",
              "source",
              "fromdevice",
              "from",
              "ahost",
              "adevice",
              "hosta",
              "nodea",
              "asystem",
              "sourcehost",
              "srcdevice",
              "srchost",
              "src",
              "localdevice",
              "localhost",
              "local",
              "fromhost",
              "fromnode",
              "sourcenode",
              "aend",
              "a",
              "sourceswitch",
              "switch",
              "aname",
              "sourcename"),
          List.of(
              "sidebdevice",
              "deviceb",
              "destinationdevice",
              "destination",
              "todevice",
              "to",
              "bhost",
              "bdevice",
              "hostb",
              "nodeb",
              "bsystem",
              "destinationhost",
              "destdevice",
              "desthost",
              "dstdevice",
              "dsthost",
              "dst",
              "dest",
              "remotedevice",
              "remotehost",
              "remote",
              "peer",
              "peerdevice",
              "tohost",
              "tonode",
              "destinationnode",
              "destnode",
              "bend",
              "b",
              "zend",
              "z",
              "zdevice",
              "zhost",
              "bname",
              "targetdevice",
              "target",
              "destinationname"));

  private static final List<List<String>> PORTS =
      List.of(
          List.of(
              "sideaname",
              "terminationa",
              "sourceport",
              "fromport",
              "aport",
              "porta",
              "ainterface",
              "interfacea",
              "sourceinterface",
              "srcport",
              "srcinterface",
              "localport",
              "localinterface",
              "aendport",
              "sourceif",
              "frominterface",
              "switchport",
              "port"),
          List.of(
              "sidebname",
              "terminationb",
              "destinationport",
              "toport",
              "bport",
              "portb",
              "binterface",
              "interfaceb",
              "destinationinterface",
              "destport",
              "destinterface",
              "dstport",
              "dstinterface",
              "remoteport",
              "remoteinterface",
              "peerport",
              "peerinterface",
              "bendport",
              "zport",
              "zinterface",
              "zendport",
              "targetport",
              "tointerface",
              "destif",
              "peerif"));

  private static final List<String> RATES =
      List.of(
          "speed", "rate", "linkspeed", "gbps", "bandwidth", "speedgbps", "linkrate", "portspeed");

  private static final Pattern EDGE =
      Pattern.compile(
          "\"?([\\w.-]{1,128})\"?:\"?([\\w./:-]{1,64})\"?\\s*-[->]\\s*\"?([\\w.-]{1,128})\"?:\"?([\\w./:-]{1,64})\"?"
              + "([^;]*)");
  private static final Pattern RATE = Pattern.compile("rate\\s*=\\s*\"?([\\w./ ]{1,24})\"?");

  private CableList() {}

  private static String plain(String column) {
    return column.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  private static @Nullable String column(List<String> columns, List<String> names) {
    for (String name : names) {
      for (String column : columns) {
        if (plain(column).equals(name)) {
          return column;
        }
      }
    }
    return null;
  }

  /** Whether a line is the head of such a list. */
  static boolean knows(String head) {
    List<String> columns = List.of(head.replace("\"", "").split("[,;\t]", -1));
    return column(columns, SYSTEMS.getFirst()) != null
        && column(columns, SYSTEMS.getLast()) != null;
  }

  /**
   * @param problems rows without both ends are added
   */
  static ReportedLinks csv(String source, String text, Problems problems) {
    ReportedLinks out = new ReportedLinks(source, "list of cables");
    String head = text.lines().findFirst().orElse("");
    char comma = head.indexOf(',') >= 0 ? ',' : head.indexOf(';') >= 0 ? ';' : '\t';
    CsvTable table = CsvTable.parse(source, comma == ',' ? text : text.replace(comma, ','));
    List<String> names = table.columns();
    List<@Nullable String> systems = new ArrayList<>();
    List<@Nullable String> ports = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      systems.add(column(names, SYSTEMS.get(side)));
      ports.add(column(names, PORTS.get(side)));
    }
    String rate = column(names, RATES);
    for (CsvTable.Row row : table.rows()) {
      row(row, systems, ports, rate, out, problems);
    }
    return out;
  }

  private static void row(
      CsvTable.Row row,
      List<@Nullable String> systems,
      List<@Nullable String> ports,
      @Nullable String rate,
      ReportedLinks out,
      Problems problems) {
    String status = row.text("status").isEmpty() ? row.text("Status") : row.text("status");
    if (!status.isEmpty()
        && !status.equalsIgnoreCase("connected")
        && !status.equalsIgnoreCase("active")) {
      out.remark("not-connected", row.at().line(), "a cable that is " + status);
      return;
    }
    if (!NetBox.interfaces(row.cells())) {
      out.remark("not-followed", row.at().line(), "a cable that does not join two interfaces");
      return;
    }
    CableEnd a = end(row, systems.getFirst(), ports.getFirst());
    CableEnd b = end(row, systems.getLast(), ports.getLast());
    if (a == null || b == null) {
      String side =
          a == null
              ? systems.getFirst() + " and " + ports.getFirst()
              : systems.getLast() + " and " + ports.getLast();
      Position at = row.at();
      problems.add(
          at,
          "" + side,
          String.join(",", row.cells().values()),
          "a system and a port at both ends",
          "");
      return;
    }
    double gigabits = rate == null ? 0 : Rates.listed(row.text(rate));
    out.cable(new ReportedCable(a, b, true, gigabits, row.at().line()));
  }

  /** System and port in columns of their own, or both in one as {@code leaf01:swp1}. */
  private static @Nullable CableEnd end(
      CsvTable.Row row, @Nullable String systemColumn, @Nullable String portColumn) {
    String system = systemColumn == null ? "" : row.text(systemColumn);
    String port = portColumn == null ? "" : row.text(portColumn);
    int colon = system.indexOf(':');
    if (port.isEmpty() && colon > 0) {
      port = system.substring(colon + 1);
      system = system.substring(0, colon);
    }
    return system.isBlank() || port.isBlank() ? null : new CableEnd(system, null, port, "");
  }

  /** Whether a text is a graph with ports at its edges. */
  static boolean knowsGraph(String text) {
    String start = text.stripLeading();
    return (start.startsWith("graph") || start.startsWith("digraph") || start.startsWith("strict"))
        && EDGE.matcher(text).find();
  }

  static ReportedLinks graph(String source, String text) {
    ReportedLinks out = new ReportedLinks(source, "graph of cables");
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      Matcher m = EDGE.matcher(line);
      while (m.find()) {
        Matcher rate = RATE.matcher(m.group(5));
        double gigabits = rate.find() ? Rates.listed(rate.group(1)) : 0;
        out.cable(
            new ReportedCable(
                new CableEnd(m.group(1), null, m.group(2), ""),
                new CableEnd(m.group(3), null, m.group(4), ""),
                true,
                gigabits,
                number));
      }
    }
    return out;
  }
}
