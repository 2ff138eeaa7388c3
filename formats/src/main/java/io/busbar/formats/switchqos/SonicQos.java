package io.busbar.formats.switchqos;

import io.busbar.base.problem.Position;
import io.busbar.formats.tree.Tree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads SONiC's {@code config_db.json}, as a file (tables with keys) and as the database prints it
 * ({@code TABLE|KEY}). References may be names or {@code [TABLE|NAME]}. A traffic class counts as
 * the priority and queue of the same number, as SONiC's own maps have it.
 */
final class SonicQos {
  static final Set<String> MARKS =
      Set.of("PORT_QOS_MAP", "WRED_PROFILE", "DSCP_TO_TC_MAP", "BUFFER_PROFILE");

  private static final Pattern LOSSLESS =
      Pattern.compile("pg_lossless_(\\d{3,7})_(\\d{1,5})m_profile");

  private final Tree.Mapping tree;
  private final QosBuilder out;

  private SonicQos(Tree.Mapping tree, QosBuilder out) {
    this.tree = tree;
    this.out = out;
  }

  static SwitchQos read(String source, String usual, Tree.Mapping tree) {
    SonicQos reader =
        new SonicQos(tree, new QosBuilder(usual, "SONiC", new Position(source, 1, 0)));
    reader.read();
    return reader.out.build();
  }

  private Map<String, Tree.Mapping> table(String name) {
    Map<String, Tree.Mapping> rows = new LinkedHashMap<>();
    if (tree.get(name) instanceof Tree.Mapping table) {
      table
          .entries()
          .forEach((key, entry) -> {
            if (entry.value() instanceof Tree.Mapping m) {
              rows.put(key, m);
            }
          });
    }
    tree.entries()
        .forEach((key, entry) -> {
          if (key.startsWith(name + "|") && entry.value() instanceof Tree.Mapping m) {
            rows.put(key.substring(name.length() + 1), m);
          }
        });
    return rows;
  }

  private static String named(@Nullable String reference) {
    return reference == null ? "" : reference.replaceAll("^\\[\\w+\\||\\]$", "");
  }

  private void read() {
    Tree.Mapping own = table("DEVICE_METADATA").get("localhost");
    String name = own == null ? null : own.text("hostname");
    if (name != null) {
      out.system = name;
    }
    Set<String> used = new TreeSet<>();
    table("PORT_QOS_MAP")
        .forEach((port, row) -> {
          String map = named(row.text("dscp_to_tc_map"));
          if (!map.isEmpty()) {
            used.add(map);
          }
          String pfc = row.text("pfc_enable");
          if (pfc != null && !port.equals("global")) {
            out.pfc(port, QosBuilder.numbers(pfc), row.at("pfc_enable"));
          }
        });
    table("DSCP_TO_TC_MAP")
        .forEach((map, row) -> {
          if (used.isEmpty() || used.contains(map)) {
            out.strict = true;
            row.entries().forEach((dscp, entry) -> map(dscp, entry.value()));
          }
        });
    marks();
    table("BUFFER_PROFILE").forEach(this::headroom);
    out.watchdog = !table("PFC_WD").isEmpty();
  }

  private void map(String dscp, Tree value) {
    if (dscp.matches("\\d{1,2}") && value instanceof Tree.Scalar s && s.text().matches("\\d")) {
      out.map(Integer.parseInt(dscp), Integer.parseInt(s.text()), s.at());
    }
  }

  private void marks() {
    Map<String, Set<Integer>> queues = new LinkedHashMap<>();
    table("QUEUE")
        .forEach((key, row) -> {
          String profile = named(row.text("wred_profile"));
          int bar = key.lastIndexOf('|');
          if (!profile.isEmpty() && bar >= 0) {
            queues
                .computeIfAbsent(profile, p -> new TreeSet<>())
                .addAll(QosBuilder.numbers(key.substring(bar + 1)));
          }
        });
    table("WRED_PROFILE")
        .forEach((profile, row) -> {
          String ecn = row.text("ecn");
          boolean marks = ecn != null && !ecn.equals("ecn_none");
          Set<Integer> of = queues.getOrDefault(profile, Set.of(-1));
          for (int queue : of) {
            out.ecn(
                new SwitchQos.Ecn(
                    queue,
                    number(row, "green_min_threshold"),
                    number(row, "green_max_threshold"),
                    (int) number(row, "green_drop_probability"),
                    marks,
                    row.at("green_min_threshold")));
          }
        });
  }

  private static long number(Tree.Mapping row, String key) {
    String text = row.text(key);
    return text == null ? -1 : QosBuilder.bytes(text, "");
  }

  private void headroom(String profile, Tree.Mapping row) {
    Matcher m = LOSSLESS.matcher(profile);
    long xoff = number(row, "xoff");
    if (m.matches() && xoff >= 0) {
      double gigabits = Double.parseDouble(m.group(1)) / 1000;
      double metres = Double.parseDouble(m.group(2));
      out.headroom(new SwitchQos.Headroom(profile, gigabits, metres, xoff, row.at("xoff")));
    }
  }
}
