package io.busbar.fleet.diagnose;

import io.busbar.fleet.diagnose.FindingRow.Proof;
import io.busbar.fleet.diagnose.FindingRow.Thing;
import io.busbar.fleet.diagnose.PeerRule.Comparison;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What is unlike its peers: the same figure of things of the same kind on the same day. The usual
 * value is the median, and the spread the median distance from it, of the logarithms, so that ill
 * ones do not move them while they are fewer than half (Rousseeuw and Croux 1993: 1.4826 times the
 * median distance estimates the standard deviation of a normal distribution). A figure is ill when
 * it is as far off as its rule asks, and so far that of as many figures as were compared, normal
 * ones reach it with less than 1 %. One use.
 */
final class Peers {
  private static final double MOST_CHANCE = 0.01;
  private static final double TO_DEVIATION = 1.4826;

  private static final StructType RULES =
      new StructType()
          .add("name", DataTypes.StringType)
          .add("compare", DataTypes.StringType)
          .add("floor", DataTypes.DoubleType)
          .add("sign", DataTypes.DoubleType)
          .add("least", DataTypes.DoubleType)
          .add("least_peers", DataTypes.DoubleType);

  private static final String GROUPS =
      """
      SELECT f.name, f.day, f.peers, count(*) n, percentile(ln(greatest(value, floor)), 0.5) m
      FROM figures f JOIN rules ON f.name = rules.name
      GROUP BY f.name, f.day, f.peers HAVING count(*) >= any_value(least_peers)
      """;

  /** At most so many: more mean that the fleet is mixed beyond comparison. */
  private static final String SAME =
      """
      WITH counts AS (
        SELECT f.name, f.day, f.peers, value usual, count(*) n FROM figures f
        JOIN rules ON f.name = rules.name WHERE compare = 'SAME'
        GROUP BY f.name, f.day, f.peers, value),
      sums AS (SELECT *, sum(n) OVER (PARTITION BY name, day, peers) all FROM counts)
      SELECT f.*, usual, all FROM figures f
      JOIN sums ON f.name = sums.name AND f.day = sums.day AND f.peers = sums.peers
      JOIN rules ON f.name = rules.name
      WHERE all >= least_peers AND n >= least * all AND value < usual
      ORDER BY f.day, part, host, device LIMIT 100000
      """;

  /** Figures that are as far off as asked; how far luck alone brings them is computed here. */
  private static final String FAR =
      """
      WITH near AS (
        SELECT f.*, m, n, sign * (ln(greatest(value, floor)) - m) off, least FROM figures f
        JOIN groups g ON f.name = g.name AND f.day = g.day AND f.peers = g.peers
        JOIN rules ON f.name = rules.name WHERE compare <> 'SAME'),
      spreads AS (
        SELECT name, day, peers, percentile(abs(off), 0.5) spread FROM near
        GROUP BY name, day, peers)
      SELECT f.*, exp(m) usual, n all, spread FROM near f
      JOIN spreads s ON f.name = s.name AND f.day = s.day AND f.peers = s.peers
      WHERE off >= least ORDER BY f.day, part, host, device LIMIT 100000
      """;

  private final SparkSession sql;
  private final List<FindingRow> found = new ArrayList<>();

  /** Of the view {@code figures}. */
  Peers(SparkSession sql) {
    this.sql = sql;
    List<Row> rules = new ArrayList<>();
    for (PeerRule rule : PeerRule.ALL) {
      boolean high = rule.comparison() == Comparison.HIGH;
      double least =
          switch (rule.comparison()) {
            case SAME -> rule.threshold("share");
            case HIGH -> Math.log(rule.threshold("ratio"));
            case LOW, LOW_OF_ANY -> -Math.log1p(-rule.threshold("drop"));
          };
      rules.add(
          RowFactory.create(
              rule.name(),
              rule.comparison().name(),
              high ? rule.threshold("least") : Double.MIN_NORMAL,
              high ? 1.0 : -1.0,
              least,
              rule.threshold("peers")));
    }
    sql.createDataFrame(rules, RULES).createOrReplaceTempView("rules");
    sql.sql(GROUPS).persist().createOrReplaceTempView("groups");
  }

  List<FindingRow> findings() {
    Map<String, List<Candidate>> far = new HashMap<>();
    for (Row row : sql.sql(SAME).collectAsList()) {
      far.computeIfAbsent(row.getAs("name"), n -> new ArrayList<>()).add(new Candidate(row));
    }
    Map<String, Double> deviations = new HashMap<>();
    for (Row row : sql.sql("SELECT name, sum(n) FROM groups GROUP BY name").collectAsList()) {
      deviations.put(row.getString(0), Chances.deviations(MOST_CHANCE / row.getLong(1)));
    }
    for (Row row : sql.sql(FAR).collectAsList()) {
      double spread = TO_DEVIATION * row.<Double>getAs("spread");
      if (row.<Double>getAs("off") > deviations.getOrDefault(row.getAs("name"), 0.0) * spread) {
        far.computeIfAbsent(row.getAs("name"), n -> new ArrayList<>()).add(new Candidate(row));
      }
    }
    for (PeerRule rule : PeerRule.ALL) {
      List<Candidate> ill = far.getOrDefault(rule.name(), List.of());
      if (rule.comparison() == Comparison.LOW_OF_ANY) {
        culprits(rule, ill);
      } else {
        ill.forEach(c -> found.add(c.finding(rule, c.what())));
      }
    }
    return List.copyOf(found);
  }

  /**
   * Day, host and code of findings that say nothing of a host, since its peers are the same.
   *
   * @param unlike what {@link #findings} found
   */
  Set<Settled> settled(List<FindingRow> unlike) {
    Set<Settled> settled = new HashSet<>();
    Set<Settled> ill = new HashSet<>();
    unlike.forEach(f -> ill.add(new Settled(f.day(), f.what().host(), f.code())));
    String compared =
        """
        SELECT DISTINCT f.name, f.day, f.host FROM figures f
        JOIN groups g ON f.name = g.name AND f.day = g.day AND f.peers = g.peers
        """;
    for (Row row : sql.sql(compared).collectAsList()) {
      PeerRule rule = PeerRule.of(row.getString(0));
      String day = row.getString(1);
      String host = row.getString(2);
      if (!ill.contains(new Settled(day, host, rule.code()))) {
        rule.settles().forEach(code -> settled.add(new Settled(day, host, code)));
      }
    }
    return settled;
  }

  /** What says nothing of a host. */
  record Settled(String day, String host, String code) {}

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /**
   * Which hosts make tables low: one that is in a table which is not low is well, and the only one
   * left of a low table is ill (group testing; Aldridge, Baldassini and Johnson 2014 call it
   * definite defectives). Tables that leave several hosts are findings of their job.
   */
  private void culprits(PeerRule rule, List<Candidate> low) {
    if (low.isEmpty()) {
      return;
    }
    Culprits culprits = new Culprits();
    low.forEach(c -> culprits.low(c.key(), c.day(), c.hosts()));
    for (Row row :
        sql.sql("SELECT * FROM figures WHERE name = '" + rule.name() + "'").collectAsList()) {
      Candidate c = new Candidate(row);
      culprits.other(c.key(), c.day(), c.hosts());
    }
    low.stream()
        .sorted(Comparator.comparingDouble(Candidate::value))
        .forEach(c -> {
          Set<String> left = culprits.left(c.day(), c.hosts());
          String host = left.size() == 1 ? left.iterator().next() : "";
          boolean known = left.stream().anyMatch(h -> culprits.isIll(c.day(), h));
          if (!host.isEmpty() && culprits.first(c.day(), host)) {
            found.add(c.finding(rule, new Thing("host", host, "", -1, -1)));
          } else if (!known) {
            found.add(c.finding(rule, new Thing("job", "", "", -1, -1)));
          }
        });
  }

  /** A figure beside the usual one. */
  private record Candidate(Row row) {
    String day() {
      return row.getAs("day");
    }

    double value() {
      return row.<Double>getAs("value");
    }

    Thing what() {
      return new Thing(
          row.getAs("kind"),
          row.getAs("host"),
          row.getAs("device"),
          row.<Integer>getAs("port"),
          -1);
    }

    List<String> hosts() {
      return List.of(row.<String>getAs("host").split(","));
    }

    String key() {
      return String.join("\t", row.getAs("part"), row.getAs("file"), row.getAs("line").toString());
    }

    FindingRow finding(PeerRule rule, Thing what) {
      String title =
          text(
              "%s: %s beside %s of %d peers%s",
              rule.title(),
              figure(value()),
              figure(row.<Double>getAs("usual")),
              row.<Long>getAs("all") - 1,
              what.kind().equals("job") ? ", on " + row.getAs("host") : "");
      return new FindingRow(
          row.getAs("part"),
          row.getAs("job"),
          day(),
          row.getAs("day_source"),
          what,
          rule.code(),
          "warning",
          "medium",
          title,
          new Proof(row.getAs("file"), row.<Integer>getAs("line"), row.getAs("text")));
    }

    private static String figure(double value) {
      return value >= 100 ? text("%.0f", value) : text("%.3g", value);
    }
  }
}
