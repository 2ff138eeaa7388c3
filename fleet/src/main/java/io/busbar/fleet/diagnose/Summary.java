package io.busbar.fleet.diagnose;

import io.busbar.fleet.diagnose.FleetAnswer.Bad;
import io.busbar.fleet.diagnose.FleetAnswer.First;
import io.busbar.fleet.diagnose.FleetAnswer.Looked;
import io.busbar.fleet.diagnose.FleetAnswer.OnDay;
import io.busbar.fleet.spark.Context;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** What all parts say together. One use. */
final class Summary {
  /** Hosts and ports that the answer names; the table has all. */
  private static final int MOST = 1000;

  private static final String PORT =
      "CASE WHEN port >= 0 THEN concat(device, ' port ', port) ELSE device END";
  private static final String LINKS = "kind IN ('nic-port', 'switch-port')";
  private static final String BAD =
      "count(DISTINCT day), count(DISTINCT CASE WHEN severity = 'critical' THEN day END),"
          + " min(day), max(day), sort_array(collect_set(code))";

  private final SparkSession sql;
  private final Kept kept;
  private final Inventory inventory;
  private final Dataset<Row> findings;

  Summary(Context context, String out, Kept kept, Inventory inventory) {
    this.sql = Tables.session(context);
    this.kept = kept;
    this.inventory = inventory;
    Tables.figures(context, out, kept).persist().createOrReplaceTempView("figures");
    Peers peers = new Peers(sql);
    List<FindingRow> unlike = peers.findings();
    Tables.settled(context, peers.settled(unlike)).createOrReplaceTempView("settled");
    Tables.findings(context, out, kept)
        .union(Tables.findings(context, unlike))
        .createOrReplaceTempView("found");
    this.findings =
        sql.sql(
                "SELECT /*+ BROADCAST(settled) */ found.*, settled.code IS NOT NULL AS as_peers FROM found LEFT JOIN settled"
                    + " ON found.day = settled.day AND found.host = settled.host"
                    + " AND found.code = settled.code")
            .persist();
    findings
        .orderBy("day", "part", "host", "device", "port", "rank", "code")
        .coalesce(1)
        .write()
        .mode("overwrite")
        .parquet(io.busbar.fleet.spark.Store.path(out + "/findings.parquet").toString());
    findings
        .filter("severity <> 'info' AND host <> '' AND NOT as_peers")
        .createOrReplaceTempView("ill");
    Tables.traits(context, out, kept).persist().createOrReplaceTempView("traits");
  }

  /**
   * The answer.
   *
   * @param parts that there are now
   * @param done those of them that were diagnosed in this run
   */
  FleetAnswer answer(List<Part> parts, List<PartWork> done) {
    Comparisons comparisons = new Comparisons(sql, kept, inventory);
    return new FleetAnswer(
        looked(done),
        bad("host, ''", "TRUE"),
        bad("host, " + PORT, LINKS),
        sql
            .sql("SELECT day, code, count(DISTINCT host) FROM ill GROUP BY day, code ORDER BY 1, 2")
            .collectAsList()
            .stream()
            .map(r -> new OnDay(r.getString(0), r.getString(1), r.getLong(2)))
            .toList(),
        firstSeen(),
        comparisons.together(),
        comparisons.changes());
  }

  private Looked looked(List<PartWork> done) {
    Set<String> hosts = new HashSet<>();
    kept.states().forEach(state -> hosts.addAll(state.hosts()));
    Row ill =
        sql.sql(
                "SELECT count(DISTINCT host), count(DISTINCT CASE WHEN "
                    + LINKS
                    + " THEN concat(host, ' ', device, ' ', port) END) FROM ill")
            .head();
    long bytes = done.stream().mapToLong(PartWork::bytes).sum();
    return new Looked(
        kept.states().size(),
        kept.states().stream().filter(PartState::unread).count(),
        done.size(),
        bytes,
        hosts.size(),
        ill.getLong(0),
        ill.getLong(1));
  }

  private List<Bad> bad(String keys, String where) {
    String query =
        "SELECT %s, %s FROM ill WHERE %s GROUP BY %s ORDER BY 4 DESC, 3 DESC, 1, 2 LIMIT %d";
    return sql
        .sql(String.format(java.util.Locale.ROOT, query, keys, BAD, where, keys, MOST))
        .collectAsList()
        .stream()
        .map(r ->
            new Bad(
                r.getString(0),
                r.getString(1),
                r.getLong(2),
                r.getLong(3),
                r.getString(4),
                r.getString(5),
                r.<String>getList(6)))
        .toList();
  }

  private List<First> firstSeen() {
    return sql
        .sql(
            "SELECT code, min_by(title, (day, host)), min(day), min_by(host, (day, host)),"
                + " count(DISTINCT host) FROM ill GROUP BY code ORDER BY 3, 1")
        .collectAsList()
        .stream()
        .map(r ->
            new First(r.getString(0), r.getString(1), r.getString(2), r.getString(3), r.getLong(4)))
        .toList();
  }
}
