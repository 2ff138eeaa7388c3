package io.busbar.formats.switches;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads counters of ports as switches print them: tables of SONiC, Arista EOS and Cisco NX-OS whose
 * head names the columns, {@code netstat -i} of Cumulus, the running text of {@code show
 * interface}, and lists of names and values (NVUE, OcNOS) behind a command that asks for counters.
 */
public final class SwitchCounterReader implements LineReader {
  private static final String PORT =
      "(?:Ethernet\\d[\\d/]*|Eth\\d[\\d/]*|Et\\d[\\d/]*|swp\\d\\w*|[xgce][ei]-?\\d[\\d/:]*"
          + "|Po(?:rt-?[Cc]hannel)?\\d+|eth-\\d[\\d/-]*)";
  private static final Pattern ROW = Pattern.compile("^\\s*(" + PORT + ")\\s+(\\S.*)$");
  private static final Pattern HEAD =
      Pattern.compile("^\\s*(?:IFACE|Iface|Egress|Port(?:/\\S+)?|Interface)\\b.*\\s{2,}\\S.*$");
  private static final Pattern NAMED = Pattern.compile("^(" + PORT + ") is (?:up|down)\\b.*$");
  private static final Pattern PHRASE =
      Pattern.compile(
          "\\b(\\d{1,18}) ((?:[Ii]nput|[Oo]utput|[RT]x)"
              + " (?:errors?|discards?|pause)|CRC(?:/FCS)?|runts|giants|frame|symbol(?:"
              + " errors?)?|no buffer|PAUSE (?:input|output))\\b");
  private static final Pattern WENT_DOWN =
      Pattern.compile("\\bPort (" + PORT + ") oper state set from up to down\\b");
  private static final Pattern COMMAND =
      Pattern.compile("\\bshow\\b.*\\b(?:counters?|discards?|drops?|errors?|statistics)\\b");
  private static final Pattern PAIR =
      Pattern.compile(
          "^[\\s|]*([A-Za-z][\\w ./-]{2,40}?)(?:\\s*[:|]\\s*|\\s{2,})(\\d[\\d,]{0,24})(?![\\w.])");

  private static final Pattern ERROR =
      Pattern.compile(
          "(?i)(?:_|\\b|-)(?:err(?:or)?s?|fcs|align|symbol|crc|runts?|giants?|frame)\\b|_ERR");
  private static final Pattern DROP =
      Pattern.compile("(?i)drp|drop|discard|unavail|no buffer|_OVR");
  private static final Pattern PAUSE = Pattern.compile("(?i)pfc|pause");
  private static final int MOST_PAIRS = 200;

  private List<String> columns = List.of();
  private String port = "";
  private SwitchCounter.@Nullable Kind asked;
  private int pairs;

  @Override
  public String kind() {
    return "switch counters";
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "IFACE",
        "Iface",
        "Egress ",
        "Port ",
        "Interface ",
        "Ethernet",
        "Eth1",
        "Et",
        "swp",
        "xe",
        " CRC",
        "show ",
        "input error",
        "output error",
        "discard",
        "Rx pause",
        "oper state set",
        "TxQ",
        "PFC");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher went = WENT_DOWN.matcher(line.text());
    if (went.find()) {
      found.add(new SwitchPort(went.group(1), true, 0, line.place()));
      return false;
    }
    if (COMMAND.matcher(text).find()) {
      asked = kind(text.replaceAll(".*\\bshow\\b", ""));
      pairs = MOST_PAIRS;
      columns = List.of();
      return true;
    }
    if (HEAD.matcher(text).matches() && columns(text)) {
      return true;
    }
    Matcher row = ROW.matcher(text);
    if (row.matches() && columns.contains("Oper")) {
      status(row.group(1), row.group(2), line, found);
      return true;
    }
    if (row.matches() && !columns.isEmpty()) {
      row(row.group(1), row.group(2), line, found);
      return true;
    }
    phrases(text, line, found);
    if (pairs > 0) {
      pairs--;
      pair(text, line, found);
    }
    return pairs > 0 || !columns.isEmpty() && (text.isBlank() || text.strip().startsWith("--"));
  }

  /** Whether this is the head of a table with at least one column of interest. */
  private boolean columns(String text) {
    List<String> names = new ArrayList<>();
    // netstat -i parts its columns by one blank, and none of their names holds one.
    String between = text.contains("Iface") ? "\\s+" : "\\s{2,}|\\s(?=[A-Z]\\w*[/_-])";
    for (String word : text.strip().split(between)) {
      names.add(word);
    }
    String first = names.getFirst();
    // "Port Rx" over "PFC0 ... PFC7" tells the direction of all columns.
    boolean any = false;
    for (String name : names.subList(1, names.size())) {
      any |= kind(name) != null;
    }
    any |= names.contains("Speed") && names.contains("Oper") && names.contains("Lanes");
    if (!any && names.size() < columns.size()) {
      return true; // a second line of the head
    }
    columns = any ? names : List.of();
    asked = null;
    pairs = 0;
    return any && !first.isEmpty();
  }

  private void row(String who, String rest, Line line, Found found) {
    // SONiC's rates have a blank inside ("0.00 B/s"): two blanks part cells where that fits.
    String[] apart = rest.strip().split("\\s{2,}");
    String[] cells = apart.length == columns.size() - 1 ? apart : rest.strip().split("\\s+");
    state(who, cells, line, found);
    boolean queue = columns.get(1).matches("TxQ|RxQ|Queue|Traffic|PG\\d?");
    String name = queue ? who + " " + cells[0] : who;
    int offset = cells.length - (columns.size() - 1);
    if (offset < 0) {
      return; // a cut row: which columns are missing is not known
    }
    for (int i = 1; i < columns.size(); i++) {
      SwitchCounter.Kind kind = kind(columns.get(i));
      String cell = cells[i - 1 + offset].replace(",", "");
      if (kind != null
          && cell.matches("\\d{1,18}")
          && !columns.get(i).matches(".*(?:bytes|Octets).*")) {
        found.add(
            new SwitchCounter(name, columns.get(i), kind, Double.parseDouble(cell), line.place()));
      }
    }
  }

  /** A port that is down and has carried packets was in use: its link went down. */
  private void state(String who, String[] cells, Line line, Found found) {
    int state = columns.indexOf("STATE") - 1;
    int in = columns.indexOf("RX_OK") - 1;
    int out = columns.indexOf("TX_OK") - 1;
    boolean known = state >= 0 && in >= 0 && out >= 0 && cells.length == columns.size() - 1;
    if (known && cells[state].equals("D") && (!cells[in].equals("0") || !cells[out].equals("0"))) {
      found.add(new SwitchPort(who, true, 0, line.place()));
    }
  }

  /** A row of SONiC's {@code show interfaces status}: the rate of a port that is up. */
  private void status(String who, String rest, Line line, Found found) {
    String[] cells = rest.strip().split("\\s{2,}");
    int speed = columns.indexOf("Speed") - 1;
    int oper = columns.indexOf("Oper") - 1;
    if (oper < cells.length && cells[oper].equals("up") && cells[speed].matches("\\d{1,4}G")) {
      double gigabits = Double.parseDouble(cells[speed].replace("G", ""));
      found.add(new SwitchPort(who, false, gigabits, line.place()));
    }
  }

  private void phrases(String text, Line line, Found found) {
    Matcher named = NAMED.matcher(text);
    if (named.matches()) {
      port = named.group(1);
      return;
    }
    if (port.isEmpty()) {
      return;
    }
    Matcher m = PHRASE.matcher(text);
    while (m.find()) {
      SwitchCounter.Kind kind = kind(m.group(2));
      if (kind != null) {
        found.add(
            new SwitchCounter(
                port, m.group(2), kind, Double.parseDouble(m.group(1)), line.place()));
      }
    }
  }

  private void pair(String text, Line line, Found found) {
    Matcher m = PAIR.matcher(text);
    if (m.find()) {
      SwitchCounter.Kind own = kind(m.group(1));
      SwitchCounter.Kind kind = own == null ? asked : own;
      if (kind != null) {
        double value = Double.parseDouble(m.group(2).replace(",", ""));
        found.add(new SwitchCounter("", m.group(1).strip(), kind, value, line.place()));
      }
    }
  }

  private static SwitchCounter.@Nullable Kind kind(String name) {
    if (PAUSE.matcher(name).find()) {
      return SwitchCounter.Kind.PAUSE;
    }
    if (DROP.matcher(name).find()) {
      return SwitchCounter.Kind.DROP;
    }
    return ERROR.matcher(name).find() ? SwitchCounter.Kind.ERROR : null;
  }
}
