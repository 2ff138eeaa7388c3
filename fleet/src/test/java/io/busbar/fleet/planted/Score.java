package io.busbar.fleet.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What of planted faults a fleet's findings name: a fault counts as found when a finding that warns
 * is about its host, or the leaf of its link, on its day.
 *
 * <p>{@code Score PLANTED.CSV FINDINGS.PARQUET}
 *
 * @param found of each kind
 * @param missed the faults that nothing names
 * @param healthy what is named though nothing of it is ill: day, host, finding and port
 */
public record Score(
    Map<Planted.Kind, Integer> found, List<Planted> missed, Set<String> healthy, int planted) {
  private static final int LANES = 8;

  public static void main(String[] args) throws IOException {
    System.out.println(of(read(Path.of(args[0])), args[1]).text());
  }

  private static List<Planted> read(Path file) throws IOException {
    List<Planted> planted = new ArrayList<>();
    for (String line : Files.readAllLines(file).stream().skip(1).toList()) {
      String[] cell = line.split(",");
      planted.add(new Planted(cell[0], cell[1], cell[2], Planted.Kind.valueOf(cell[3])));
    }
    return planted;
  }

  /** Of findings in a file. */
  public static Score of(List<Planted> planted, String parquet) throws IOException {
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate()) {
      List<Row> rows =
          spark
              .read()
              .parquet(parquet)
              .filter("severity <> 'info' AND host <> '' AND NOT as_peers")
              .selectExpr("day", "host", "code", "device", "port")
              .distinct()
              .collectAsList();
      return of(planted, rows);
    }
  }

  private static Score of(List<Planted> planted, List<Row> rows) {
    Set<String> named = new HashSet<>();
    rows.forEach(r -> named.add(r.getString(0) + " " + r.getString(1)));
    Set<String> ill = new HashSet<>();
    Map<Planted.Kind, Integer> found = new TreeMap<>();
    List<Planted> missed = new ArrayList<>();
    for (Planted p : planted) {
      boolean is = named.contains(p.day() + " " + p.host());
      ill.add(p.day() + " " + p.host());
      if (p.kind().isLink()) {
        is |= named.contains(p.day() + " " + p.leaf());
        int number = Integer.parseInt(p.host().substring(4)) % PlantedFleet.PER_LEAF;
        ill.add(p.day() + " " + p.leaf());
        ill.add(p.day() + " " + p.leaf() + " " + number);
      }
      found.merge(p.kind(), is ? 1 : 0, Integer::sum);
      if (!is) {
        missed.add(p);
      }
    }
    Set<String> healthy = new TreeSet<>();
    for (Row row : rows) {
      String port = port(row.getString(3), row.getInt(4));
      String host = row.getString(0) + " " + row.getString(1);
      if (!ill.contains(host) || host.contains("leaf") && !ill.contains(host + port)) {
        healthy.add(host + " " + row.getString(2) + port);
      }
    }
    return new Score(found, missed, healthy, planted.size());
  }

  /** Which of a leaf's ports a finding is about, from 0; empty for the leaf as a whole. */
  private static String port(String device, int port) {
    return device.startsWith("Ethernet")
        ? " " + Integer.parseInt(device.substring(8)) / LANES
        : port > 0 ? " " + (port - 1) : "";
  }

  /** For people. */
  public String text() {
    StringBuilder text = new StringBuilder();
    found.forEach((kind, n) -> {
      long missing = missed.stream().filter(m -> m.kind() == kind).count();
      text.append(String.format(Locale.ROOT, "%-14s %3d of %3d%n", kind, n, n + missing));
    });
    text.append(
        String.format(
            Locale.ROOT,
            "found %d of %d; %d findings name healthy hosts%n",
            planted - missed.size(),
            planted,
            healthy.size()));
    healthy.stream().limit(20).forEach(h -> text.append("  healthy: ").append(h).append('\n'));
    missed.stream().limit(20).forEach(m -> text.append("  missed: ").append(m).append('\n'));
    return text.toString();
  }
}
