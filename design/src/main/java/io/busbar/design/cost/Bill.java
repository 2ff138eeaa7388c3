package io.busbar.design.cost;

import io.busbar.design.input.Family;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A bill: capital by item and what is paid every year, US dollars. The price of a GPU with its
 * share of the server holds InfiniBand NICs, as its source does; their likely price is taken out
 * and the NICs of the family are put in.
 *
 * @param capital bought once
 * @param yearly paid every year
 * @param years until it is written off
 */
record Bill(Map<String, Double> capital, Map<String, Double> yearly, double years) {
  static final String SERVERS = "servers with GPUs, without NICs";
  static final String NICS = "NICs";
  static final String SWITCHES = "switches";
  static final String CABLES = "cables and optics";
  static final String INSTALLATION = "installation";
  static final String SPARES = "spares";
  static final String OTHER = "storage and management fabrics";
  static final String BRING_UP = "bring-up";

  /**
   * Prices quantities.
   *
   * @param q what is bought
   * @param v values of the assumed figures
   * @param nicInServer price of the NIC that the price of a server holds
   */
  static Bill of(Quantities q, Values v, double nicInServer) {
    String family = q.family().word();
    Map<String, Double> capital = new LinkedHashMap<>();
    double servers = q.gpus() * v.of(q.gpuPrice()) - q.nics() * nicInServer;
    double nics = q.nics() * v.of("nic_usd_" + family);
    double switches = q.switchTerabits() * v.of("switch_usd_per_tbps_" + family);
    double cables =
        q.opticalCables() * v.of("cable_usd_per_400g_" + family)
            + q.copperCables() * v.of("copper_usd");
    capital.put(SERVERS, Math.max(0, servers));
    capital.put(NICS, nics);
    capital.put(SWITCHES, switches);
    capital.put(CABLES, cables);
    capital.put(INSTALLATION, (switches + cables) * v.of("installation_share"));
    capital.put(SPARES, (switches + cables + nics) * v.of("spares_share"));
    capital.put(OTHER, (switches + cables) * v.of("other_fabrics_share"));
    double engineer = v.of("engineer_usd_per_year");
    capital.put(BRING_UP, v.of("bringup_engineer_years_" + family) * engineer);
    Map<String, Double> yearly = new LinkedHashMap<>();
    yearly.put(
        "electricity",
        q.kilowatts() * v.of("utilisation") * v.of("pue") * 8760 * v.of("electricity_usd_per_kwh"));
    yearly.put("support of the network", (switches + cables) * v.of("support_share_" + family));
    yearly.put("network engineers", v.of("operation_engineers_" + family) * engineer);
    return new Bill(capital, yearly, v.of("years"));
  }

  /** Names of the figures that the bill of a family stands on. */
  static boolean uses(String name, Family family, String gpuPrice) {
    Family other = family == Family.IB ? Family.ROCE : Family.IB;
    return !name.endsWith("_" + other.word())
        && (!name.startsWith("gpu_usd_") || name.equals(gpuPrice));
  }

  double capex() {
    return sum(capital);
  }

  double opexPerYear() {
    return sum(yearly);
  }

  double total() {
    return capex() + years * opexPerYear();
  }

  /** All that is bought for the compute fabric. */
  double networkCapex() {
    return capex() - value(SERVERS) - value(OTHER);
  }

  double value(String item) {
    return capital.getOrDefault(item, 0.0);
  }

  private static double sum(Map<String, Double> items) {
    return items.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
