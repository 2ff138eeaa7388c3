package io.busbar.app.option;

import io.busbar.app.call.Refusal;
import io.busbar.app.fleet.FleetEngine;
import io.busbar.app.fleet.Site;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Where {@code busbar fleet} works, as a picocli mixin. */
public final class SiteOptions {
  private static final String LOCAL = "local";

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = {
        "Master of a Spark cluster: spark://HOST:PORT, k8s://https://HOST:PORT, yarn; this machine"
            + " by default, or what spark-submit says.",
        "Example: --master spark://head:7077"
      })
  private String master = "";

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = {
        "A setting of Spark; may be given several times.",
        "Example: --conf spark.executor.memory=8g"
      })
  private Map<String, String> settings = new TreeMap<>();

  /**
   * Where to work.
   *
   * @param threads when it is this machine
   */
  public Site at(int threads) {
    if (!master.isEmpty()
        && !master.startsWith(LOCAL)
        && !master.matches("(spark|k8s)://.+|yarn")) {
      throw Refusal.of("--master", master, "spark://HOST:PORT, k8s://URL or yarn", "");
    }
    for (String key : settings.keySet()) {
      if (!key.startsWith("spark.")) {
        throw Refusal.of("--conf", key, "a setting whose name starts with spark.", "");
      }
    }
    return new Site(master, threads, settings);
  }

  /** What spreads the work. */
  public FleetEngine engine() {
    return ServiceLoader.load(FleetEngine.class)
        .findFirst()
        .orElseThrow(() ->
            Refusal.of(
                "fleet",
                "",
                "a build with Apache Spark",
                "start it as './busbar fleet' from the sources, or by spark-submit with"
                    + " fleet.jar"));
  }
}
